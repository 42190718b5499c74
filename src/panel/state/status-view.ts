/** Computes the status response of a generating job from its timeline as the server does, so that polling is not needed. */
import type { TimelinePart, JobInfo } from '../../generated/control-api.js';
import type { ProgressRange } from '../../service/control/timeline-types.js';

/** The text of a row: the current step, the question or the error. */
export function textAt(part: TimelinePart, at: number): string | undefined {
  const range = getProgressRange(part);
  return range ? progressAt(range, at)?.current_step : part.text;
}

/** The status response. Undefined for a part without a progress range: its response is constant, and must be requested. */
export function statusViewAt(
  id: string,
  part: TimelinePart,
  at: number,
): JobInfo['status_response'] | undefined {
  const range = getProgressRange(part);
  if (!range) return undefined;
  const progress = progressAt(range, at);
  const tokens = interpolate(range.tokens, fractionAt(range, at));
  return {
    generation_id: id,
    status: 'generating',
    ...(progress && { progress }),
    ...(tokens > 0 && { tokens_used: tokens }),
  };
}

/** The progress range of a part, which the control API document does not type. */
export const getProgressRange = ({ progress_range }: TimelinePart): ProgressRange | undefined =>
  progress_range as ProgressRange | undefined;

function progressAt(range: ProgressRange, at: number) {
  const { slides, slides_total: total = 0, current_step: template = '' } = range;
  if (!slides) return undefined;
  const completed = Math.min(total, interpolate(slides, fractionAt(range, at)));
  const text = template
    .replaceAll('{slide}', String(Math.min(completed + 1, total)))
    .replaceAll('{slides_completed}', String(completed))
    .replaceAll('{slides_total}', String(total));
  return { slides_total: total, slides_completed: completed, current_step: text };
}

function fractionAt({ since, until }: ProgressRange, at: number): number {
  const from = Date.parse(since);
  const length = Date.parse(until) - from;
  // The panel's clock has fractions of milliseconds, the server's has not.
  return length > 0 ? Math.min(1, Math.max(0, (Math.floor(at) - from) / length)) : 1;
}

function interpolate({ from, to }: { readonly from: number; readonly to: number }, fraction: number): number {
  return from + Math.floor((to - from) * fraction);
}
