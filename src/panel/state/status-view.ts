/**
 * Computes the status view of a generating job at any instant from the figures of its timeline, by the same formula as the
 * server. So the panel follows the clock without requests.
 */
import type { TimelinePart, JobInfo } from '../../generated/control-api.js';
import type { ProgressRange } from '../../service/control/timeline-types.js';

/** The text of a row: the current step, the question or the error. */
export function textAt(part: TimelinePart, at: number): string | undefined {
  const figures = progressRangeOf(part);
  return figures ? progressAt(figures, at)?.current_step : part.text;
}

/** The body of a poll. Undefined for a part without figures: its body is constant, and one request gets it. */
export function statusViewAt(
  id: string,
  part: TimelinePart,
  at: number,
): JobInfo['status_response'] | undefined {
  const figures = progressRangeOf(part);
  if (!figures) return undefined;
  const progress = progressAt(figures, at);
  const tokens = interpolate(figures.tokens, fractionAt(figures, at));
  return {
    generation_id: id,
    status: 'generating',
    ...(progress && { progress }),
    ...(tokens > 0 && { tokens_used: tokens }),
  };
}

/** The figures of a part, which the control document leaves open. */
export const progressRangeOf = ({ progress_range }: TimelinePart): ProgressRange | undefined =>
  progress_range as ProgressRange | undefined;

function progressAt(figures: ProgressRange, at: number) {
  const { slides, slides_total: total = 0, current_step: template = '' } = figures;
  if (!slides) return undefined;
  const done = Math.min(total, interpolate(slides, fractionAt(figures, at)));
  const text = template
    .replaceAll('{slide}', String(Math.min(done + 1, total)))
    .replaceAll('{slides_completed}', String(done))
    .replaceAll('{slides_total}', String(total));
  return { slides_total: total, slides_completed: done, current_step: text };
}

function fractionAt({ since, until }: ProgressRange, at: number): number {
  const from = Date.parse(since);
  const length = Date.parse(until) - from;
  // The panel's clock has fractions of milliseconds. The server computes with whole ones.
  return length > 0 ? Math.min(1, Math.max(0, (Math.floor(at) - from) / length)) : 1;
}

function interpolate({ from, to }: { readonly from: number; readonly to: number }, share: number): number {
  return from + Math.floor((to - from) * share);
}
