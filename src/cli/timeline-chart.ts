/** Draws a timeline for the terminal: a bar to scale, and a line for each step and fault. */
import { styleText } from 'node:util';
import { formatDuration } from '../scenario/duration.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { predictOutcome } from '../scenario/outcome.js';
import {
  getMidpointDuration,
  getProbability,
  type CompiledFault,
  type NumberRange,
  type SlideCount,
  type DurationRangeMs,
  type CompiledStep,
  type Timeline,
} from '../scenario/timeline.js';

const CHART_WIDTH = 64;

interface Segment {
  readonly step: CompiledStep;
  readonly start: number;
  /** Infinite for a question without a limit, and for a stall. */
  readonly length: number;
}

export function timelineChart(timeline: Timeline): string {
  const { steps, stepsAfterReply, rejection } = predictOutcome(timeline);
  if (rejection) return `\n  ${styleText('red', '✕')}     0ms  ${rejectionText(rejection.status)}`;
  const segments = segmentsOf(steps, 0);
  const question = segments.findLast(({ step }) => step.kind === 'ask');
  const repliedSegments = segmentsOf(stepsAfterReply, question?.start ?? 0);
  return [
    '',
    `  ${renderBar(segments)}`,
    '',
    ...segments.map(segmentLine),
    ...(stepsAfterReply.length > 0
      ? ['', '  After an immediate reply:', ...repliedSegments.map(segmentLine)]
      : []),
    ...timeline.faults.map((fault) => `  ${styleText('magenta', '!')} ${describeFault(fault)}`),
  ].join('\n');
}

/** How long a job takes, and how it ends, as in `scenario list`. */
export function summarizeOutcome(timeline: Timeline): { readonly length: string; readonly end: string } {
  const { steps, end, rejection } = predictOutcome(timeline);
  if (rejection) return { length: '', end: rejectionText(rejection.status) };
  const length = segmentsOf(steps, 0).at(-1)?.start ?? 0;
  return { length: formatDuration(length), end: end === 'stalled' ? 'never ends' : end };
}

const probabilityText = (probability: number): string =>
  probability < 1 ? `, in ${formatPercent(probability)} of the jobs` : '';

const formatPercent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

function rejectionText(status: number | undefined): string {
  return status === undefined
    ? 'no job starts: the request gets no response'
    : `no job starts: the response is ${status}`;
}

function segmentLine({ step, start }: Segment, index: number): string {
  return `  ${symbolOf(step)} ${formatDuration(start).padStart(7)}  ${sanitizeLine(`${describeStep(step, index)}${probabilityText(getProbability(step))}`)}`;
}

function segmentsOf(steps: readonly CompiledStep[], from: number): Segment[] {
  let start = from;
  return steps.map((step) => {
    const length = getMidpointDuration(step);
    const segment = { step, start, length };
    // The chart shows an immediate reply to a question without a limit.
    start += Number.isFinite(length) ? length : 0;
    return segment;
  });
}

function renderBar(segments: readonly Segment[]): string {
  const total = segments.reduce((sum, { length }) => sum + (Number.isFinite(length) ? length : 0), 0);
  const cellAt = (time: number): number => Math.round((time / Math.max(total, 1)) * CHART_WIDTH);
  // A short step among a few is visible; many short steps share cells, so that the bar fits the terminal.
  const minCells = segments.length > CHART_WIDTH / 4 ? 0 : 1;
  return segments
    .map(({ step, start, length }) => {
      if (!Number.isFinite(length)) return symbolOf(step);
      const cells = Math.max(minCells, cellAt(start + length) - cellAt(start));
      switch (step.kind) {
        case 'generate':
          return step.slides ? styleText('cyan', '━'.repeat(cells)) : styleText('dim', '─'.repeat(cells));
        case 'ask':
          return styleText('yellow', '?'.repeat(cells));
        case 'stall':
        case 'complete':
        case 'fail':
          return symbolOf(step);
      }
    })
    .join('');
}

function symbolOf(step: CompiledStep): string {
  switch (step.kind) {
    case 'generate':
      return step.slides ? styleText('cyan', '━') : styleText('dim', '─');
    case 'ask':
      return styleText('yellow', '?');
    case 'complete':
      return styleText('green', '●');
    case 'fail':
      return styleText('red', '✕');
    case 'stall':
      return styleText('cyan', '…');
  }
}

function describeStep(step: CompiledStep, index: number): string {
  switch (step.kind) {
    case 'generate': {
      const { from, to } = step.tokens;
      const slides =
        step.slides &&
        `slides ${step.slides.from ? `${formatSlideCount(step.slides.from)} to ` : 'up to '}${formatSlideCount(step.slides.to)}${step.total === undefined ? '' : ` of ${step.total}`}`;
      const tokens = to > from ? `tokens ${from} to ${to}` : undefined;
      const hidden = step.hidesProgress && 'no progress';
      return [`generate for ${spanText(step.duration)}`, step.currentStep, hidden, slides, tokens]
        .filter(Boolean)
        .join(', ');
    }
    case 'ask': {
      const onTimeout =
        step.onTimeout === 'continue' ? 'then continues' : `then fails: ${step.onTimeout.error}`;
      return `ask: ${step.message}${Number.isFinite(step.timeout.max) ? ` (waits ${spanText(step.timeout)}, ${onTimeout})` : ' (waits for a reply)'}`;
    }
    case 'complete': {
      const { sections, title, tokens, isPublic } = step;
      const count =
        sections === undefined
          ? undefined
          : `${typeof sections === 'number' ? sections : sections.length} sections`;
      const total = tokens === undefined ? undefined : tokens === 0 ? 'no tokens' : `${tokens} tokens`;
      return ['complete', title, count, total, isPublic && 'public'].filter(Boolean).join(', ');
    }
    case 'fail':
      return `fail: ${step.error}`;
    case 'stall':
      return `stall${index === 0 ? ' from the start' : ''}`;
  }
}

function describeFault({
  operations,
  requests,
  during,
  probability,
  response,
  latency,
  connection,
  corrupt,
  drip,
}: CompiledFault): string {
  const conditions = [
    requests && `request ${rangeText(requests, String)}`,
    during && `${rangeText(during, formatDuration)} after the start`,
    probability < 1 && `${formatPercent(probability)} of the time`,
  ].filter(Boolean);
  const effects = [
    response &&
      `${response.status}${response.retryAfter === undefined ? '' : ` with Retry-After ${formatDuration(response.retryAfter)}`}`,
    latency && `latency ${spanText(latency)}`,
    connection === 'reset' ? 'connection reset' : connection && 'no response',
    corrupt && `${corrupt} body`,
    drip !== undefined && `body over ${formatDuration(drip)}`,
  ].filter(Boolean);
  return `${operations.join(', ')}${conditions.length > 0 ? `, ${conditions.join(', ')}` : ''}: ${effects.join(', ')}`;
}

function rangeText({ from, to }: NumberRange, format: (value: number) => string): string {
  if (from === to) return format(from);
  return to === Infinity ? `${format(from)} on` : `${format(from)} to ${format(to)}`;
}

function spanText({ min, max }: DurationRangeMs): string {
  return min === max ? formatDuration(min) : `${formatDuration(min)} to ${formatDuration(max)}`;
}

function formatSlideCount(count: SlideCount): string {
  return 'share' in count ? `${Math.round(count.share * 100)} %` : String(count.slides);
}
