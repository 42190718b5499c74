/** Section 2.2: a question and an error are texts for users. The spec promises no stable wording. */
import { editView } from '../../mutants/response-edits.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant } from '../variant.js';

const texts = { awaiting_input: 'message', failed: 'error' } as const;

/** The text of a state, in another wording. */
function worded(state: keyof typeof texts, text: (original: unknown, call: Call) => unknown): ServiceHooks {
  const field = texts[state];
  return editView(state, (view, call) => ({ ...view, [field]: text(view[field], call) }));
}

export const wording: readonly ConformingVariant[] = createVariants('wording', [
  [
    'at-each-poll',
    'A question gets another wording at each poll.',
    worded('awaiting_input', (original, { store }) => `${String(original)} (${store.requests})`),
  ],
  [
    'shared',
    'All jobs that ask show one question, whose text changes with each new job.',
    worded('awaiting_input', (_, { store }) => `A question to all ${store.jobs.size} jobs?`),
  ],
  [
    'of-errors',
    'The error of a failed job counts the minutes, and is the same for all jobs.',
    worded('failed', (_, { store }) => `Upstream is late, seen ${store.requests} times.`),
  ],
  [
    'of-an-upstream-program',
    'The error of a failed job is what an upstream program wrote.',
    worded(
      'failed',
      () => '[{"code": "E42", "detail": "renderer gave [object Object], expected undefined"}]',
    ),
  ],
  ['in-another-script', 'A question has no Latin letters.', worded('awaiting_input', () => '聴衆は？')],
  [
    'of-blank-steps',
    'The steps of a job have blank texts, and then digits.',
    editView('generating', (view, { store }) => {
      const progress = view['progress'];
      const current_step = store.requests % 2 === 0 ? '' : '3/8';
      return progress ? { ...view, progress: { ...progress, current_step } } : view;
    }),
  ],
]).map(
  // The judge tells the questions of one job apart by their texts.
  (variant): ConformingVariant => ({ ...variant, decides: [...variant.decides, 'job lifecycle'] }),
);
