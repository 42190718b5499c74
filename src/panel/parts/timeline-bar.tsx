/**
 * The life of a job as a bar: what it went through, what is to come, where now is, and each poll as a tick. What colours
 * say, patterns and the label say too.
 */
import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { CoursePart, Job } from '../../generated/control-api.js';
import { now, nowBySeconds } from '../state/clock.js';
import { spanOf, type JobCell, type Tick } from '../state/jobs.js';
import { counted, lengthOf, STATUS_WORDS } from './words.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** From where to where a job's bar goes, as time goes on. */
export function useSpan(cell: JobCell): ReadonlySignal<Span> {
  return useComputed(() => {
    const { value: job } = cell.job;
    const isOver = endOf(job.course) !== undefined;
    return spanOf(job, isOver ? 0 : nowBySeconds.value, cell.polls.value);
  });
}

interface TimelineBarProps {
  readonly cell: JobCell;
  /** The instant that is looked at, when it is not now. */
  readonly at?: number | undefined;
}

export function TimelineBar({ cell, at }: TimelineBarProps) {
  const span = useSpan(cell);
  const { course = [] } = cell.job.value;
  // Not that of the drawing, which has some room behind the end.
  const length = useComputed(() => lengthBy(now.value, cell.job.value)).value;
  const isOpen = endOf(course) === undefined;
  const whole = isOpen ? `of ${length} so far` : length.replace(/^\d/, 'of $&');
  return (
    <div class="bar" role="img" aria-label={`Timeline ${whole}: ${described(course, cell.polls.value)}`}>
      <div class="parts">
        {course.map((part) => (
          <Part part={part} span={span.value} key={`${part.step} ${part.from}`} />
        ))}
        <NowMark cell={cell} span={span} />
        {at !== undefined && <span class="looked-at" style={{ left: percent(at, span.value) }} />}
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
  const text = textOf(part);
  const title = STATUS_WORDS[part.status] + (text === undefined ? '' : `: ${text}`);
  return <span class={`part ${part.status}`} style={style} title={title} />;
}

/** What is true of all of a part. */
function textOf({ figures, text }: CoursePart): string | undefined {
  const { slides, slides_total: total = 0 } = figures ?? {};
  if (!slides || slides.from === slides.to) return text;
  return `slides ${Math.min(slides.from + 1, total)} to ${Math.min(slides.to, total)} of ${total}`;
}

/** Where now is, with what is to come behind a veil. Drawn with every frame, so it is drawn alone. */
function NowMark({ cell, span }: { readonly cell: JobCell; readonly span: ReadonlySignal<Span> }) {
  const end = endOf(cell.job.value.course);
  if (end !== undefined && nowBySeconds.value > end + 1000) return null;
  const left = percent(now.value, span.value);
  return (
    <>
      <span class="to-come" style={{ left }} />
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

/** When it came to its end, if it does. */
function endOf(course: readonly CoursePart[] = []): number | undefined {
  const last = course.at(-1);
  const isEnd = last?.status === 'completed' || last?.status === 'failed';
  return isEnd ? Date.parse(last.from) : undefined;
}

/** How long a job is from its start to its end, or, when it comes to none, by now: by the second, as the clock draws it. */
function lengthBy(at: number, { started_at: started, course }: Job): string {
  const from = Date.parse(started);
  const end = endOf(course);
  if (end !== undefined) return end === from ? 'at once' : lengthOf(end - from);
  const seconds = Math.floor(Math.max(0, at - from) / 1000);
  return seconds === 0 ? '0 s' : lengthOf(1000 * seconds);
}

function percent(at: number, { from, to }: Span): string {
  return `${Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)))}%`;
}

function described(course: readonly CoursePart[], polls: readonly Tick[]): string {
  const parts = course.map(({ status, from, until }) => {
    const length = until === null ? '' : ` for ${lengthOf(Date.parse(until) - Date.parse(from))}`;
    return STATUS_WORDS[status].toLowerCase() + length;
  });
  const faults = polls.filter(({ isFault }) => isFault).length;
  return `${parts.join(', ')}. ${counted(polls.length, 'poll')}, ${faults} gone wrong.`;
}
