import { expect, test } from 'vitest';
import { resolveVerifyOptions } from '../../src/verify/index.js';
import { invalidKeyKinds, keyPlaceholders } from '../../src/judge/model/key-placeholders.js';
import { ApiKeys, getLongKeys } from '../../src/verify/api-keys.js';

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

test('a key of 16 characters or more is known by its placeholder, and a shorter one may be any word', () => {
  const [short, long] = ['fifteen-letters', 'sixteen--letters'];
  expect(getLongKeys({ apiKey: short })).toEqual([]);
  expect(getLongKeys({ apiKey: long, otherApiKey: short })).toEqual([keyPlaceholders.main]);
  expect(getLongKeys({ apiKey: short, otherApiKey: long })).toEqual([keyPlaceholders.other]);
});

test('a key keeps its placeholder in a JSON field with a secret name', () => {
  const { redactor } = keysOf('sk_live_4f9aB27c81');
  const text = JSON.stringify({ authorization: 'Bearer sk_live_4f9aB27c81', password: 'Bearer other' });
  expect(JSON.parse(redactor.redactFields(text))).toEqual({
    authorization: `Bearer ${keyPlaceholders.main}`,
    password: '[redacted]',
  });
});
