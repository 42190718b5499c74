/** Section 2.2: progress and tokens_used are optional, and numbers; their meaning, and their changes, are not shown. */
import { editView } from '../../mutants/response-edits.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Progress, ScriptedState } from '../../reference-service/job-scripts.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant } from '../variant.js';

/** The nth generating state of a job has this progress instead. */
function withProgress(
  edit: (original: Progress | undefined, nth: number) => Progress | undefined,
): ServiceHooks {
  return {
    states: (plain) => {
      let nth = 0;
      return plain.map((state): ScriptedState => {
        if (state.status !== 'generating') return state;
        const { progress: original, ...rest } = state;
        const progress = edit(original, nth++);
        return progress ? { ...rest, progress } : rest;
      });
    },
  };
}

/** Each state that has a total has this one instead. */
function withTokens(edit: (original: number, state: ScriptedState) => number): ServiceHooks {
  return {
    states: (plain) =>
      plain.map((state) =>
        'tokens' in state && state.tokens ? { ...state, tokens: edit(state.tokens, state) } : state,
      ),
  };
}

const steps = (slides_total: number, slides_completed: number, current_step = 'Working'): Progress => ({
  slides_total,
  slides_completed,
  current_step,
});

export const figures: readonly ConformingVariant[] = [
  ...createVariants('progress', [
    ['never', 'A job never shows progress.', withProgress(() => undefined)],
    [
      'from-the-start',
      'A job shows progress at once.',
      withProgress((original) => original ?? steps(5, 0, 'Starting')),
    ],
    [
      'comes-and-goes',
      'Progress is missing at every other poll.',
      withProgress((original, nth) => (nth % 2 ? original : undefined)),
    ],
    [
      'total-changes',
      'The number of slides changes as the outline grows.',
      withProgress((_honest, nth) => steps(4 + nth, nth)),
    ],
    [
      'total-shrinks',
      'The number of slides falls below the number of completed slides.',
      withProgress((_honest, nth) => steps(9 - nth, 6)),
    ],
    [
      'starts-over',
      'The number of completed slides falls when slides are rewritten.',
      withProgress((_honest, nth) => steps(5, 4 - (nth % 4))),
    ],
    [
      'fractions',
      'Half slides count.',
      withProgress(
        (original) => original && { ...original, slides_completed: original.slides_completed + 0.5 },
      ),
    ],
    [
      'zero',
      'The number of slides is 0 while it is unknown.',
      withProgress((original) => original && steps(0, 0)),
    ],
    [
      'minus-one',
      'The number of slides is -1 while it is unknown.',
      withProgress((original) => original && steps(-1, 0)),
    ],
    [
      'hostile-step',
      'The step text has markup and control characters.',
      withProgress((original) => original && steps(5, 1, '<script>\u001b[2J\u0000\u202E&amp;')),
    ],
    [
      'more',
      'Progress has more fields.',
      editView('generating', (view) => ({
        ...view,
        ...(view['progress'] !== undefined && {
          progress: { ...(view['progress'] as JsonObject), percent: 40, eta: null },
        }),
      })),
    ],
  ]),
  ...createVariants('tokens', [
    ['never', 'A job never shows its tokens.', withTokens(() => 0)],
    [
      'final-only',
      'A job shows its tokens when it is completed.',
      withTokens((original, { status }) => (status === 'completed' ? original : 0)),
    ],
    [
      'running-only',
      'A job shows its tokens while it generates.',
      withTokens((original, { status }) => (status === 'completed' ? 0 : original)),
    ],
    [
      'now-and-then',
      'A job does not show its tokens at every poll.',
      withTokens((original) => (original > 500 && original < 900 ? 0 : original)),
    ],
    ['fractions', 'Tokens are weighted, and have fractions.', withTokens((original) => original * 1.1)],
    ['constant', 'The tokens are counted once, at the beginning.', withTokens(() => 120)],
    ['huge', 'The tokens are many.', withTokens((original) => original * 1e14)],
    ['tiny', 'The tokens are counted in millions.', withTokens((original) => original / 1e6)],
  ]),
];
