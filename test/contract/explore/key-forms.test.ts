/** 5.1 says nothing about a valid key in quotes, and about a wrong key in the other header: a run observes both. */
import { expect, test } from 'vitest';
import { plan } from '../../../src/contract/index.js';
import { credentialOf } from '../../../src/trace/credential.js';
import { liberties } from '../../liberties/liberties.js';
import { failuresOf } from '../proof.js';
import { checkVirtually } from '../virtual-run.js';

const observedWith = async (id: string) => {
  const chosen = liberties.filter((liberty) => liberty.id === id);
  const { report } = await checkVirtually(chosen.map(({ apply }) => apply));
  expect(failuresOf(report)).toEqual([]);
  const rule = report.rules.find((one) => one.id === 'open/key-forms');
  expect(rule?.outcome).toBe('observed');
  return rule?.findings.map(({ message }) => message.replace(/^the key /, ''));
};

const wrongBearer = 'in x-api-key and a wrong one in bearer';
const wrongPlain = 'in bearer and a wrong one in x-api-key';

test.each([
  ['the plain service', 401, 200, 401],
  ['key-forms-quotes', 401, 200, 200],
  ['key-forms-either', 200, 200, 401],
  ['key-forms-both', 401, 401, 401],
  ['key-forms-x-api-key-first', 200, 401, 401],
])('a run observes what %s does with unusual forms of a key', async (id, bearer, plain, quotes) => {
  expect(await observedWith(id)).toEqual([
    `${wrongBearer} → ${bearer}`,
    `${wrongPlain} → ${plain}`,
    `in quotes → ${quotes}`,
  ]);
});

test('the unusual forms are three requests at the end, and the journal contains no key', async () => {
  const { exchanges } = await checkVirtually([]);
  const forms = exchanges.map(({ request }) => credentialOf(request.headers).form);
  expect(forms.filter((form) => form !== undefined)).toEqual(forms.slice(-3));
  expect(JSON.stringify(exchanges)).not.toContain('plain-amber-1f7c0a94');
});

const planned = (options: object) => plan({ baseUrl: 'http://x.example/api/v1', apiKey: 'key', ...options });

test('a gateway that takes Authorization leaves one form, and a smoke run none', () => {
  expect(planned({ headers: [['Authorization', 'Basic eA==']] }).forms).toEqual([
    { form: 'quotes', via: 'x-api-key' },
  ]);
  expect(planned({ profile: 'smoke' }).forms).toEqual([]);
});
