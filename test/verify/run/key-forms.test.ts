/** 5.1 says nothing about a valid key in quotes or in another scheme, and about a wrong key in the other header: a run observes them. */
import { expect, test } from 'vitest';
import { planRun } from '../../../src/verify/index.js';
import { parseCredential } from '../../../src/judge/model/credential.js';
import { variants } from '../../variants/variants.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { formatFailures } from '../../validation/run-case.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

const observedWith = async (id: string) => {
  const chosen = variants.filter((liberty) => liberty.id === id);
  const { report } = await verifyInVirtualTime(chosen.map(({ hooks }) => hooks));
  expect(formatFailures(report)).toEqual([]);
  const rule = report.rules.find((one) => one.id === 'unspecified/auth-responses');
  expect(rule?.outcome).toBe('info');
  return rule?.findings.flatMap(({ message }) => /^the key (.*)/.exec(message)?.[1] ?? []);
};

const wrongBearer = 'in x-api-key and an invalid one in Authorization';
const wrongPlain = 'in Authorization and an invalid one in x-api-key';

test.each([
  ['the reference service', 401, 200, 401, 401, 200],
  ['key-forms-quotes', 401, 200, 200, 401, 200],
  ['key-forms-either', 200, 200, 401, 401, 200],
  ['key-forms-any-scheme', 401, 200, 401, 200, 200],
  ['key-forms-capital-bearer', 401, 200, 401, 401, 401],
])(
  'a run observes what %s does with unusual forms of a key',
  async (id, bearer, plain, quotes, scheme, small) => {
    expect(await observedWith(id)).toEqual([
      `${wrongBearer} → ${bearer}`,
      `${wrongPlain} → ${plain}`,
      `in quotes → ${quotes}`,
      `in another scheme than Bearer → ${scheme}`,
      `after bearer in lower case → ${small}`,
    ]);
  },
);

const mixedKey = 'Plain-Amber-1F7c0a94';
/** The key is of mixed case, and another case of it is accepted in this header. */
const ignoresCase = (header: 'authorization' | 'x-api-key' | undefined): ServiceHooks => ({
  authenticate: (original, { key, keyHeader, store }) => {
    const isSimilar = keyHeader === header && key?.toLowerCase() === mixedKey.toLowerCase();
    return original ?? (key === mixedKey || isSimilar ? store.workspaces[0] : undefined);
  },
});

test.each([['authorization'], ['x-api-key'], [undefined]] as const)(
  'another case of a key of mixed case is wrong: %s',
  async (header) => {
    const { report } = await verifyInVirtualTime([ignoresCase(header)], [], { apiKey: mixedKey });
    const failed = report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    expect(failed.length > 0).toBe(header !== undefined);
    for (const id of failed) expect(id).toBe('auth/rejects-invalid-key');
  },
);

test('the unusual forms are five requests at the end, and the journal contains no key', async () => {
  const { exchanges } = await verifyInVirtualTime([]);
  const forms = exchanges.map(({ request }) => parseCredential(request.headers).variant);
  const first = forms.findIndex((form) => form !== undefined);
  expect(forms.filter((form) => form !== undefined)).toEqual(forms.slice(first, first + 5));
  // After them, the run only restores a title.
  expect(exchanges.slice(first + 5).map(({ request }) => request.method)).toEqual(['GET', 'PATCH']);
  expect(JSON.stringify(exchanges)).not.toContain('plain-amber-1f7c0a94');
});

const planned = (options: object) =>
  planRun({ baseUrl: 'http://x.example/api/v1', apiKey: 'key', ...options });

test('a gateway that takes Authorization leaves one form, and a smoke run none', () => {
  expect(planned({ headers: [['Authorization', 'Basic eA==']] }).keyFormRequests).toEqual([
    { form: 'quoted', via: 'x-api-key' },
  ]);
  expect(planned({ smoke: true }).keyFormRequests).toEqual([]);
});
