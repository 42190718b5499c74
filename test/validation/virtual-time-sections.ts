/** The sections that need no socket. `main.ts` runs this file as another process, and gets the sections as one message. */
import { validateRecordings } from '../judge/recordings/recordings.js';
import { mutants } from '../mutants/mutants.js';
import { variants } from '../variants/variants.js';
import { validateDefaultRate } from './default-rate.js';
import { validateGeneratedMutants } from './generated-mutants/section.js';
import { validateMutantsInVariants } from './mutants-in-variants.js';
import type { ValidationSection } from './section.js';

const isSample = process.argv.includes('--sample');
/** Another eighth for each seed. Eight is coprime with the seven activations of a mutation. */
const first = Number(process.env['DECKHAND_TEST_SEED'] ?? 0) % 8;
const sample = <Item>(all: readonly Item[]): readonly Item[] =>
  isSample ? all.filter((_, index) => index % 8 === first) : all;

const sections: readonly ValidationSection[] = [
  validateRecordings(),
  await validateDefaultRate(mutants, variants),
  await validateGeneratedMutants(sample),
  await validateMutantsInVariants(mutants, sample),
];
process.send?.(sections);
