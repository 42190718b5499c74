/** Section 2.2: tokens_used is a number, present only when non-zero; a running total that ends in the final one. */
import { editView, shownBefore, timesShown } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import type { Job, JsonObject } from '../../reference-service/store.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';

const sections = ['2.2', '4.5'];

/** Edits tokens_used in each status response with the given status. */
function editTokens(
  status: 'generating' | 'completed' | 'any status',
  edit: (tokens: number, job: Job) => unknown,
  when: (job: Job) => boolean = () => true,
): ServiceHooks {
  const edited = (view: JsonObject, _call: unknown, job: Job) => {
    const tokens = edit(Number(view['tokens_used']), job);
    return { ...view, tokens_used: tokens };
  };
  return editView(status, edited, (job) => lastTotals(job, 1).length > 0 && when(job));
}

/** The totals of the last polls, newest last. */
function lastTotals(job: Job, polls: number): number[] {
  return job.shown
    .slice(-polls)
    .flatMap(({ tokens_used: tokens }) => (typeof tokens === 'number' ? [tokens] : []));
}

const types: readonly Mutant[] = [
  {
    id: 'tokens-negative',
    title: 'The tokens_used of a job is negative.',
    sections,
    hooks: editTokens('any status', (tokens) => tokens - 5000),
  },
  {
    id: 'tokens-object',
    title: 'The tokens_used of a job is an object of input and output.',
    sections,
    hooks: editTokens('any status', (tokens) => ({ input: 100, output: tokens - 100 })),
  },
];

const totals: readonly Mutant[] = [
  {
    id: 'tokens-per-step',
    title: 'The tokens_used of a job counts from the poll before, instead of from the start.',
    sections,
    hooks: editTokens('any status', (tokens, job) => {
      const [before = 0] = lastTotals(job, 2).slice(0, -1);
      return tokens - before || 1;
    }),
  },
  {
    id: 'final-tokens-grow',
    title: 'The final total grows with every further poll.',
    sections,
    hooks: editTokens('completed', (tokens, job) => tokens + 10 * (timesShown(job, 'completed') - 1)),
  },
  {
    id: 'final-tokens-fall',
    title: 'The final total is lower when the completed job is polled again.',
    sections,
    hooks: editTokens(
      'completed',
      (tokens) => tokens - 1,
      (job) => shownBefore(job, 'completed'),
    ),
  },
];

export const tokens: readonly Mutant[] = [...types, ...totals];
