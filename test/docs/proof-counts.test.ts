/** What the pages say about the size of the proof of the rules, against its catalogues. */
import { expect, it } from 'vitest';
import { clientMutants } from '../clients/mutants/all-client-mutants.js';
import { clientVariants } from '../clients/variants/all-client-variants.js';
import { recordings } from '../judge/recordings/recordings.js';
import { mutants } from '../mutants/mutants.js';
import { lostAtDefaultRate, lostMutants } from '../validation/lost-mutants.js';
import { variants } from '../variants/variants.js';
import { read } from './markdown-blocks.js';

const found = mutants.filter(({ id }) => lostMutants[id] === undefined);
const foundAtDefaultRate = found.filter(({ id }) => lostAtDefaultRate[id] === undefined);

it.each([
  [
    'docs/verify.md',
    [
      `${found.length} of ${mutants.length} mutants were found without a request rate, and ${foundAtDefaultRate.length} at 20 requests a minute.`,
      `${variants.length} conforming variants caused no false positive.`,
      `${recordings.length} recordings of a few exchanges had exactly the verdicts that they declare.`,
      `${clientMutants.length} client mutants were found, and ${clientVariants.length} conforming clients were not accused.`,
    ],
  ],
  ['CHANGELOG.md', [`Rules find ${found.length} of ${mutants.length} mutants,`]],
])('%s has the counts of the catalogues', (page, sentences) => {
  const text = read(page).replace(/\s+/g, ' ');
  for (const sentence of sentences) expect(text).toContain(sentence);
});

it('every mutant that a run does not find is one of the catalogue', () => {
  const ids = mutants.map(({ id }) => id);
  const unknown = Object.keys({ ...lostMutants, ...lostAtDefaultRate }).filter((id) => !ids.includes(id));
  expect(unknown).toEqual([]);
});
