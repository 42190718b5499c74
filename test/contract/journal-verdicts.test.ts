import { expect, test } from 'vitest';
import { wireClient } from '../../src/adapters/wire-client.js';
import { check, judge } from '../../src/contract/index.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import { liberties } from '../liberties/liberties.js';
import { mutants } from '../mutants/mutants.js';
import { startPlainService } from '../mutants/plain-service/start.js';
import { prompts } from '../mutants/plain-service/stages.js';
import { hastyPace } from './hasty-pace.js';

/** Every tenth of both, so that all kinds of traffic are among them. */
const some = [...mutants, ...liberties].filter((_, index) => index % 10 === 0);

test.each(some)(
  'the journal of $id gets the same verdicts when it is read back from its HAR file',
  async ({ apply }) => {
    const pace = hastyPace();
    const service = await startPlainService({ variations: [apply], now: pace.now });
    const client = wireClient();
    const { exchanges, report } = await check(
      {
        baseUrl: service.baseUrl,
        apiKey: service.keys.first,
        otherApiKey: service.keys.second,
        requestsPerMinute: 0,
        questionPrompt: prompts.question,
        failurePrompt: prompts.failure,
      },
      { transport: client.transport, pace },
    );
    client.close();
    await service.close();

    const file = JSON.stringify(toHar(exchanges, report.tool));
    for (const key of [service.keys.first, service.keys.second]) expect(file).not.toContain(key);
    const live = judge(exchanges, { baseUrl: service.baseUrl });
    const { exchanges: read } = fromHar(JSON.parse(file));
    expect(judge(read, { baseUrl: service.baseUrl })).toEqual(live);
    // Where the address is not known, the path tells it.
    expect(judge(read)).toEqual(live);
  },
);
