import { expect, it } from 'vitest';
import type { UserError } from '../../src/base/user-error.js';
import { toListenError } from '../../src/transports/listen.js';

const error = (code: string): NodeJS.ErrnoException => Object.assign(new Error(`listen ${code}`), { code });

it.each([
  ['linux', 'Choose one above 1023 with --port.'],
  // Hyper-V and Docker reserve ranges, so a high port can be denied, too.
  ['win32', 'netsh int ipv4 show excludedportrange'],
] as const)('a port that %s does not allow has a hint', (platform, hint) => {
  const { summary, ...rest } = toListenError(error('EACCES'), '127.0.0.1', 4010, platform) as UserError;
  expect(summary).toBe('Permission denied for port 4010.');
  expect(rest).toMatchObject({ code: 'address-not-available', hint: expect.stringContaining(hint) });
});
