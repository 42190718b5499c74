/** Section 2.2: tokens_used is a number, present only when non-zero; a running total that ends in the final one. */
import { editView, shownBefore, timesShown } from '../edits.js';
import type { Mutant } from '../mutant.js';
import type { Job, JsonObject } from '../plain-service/records.js';
import type { Variation } from '../plain-service/variation.js';

const sections = ['2.2', '4.5'];

/** Edits tokens_used in each status view with the given status. */
function editTokens(
  status: 'generating' | 'completed' | 'any status',
  edit: (tokens: number, job: Job) => unknown,
  when: (job: Job) => boolean = () => true,
): Variation {
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

/** The last total before the job was completed. */
function runningTotal(job: Job): number {
  const generating = job.shown.filter(({ status }) => status === 'generating');
  return Number(generating.at(-1)?.['tokens_used']);
}

const types: readonly Mutant[] = [
  {
    id: 'tokens-zero-at-the-start',
    title: 'A job that has used no tokens yet shows a tokens_used of 0.',
    sections,
    apply: editView(
      'generating',
      (view) => ({ ...view, tokens_used: 0 }),
      (job) => lastTotals(job, 1).length === 0,
    ),
  },
  {
    id: 'tokens-null-at-the-start',
    title: 'A job that has used no tokens yet shows a tokens_used of null.',
    sections,
    apply: editView(
      'generating',
      (view) => ({ ...view, tokens_used: null }),
      (job) => lastTotals(job, 1).length === 0,
    ),
  },
  {
    id: 'tokens-negative',
    title: 'The tokens_used of a job is negative.',
    sections,
    apply: editTokens('any status', (tokens) => tokens - 5000),
  },
  {
    id: 'tokens-object',
    title: 'The tokens_used of a job is an object of input and output.',
    sections,
    apply: editTokens('any status', (tokens) => ({ input: 100, output: tokens - 100 })),
  },
  {
    id: 'tokens-text-after-reply',
    title: 'The tokens_used of a job that had asked is a string, as soon as it was answered.',
    sections,
    needs: ['question'],
    apply: editTokens(
      'generating',
      (tokens) => String(tokens),
      (job) => job.replies > 0,
    ),
  },
];

const totals: readonly Mutant[] = [
  {
    id: 'tokens-per-step',
    title: 'The tokens_used of a job counts from the poll before, instead of from the start.',
    sections,
    apply: editTokens('any status', (tokens, job) => {
      const [before = 0] = lastTotals(job, 2).slice(0, -1);
      return tokens - before || 1;
    }),
  },
  {
    id: 'tokens-fall-by-one',
    title: 'The running total is one lower than at the poll before, once the last slide is being written.',
    sections,
    apply: editTokens(
      'generating',
      (_tokens, job) => (lastTotals(job, 2)[0] ?? 2) - 1,
      (job) => job.stages[job.at + 1]?.status === 'completed',
    ),
  },
  {
    id: 'tokens-restart-after-reply',
    title: 'The running total restarts after a reply.',
    sections,
    needs: ['question'],
    apply: editTokens(
      'any status',
      (tokens) => Math.max(1, tokens - 500),
      (job) => job.replies > 0,
    ),
  },
  {
    id: 'tokens-restart-after-second-reply',
    title: 'The running total restarts after the second reply.',
    sections,
    needs: ['two-questions'],
    apply: editTokens(
      'generating',
      () => 40,
      (job) => job.replies > 1,
    ),
  },
  {
    id: 'final-tokens-one-lower-in-jobs-that-asked',
    title: 'In jobs that had asked, the final total is one lower than the last running total.',
    sections,
    needs: ['question'],
    apply: editTokens(
      'completed',
      (_tokens, job) => runningTotal(job) - 1,
      (job) => job.replies > 0,
    ),
  },
  {
    id: 'final-tokens-grow',
    title: 'The final total grows with every further poll.',
    sections,
    apply: editTokens('completed', (tokens, job) => tokens + 10 * (timesShown(job, 'completed') - 1)),
  },
  {
    id: 'final-tokens-fall',
    title: 'The final total is lower when the completed job is polled again.',
    sections,
    apply: editTokens(
      'completed',
      (tokens) => tokens - 1,
      (job) => shownBefore(job, 'completed'),
    ),
  },
];

export const tokens: readonly Mutant[] = [...types, ...totals];
