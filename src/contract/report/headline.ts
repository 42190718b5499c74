/** The verdict of a run in one sentence. */
import type { Report } from './model.js';

export function headline({ outcome, summary }: Report): string {
  if (outcome === 'error') return 'The target could not be judged.';
  if (outcome === 'pass')
    return summary.accepted > 0 ? 'All violations are known.' : 'No documented promise is broken.';
  if (summary.fail === 0) return 'The baseline is out of date.';
  return summary.fail === 1
    ? 'One documented promise is broken.'
    : `${summary.fail} documented promises are broken.`;
}
