/**
 * The timeline of a job as a bar: its states in the past and in the future, a mark for now, and a tick for each poll. Patterns
 * and the label repeat the information of the colours.
 */
import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { CoursePart, Job } from '../../generated/control-api.js';
import { now, nowInSeconds } from '../state/clock.js';
import { spanOf, type JobCell, type Tick } from '../state/jobs.js';
import { formatCount, formatDuration, STATUS_LABELS } from './format.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The start and the end of a job's bar. The end moves with the clock. */
export function useSpan(cell: JobCell): ReadonlySignal<Span> {
  return useComputed(() => {
    const { value: job } = cell.job;
    const isOver = endOf(job.course) !== undefined;
    return spanOf(job, isOver ? 0 : nowInSeconds.value, cell.polls.value);
  });
}

interface TimelineBarProps {
  readonly cell: JobCell;
  /** The selected instant, if it is not now. */
  readonly at?: number | undefined;
}

export function TimelineBar({ cell, at }: TimelineBarProps) {
  const span = useSpan(cell);
  const { course = [] } = cell.job.value;
  // The duration of the job. The bar itself is a little longer.
  const length = useComputed(() => durationText(now.value, cell.job.value)).value;
  const isOpen = endOf(course) === undefined;
  const whole = isOpen ? `of ${length} so far` : length.replace(/^\d/, 'of $&');
  return (
    <div class="bar" role="img" aria-label={`Timeline ${whole}: ${describe(course, cell.polls.value)}`}>
      <div class="parts">
        {course.map((part) => (
          <Part part={part} span={span.value} key={`${part.step} ${part.from}`} />
        ))}
        <NowMark cell={cell} span={span} />
        {at !== undefined && <span class="scrubbed" style={{ left: percent(at, span.value) }} />}
      </div>
      <span class="length" title={isOpen ? 'How long it has been at it' : 'From its start to its end'}>
        {isOpen ? `${length}+` : length}
      </span>
      <Ticks polls={cell.polls.value} span={span.value} />
    </div>
  );
}

function Part({ part, span }: { readonly part: CoursePart; readonly span: Span }) {
  const from = Date.parse(part.from);
  const to = part.until === null ? span.to : Date.parse(part.until);
  const style = { left: percent(from, span), width: `${(100 * (to - from)) / (span.to - span.from)}%` };
  const text = detailOf(part);
  const title = STATUS_LABELS[part.status] + (text === undefined ? '' : `: ${text}`);
  return <span class={`part ${part.status}`} style={style} title={title} />;
}

/** The text of a whole part: its slides, its question or its error. */
function detailOf({ figures, text }: CoursePart): string | undefined {
  const { slides, slides_total: total = 0 } = figures ?? {};
  if (!slides || slides.from === slides.to) return text;
  return `slides ${Math.min(slides.from + 1, total)} to ${Math.min(slides.to, total)} of ${total}`;
}

/** The mark for now, and a veil over the future. A component of its own, because it renders with every frame. */
function NowMark({ cell, span }: { readonly cell: JobCell; readonly span: ReadonlySignal<Span> }) {
  const end = endOf(cell.job.value.course);
  if (end !== undefined && nowInSeconds.value > end + 1000) return null;
  const left = percent(now.value, span.value);
  return (
    <>
      <span class="future" style={{ left }} />
      <span class="now" style={{ left }} />
    </>
  );
}

function Ticks({ polls, span }: { readonly polls: readonly Tick[]; readonly span: Span }) {
  const lines = (isFault: boolean, top: number): string =>
    polls
      .filter((tick) => tick.isFault === isFault)
      .map(({ at }) => `M${((1000 * (at - span.from)) / (span.to - span.from)).toFixed(1)} ${top}V10`)
      .join('');
  return (
    <svg class="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <path class="poll" d={lines(false, 3)} vector-effect="non-scaling-stroke" />
      <path class="poll-fault" d={lines(true, 0)} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

/** When the job ends; `undefined` if its timeline has no end. */
function endOf(course: readonly CoursePart[] = []): number | undefined {
  const last = course.at(-1);
  const isEnd = last?.status === 'completed' || last?.status === 'failed';
  return isEnd ? Date.parse(last.from) : undefined;
}

/** The duration of a job from its start to its end. Without an end, the duration up to now, in whole seconds. */
function durationText(at: number, { started_at: started, course }: Job): string {
  const from = Date.parse(started);
  const end = endOf(course);
  if (end !== undefined) return end === from ? 'at once' : formatDuration(end - from);
  const seconds = Math.floor(Math.max(0, at - from) / 1000);
  return seconds === 0 ? '0 s' : formatDuration(1000 * seconds);
}

function percent(at: number, { from, to }: Span): string {
  return `${Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)))}%`;
}

function describe(course: readonly CoursePart[], polls: readonly Tick[]): string {
  const parts = course.map(({ status, from, until }) => {
    const length = until === null ? '' : ` for ${formatDuration(Date.parse(until) - Date.parse(from))}`;
    return STATUS_LABELS[status].toLowerCase() + length;
  });
  const faults = polls.filter(({ isFault }) => isFault).length;
  return `${parts.join(', ')}. ${formatCount(polls.length, 'poll')}, ${faults} gone wrong.`;
}
