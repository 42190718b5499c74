import { expect, test } from 'vitest';
import { resolveVerifyOptions } from '../../src/verify/index.js';
import { invalidKeyKinds } from '../../src/judge/model/key-placeholders.js';
import { ApiKeys } from '../../src/verify/api-keys.js';

const keysOf = (apiKey: string) => new ApiKeys(resolveVerifyOptions({ baseUrl: 'http://x/api/v1', apiKey }));

test.each(['sk_live_4f9aB27c81', 'plain-amber-1f7c0a94', '00000000-0000-4000-8000-000000000000', 'abc'])(
  'the wrong keys differ from %s, and an output with them is clean',
  (apiKey) => {
    const keys = keysOf(apiKey);
    const values = invalidKeyKinds.map(
      (kind) => keys.headers({ by: 'invalid', invalidKey: kind }, 'x-api-key')[0]?.[1],
    );
    // A key without letters has no other case.
    const expected = 1 + invalidKeyKinds.length - (/[a-z]/i.test(apiKey) ? 0 : 1);
    expect(new Set([apiKey, ...values]).size).toBe(expected);
    if (apiKey.length < 5) return;
    for (const value of values)
      expect(keys.redactor.redactText(`key ${value}!`)).not.toContain(apiKey.slice(0, -1));
  },
);

test('the made-up key has the form of the right one', () => {
  const [header] = keysOf('sk_live_4f9aB27c81').headers({ by: 'invalid' }, 'bearer');
  expect(header?.[1]).toMatch(/^Bearer sk_live_\d[a-z]\d[a-z][A-Z]\d\d[a-z]\d\d$/);
});
