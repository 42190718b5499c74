/**
 * The suite that every transport passes: the same requests and responses over each transport. Tests that a transport
 * cannot pass are listed with the reason.
 */
import { afterEach, beforeEach, describe, it } from 'vitest';
import { Client } from './transport-suite/client.js';
import { faults } from './transport-suite/faults.js';
import { journal } from './transport-suite/journal.js';
import { responses } from './transport-suite/responses.js';
import type { UnsupportedCapabilities, Suite } from './transport-suite/suite.js';
import type { StartTransport } from './transport-types.js';

export function describeTransport(
  name: string,
  start: StartTransport,
  exceptions: UnsupportedCapabilities = {},
): void {
  describe(name, () => {
    let client: Client;
    beforeEach(async () => {
      client = await Client.open(await start());
    });
    afterEach(() => client.transport.close());

    const suite: Suite = {
      client: () => client,
      itIfSupported: (peculiarity, title, test) => {
        const reason = exceptions[peculiarity];
        if (reason === undefined) it(title, test);
        else it.skip(`${title} (skipped: ${reason})`, test);
      },
    };
    for (const section of [responses, faults, journal]) section(suite);
  });
}
