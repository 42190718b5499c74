/** Draws a timeline for the terminal: a bar to scale, and a line for each step and fault. */
import { styleText } from 'node:util';
import { formatDuration } from '../scenario/duration.js';
import { onOneLine } from '../base/text/neutral.js';
import { outcomeOf } from '../scenario/outcome.js';
import {
  chanceOf,
  type Fault,
  type Range,
  type SlideCount,
  type Span,
  type Step,
  type Timeline,
} from '../scenario/timeline.js';

const WIDTH = 64;

interface Segment {
  readonly step: Step;
  readonly start: number;
  /** Infinite for a question without a limit. */
  readonly length: number;
}

export function timelineChart(timeline: Timeline): string {
  const { steps, replied, refusal } = outcomeOf(timeline);
  if (refusal) return `\n  ${styleText('red', '✕')}     0ms  ${refusalText(refusal.status)}`;
  const segments = segmentsOf(steps, 0);
  const question = segments.findLast(({ step }) => step.kind === 'ask');
  const repliedSegments = segmentsOf(replied, question?.start ?? 0);
  return [
    '',
    `  ${bar(segments)}`,
    '',
    ...segments.map(segmentLine),
    ...(replied.length > 0 ? ['', '  After a reply at once:', ...repliedSegments.map(segmentLine)] : []),
    ...timeline.faults.map((fault) => `  ${styleText('magenta', '!')} ${describeFault(fault)}`),
  ].join('\n');
}

/** How long a job takes, and how it ends, as in `scenario list`. */
export function endText(timeline: Timeline): { readonly length: string; readonly end: string } {
  const { steps, end, refusal } = outcomeOf(timeline);
  if (refusal) return { length: '', end: refusalText(refusal.status) };
  const length = segmentsOf(steps, 0).at(-1)?.start ?? 0;
  return { length: formatDuration(length), end: end === 'stalled' ? 'never ends' : end };
}

const chanceText = (chance: number): string =>
  chance < 1 ? `, in ${formatPercent(chance)} of the jobs` : '';

const formatPercent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

function refusalText(status: number | undefined): string {
  return status === undefined
    ? 'no job starts: the request gets no response'
    : `no job starts: the response is ${status}`;
}

function segmentLine({ step, start }: Segment, index: number): string {
  return `  ${symbolOf(step)} ${formatDuration(start).padStart(7)}  ${onOneLine(`${describeStep(step, index)}${chanceText(chanceOf(step))}`)}`;
}

function segmentsOf(steps: readonly Step[], from: number): Segment[] {
  let start = from;
  return steps.map((step) => {
    const length = step.kind === 'work' ? middle(step.duration) : step.kind === 'ask' ? middle(step.wait) : 0;
    const segment = { step, start, length };
    // The chart shows an immediate reply to a question without a limit.
    start += Number.isFinite(length) ? length : 0;
    return segment;
  });
}

function bar(segments: readonly Segment[]): string {
  const total = segments.reduce((sum, { length }) => sum + (Number.isFinite(length) ? length : 0), 0);
  const cellAt = (time: number): number => Math.round((time / Math.max(total, 1)) * WIDTH);
  // A short step among a few is visible; many short steps share cells, so that the bar fits the terminal.
  const least = segments.length > WIDTH / 4 ? 0 : 1;
  return segments
    .map(({ step, start, length }) => {
      if (
        step.kind === 'complete' ||
        step.kind === 'fail' ||
        step.kind === 'stay' ||
        !Number.isFinite(length)
      )
        return symbolOf(step);
      const cells = Math.max(least, cellAt(start + length) - cellAt(start));
      return step.kind === 'ask'
        ? styleText('yellow', '?'.repeat(cells))
        : step.slides
          ? styleText('cyan', '━'.repeat(cells))
          : styleText('dim', '─'.repeat(cells));
    })
    .join('');
}

function symbolOf(step: Step): string {
  switch (step.kind) {
    case 'work':
      return step.slides ? styleText('cyan', '━') : styleText('dim', '─');
    case 'ask':
      return styleText('yellow', '?');
    case 'complete':
      return styleText('green', '●');
    case 'fail':
      return styleText('red', '✕');
    case 'stay':
      return styleText('cyan', '…');
  }
}

function describeStep(step: Step, index: number): string {
  switch (step.kind) {
    case 'work': {
      const { from, to } = step.tokens;
      const slides =
        step.slides &&
        `slides ${step.slides.from ? `${amount(step.slides.from)} to ` : 'up to '}${amount(step.slides.to)}${step.total === undefined ? '' : ` of ${step.total}`}`;
      const tokens = to > from ? `tokens ${from} to ${to}` : undefined;
      const hidden = step.hidesProgress && 'no progress';
      return [`work for ${spanText(step.duration)}`, step.currentStep, hidden, slides, tokens]
        .filter(Boolean)
        .join(', ');
    }
    case 'ask': {
      const otherwise =
        step.otherwise === 'continue' ? 'then continues' : `then fails: ${step.otherwise.error}`;
      return `ask: ${step.message}${Number.isFinite(step.wait.max) ? ` (waits ${spanText(step.wait)}, ${otherwise})` : ' (waits for a reply)'}`;
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
    case 'stay':
      return `stay forever${index === 0 ? ' from the start' : ''}`;
  }
}

function describeFault({
  operations,
  requests,
  during,
  chance,
  answer,
  latency,
  connection,
  corrupt,
  drip,
}: Fault): string {
  const when = [
    requests && `request ${rangeText(requests, String)}`,
    during && `${rangeText(during, formatDuration)} after the start`,
    chance < 1 && `${formatPercent(chance)} of the time`,
  ].filter(Boolean);
  const what = [
    answer &&
      `${answer.status}${answer.retryAfter === undefined ? '' : ` with Retry-After ${formatDuration(answer.retryAfter)}`}`,
    latency && `latency ${spanText(latency)}`,
    connection === 'reset' ? 'connection reset' : connection && 'no response',
    corrupt && `${corrupt} body`,
    drip !== undefined && `body over ${formatDuration(drip)}`,
  ].filter(Boolean);
  return `${operations.join(', ')}${when.length > 0 ? `, ${when.join(', ')}` : ''}: ${what.join(', ')}`;
}

function rangeText({ from, to }: Range, format: (value: number) => string): string {
  if (from === to) return format(from);
  return to === Infinity ? `${format(from)} on` : `${format(from)} to ${format(to)}`;
}

function spanText({ min, max }: Span): string {
  return min === max ? formatDuration(min) : `${formatDuration(min)} to ${formatDuration(max)}`;
}

function middle({ min, max }: Span): number {
  return (min + max) / 2;
}

function amount(count: SlideCount): string {
  return 'share' in count ? `${Math.round(count.share * 100)} %` : String(count.slides);
}
