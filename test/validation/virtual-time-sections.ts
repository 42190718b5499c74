/** The parts of the proof that need no socket. `prove.ts` runs this file beside its own parts, and gets them as one message. */
import { liberties } from '../variants/variants.js';
import { mutants } from '../mutants/mutants.js';
import { crossedPart } from './mutants-in-variants-section.js';
import { derivedPart } from './generated-mutants/derived-part.js';
import { pacedPart } from './default-rate.js';
import type { ProofPart } from './section.js';
import { recordedPart } from '../judge/recordings/recordings.js';

const isSample = process.argv.includes('--sample');
/** Another eighth for each seed: every eighth, because seven moments follow each other. */
const first = Number(process.env['DECKHAND_TEST_SEED'] ?? 0) % 8;
const sample = <Item>(all: readonly Item[]): readonly Item[] =>
  isSample ? all.filter((_, index) => index % 8 === first) : all;

const parts: readonly ProofPart[] = [
  recordedPart(),
  await pacedPart(mutants, liberties),
  await derivedPart(sample),
  await crossedPart(mutants, sample),
];
process.send?.(parts);
