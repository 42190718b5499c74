/**
 * The timeline of a job as a bar: its states in the past and in the future, a mark for now, and a tick for each poll. Patterns
 * and the label repeat the information of the colours.
 */
import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { TimelinePart, Job } from '../../generated/control-api.js';
import { now, nowInSeconds } from '../state/clock.js';
import { spanOf, type JobCell, type Tick } from '../state/jobs.js';
import { counted } from '../../base/text/counted.js';
import { formatDuration, STATUS_LABELS } from './format.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The start and the end of a job's bar. The end moves with the clock. */
export function useSpan(cell: JobCell): ReadonlySignal<Span> {
  return useComputed(() => {
    const { value: job } = cell.job;
    const isOver = endOf(job.timeline) !== undefined;
    return spanOf(job, isOver ? 0 : nowInSeconds.value, cell.polls.value);
  });
}

interface TimelineBarProps {
  readonly cell: JobCell;
  /** The selected instant, if it is not now. */
  readonly at?: number | undefined;
  /** Called with the instant of a click. The slider of an open job does the same with the keyboard. */
  readonly onPick: (at: number) => void;
  /** Called with the sequence of the poll whose tick is clicked. */
  readonly onTick?: (sequence: number) => void;
}

/** Pixels from a tick in which a click means it. */
const TICK_REACH = 8;

export function TimelineBar({ cell, at, onPick, onTick }: TimelineBarProps) {
  const span = useSpan(cell);
  const { timeline = [] } = cell.job.value;
  // The duration of the job. The bar itself is a little longer.
  const length = useComputed(() => durationText(now.value, cell.job.value)).value;
  const isOpen = endOf(timeline) === undefined;
  const pick = (event: MouseEvent): void => onPick(instantOf(event, span.value));
  const pickTick = (event: MouseEvent): void => {
    const { from, to } = span.value;
    const reach = (TICK_REACH * (to - from)) / (event.currentTarget as Element).clientWidth;
    const instant = instantOf(event, span.value);
    const distance = (tick: Tick): number => Math.abs(tick.at - instant);
    const [nearest] = cell.polls.value.toSorted((one, other) => distance(one) - distance(other));
    if (onTick && nearest && distance(nearest) <= reach) onTick(nearest.sequence);
    else onPick(instant);
  };
  const whole = isOpen ? `of ${length} so far` : length.replace(/^\d/, 'of $&');
  return (
    <div class="bar" role="img" aria-label={`Timeline ${whole}: ${describe(timeline, cell.polls.value)}`}>
      <div class="parts" onClick={pick}>
        {timeline.map((part) => (
          <Part part={part} span={span.value} key={`${part.step} ${part.from}`} />
        ))}
        <NowMark cell={cell} span={span} />
        {at !== undefined && <span class="scrubbed" style={{ left: percent(at, span.value) }} />}
      </div>
      <span class="length" title={isOpen ? 'The time since its start' : 'From its start to its end'}>
        {isOpen ? `${length}+` : length}
      </span>
      <Ticks polls={cell.polls.value} span={span.value} onClick={pickTick} />
    </div>
  );
}

function Part({ part, span }: { readonly part: TimelinePart; readonly span: Span }) {
  const from = Date.parse(part.from);
  const to = part.until === null ? span.to : Date.parse(part.until);
  const style = { left: percent(from, span), width: `${(100 * (to - from)) / (span.to - span.from)}%` };
  const text = detailOf(part);
  const title = STATUS_LABELS[part.status] + (text === undefined ? '' : `: ${text}`);
  return <span class={`part ${part.status}`} style={style} title={title} />;
}

/** The text of a whole part: its slides, its question or its error. */
function detailOf({ figures, text }: TimelinePart): string | undefined {
  const { slides, slides_total: total = 0 } = figures ?? {};
  if (!slides || slides.from === slides.to) return text;
  return `slides ${Math.min(slides.from + 1, total)} to ${Math.min(slides.to, total)} of ${total}`;
}

/** The mark for now, and a veil over the future. A component of its own, because it renders with every frame. */
function NowMark({ cell, span }: { readonly cell: JobCell; readonly span: ReadonlySignal<Span> }) {
  const end = endOf(cell.job.value.timeline);
  // A finished bar has no future, also while the clock is paused.
  if (end !== undefined && now.value >= end) return null;
  const left = percent(now.value, span.value);
  return (
    <>
      <span class="future" style={{ left }} />
      <span class="now" style={{ left }} />
    </>
  );
}

interface TicksProps {
  readonly polls: readonly Tick[];
  readonly span: Span;
  readonly onClick: (event: MouseEvent) => void;
}

function Ticks({ polls, span, onClick }: TicksProps) {
  const lines = (isFault: boolean, top: number): string =>
    polls
      .filter((tick) => tick.isFault === isFault)
      .map(({ at }) => `M${((1000 * (at - span.from)) / (span.to - span.from)).toFixed(1)} ${top}V10`)
      .join('');
  return (
    <svg class="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" onClick={onClick}>
      <path class="poll" d={lines(false, 3)} vector-effect="non-scaling-stroke" />
      <path class="poll-fault" d={lines(true, 0)} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

/** When the job ends; `undefined` if its timeline has no end. */
function endOf(timeline: readonly TimelinePart[] = []): number | undefined {
  const last = timeline.at(-1);
  const isEnd = last?.status === 'completed' || last?.status === 'failed';
  return isEnd ? Date.parse(last.from) : undefined;
}

/** The duration of a job from its start to its end. Without an end, the duration up to now, in whole seconds. */
function durationText(at: number, { started_at: started, timeline }: Job): string {
  const from = Date.parse(started);
  const end = endOf(timeline);
  if (end !== undefined) return end === from ? 'at once' : formatDuration(end - from);
  const seconds = Math.floor(Math.max(0, at - from) / 1000);
  return seconds === 0 ? '0 s' : formatDuration(1000 * seconds);
}

/** The instant below the mouse. */
function instantOf({ currentTarget, clientX }: MouseEvent, { from, to }: Span): number {
  const { left, width } = (currentTarget as Element).getBoundingClientRect();
  return from + (to - from) * Math.min(1, Math.max(0, (clientX - left) / width));
}

function percent(at: number, { from, to }: Span): string {
  return `${Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)))}%`;
}

function describe(timeline: readonly TimelinePart[], polls: readonly Tick[]): string {
  const parts = timeline.map(({ status, from, until }) => {
    const length = until === null ? '' : ` for ${formatDuration(Date.parse(until) - Date.parse(from))}`;
    return STATUS_LABELS[status].toLowerCase() + length;
  });
  const faults = polls.filter(({ isFault }) => isFault).length;
  return `${parts.join(', ')}. ${counted(polls.length, 'poll')}, ${faults} failed.`;
}
