/**
 * The timeline of a job as a bar: its states in the past and in the future, a mark for now, and a tick for each poll. Patterns
 * and the label repeat the information of the colours. The bar of an open job is a slider.
 */
import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { TimelinePart, Job } from '../../generated/control-api.js';
import { counted } from '../../base/text/counted.js';
import { ownSpan, sharedSpan, type Span } from '../state/axis.js';
import { now, nowInSeconds } from '../state/clock.js';
import { brokenByJob } from '../state/conduct.js';
import type { JobCell, Tick } from '../state/jobs.js';
import { go } from '../state/route.js';
import { figuresOf } from '../state/status-view.js';
import { formatDuration, STATUS_LABELS } from './format.js';

interface TimelineBarProps {
  readonly cell: JobCell;
  /** Called with the instant of a click. */
  readonly onPick: (at: number) => void;
  /** Whether the bar is a slider, with its selected instant. A click on a tick then opens its exchange. */
  readonly slider?: { readonly at: number | undefined };
}

/** Pixels from a tick in which a click means it. */
const TICK_REACH = 8;
/** The share of the bar that an arrow key moves. */
const KEY_STEP = 0.02;

export function TimelineBar({ cell, onPick, slider }: TimelineBarProps) {
  const isSlider = slider !== undefined;
  const span = useComputed(() => (isSlider ? undefined : sharedSpan.value) ?? ownSpan(cell));
  const { timeline = [] } = cell.job.value;
  const { value: polls } = cell.polls;
  const length = useComputed(() => durationText(now.value, cell)).value;
  const isOpen = cell.end.value === undefined;
  const pick = (event: MouseEvent): void => onPick(instantOf(event, span.value));
  const pickTick = (event: MouseEvent): void => {
    const { from, to } = span.value;
    const reach = (TICK_REACH * (to - from)) / (event.currentTarget as Element).clientWidth;
    const instant = instantOf(event, span.value);
    const distance = (tick: Tick): number => Math.abs(tick.at - instant);
    const [nearest] = polls.toSorted((one, other) => distance(one) - distance(other));
    if (nearest && distance(nearest) <= reach) go({ view: 'traffic', item: String(nearest.sequence) });
    else onPick(instant);
  };
  const whole = isOpen ? `of ${length} so far` : length.replace(/^\d/, 'of $&');
  const label = `Timeline ${whole}: ${describe(timeline, polls)}`;
  return (
    <div
      class="bar"
      {...(isSlider
        ? sliderProps(cell, span.value, slider.at, onPick)
        : { role: 'img', 'aria-label': label })}
    >
      <div
        class="parts"
        onClick={pick}
        onPointerMove={(event) => isSlider && event.buttons === 1 && pick(event)}
      >
        {timeline.map((part) => (
          <Part part={part} span={span.value} key={`${part.step} ${part.from}`} />
        ))}
        <NowMark cell={cell} span={span} />
        {slider?.at !== undefined && (
          <span class="scrubbed" style={{ left: percent(slider.at, span.value) }} />
        )}
      </div>
      <Ticks cell={cell} span={span.value} onClick={pickTick} />
      {!isSlider && (
        <span class="length" title={isOpen ? 'The time since its start' : 'From its start to its end'}>
          {isOpen ? `${length}+` : length}
        </span>
      )}
    </div>
  );
}

function sliderProps(
  cell: JobCell,
  { from, to }: Span,
  at: number | undefined,
  onPick: (at: number) => void,
) {
  const shown = Math.min(to, Math.max(from, at ?? nowInSeconds.value));
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: shown - (to - from) * KEY_STEP,
    ArrowRight: shown + (to - from) * KEY_STEP,
    Home: from,
    End: to,
  };
  return {
    role: 'slider' as const,
    tabIndex: 0,
    'aria-label': 'Instant to show',
    'aria-valuemin': 0,
    'aria-valuemax': Math.round(to - from),
    'aria-valuenow': Math.round(shown - from),
    'aria-valuetext': `${formatDuration(shown - from)} after the start: ${describe(cell.job.value.timeline ?? [], cell.polls.value)}`,
    onKeyDown(event: KeyboardEvent) {
      const wanted = keys[event.key];
      if (wanted === undefined) return;
      event.preventDefault();
      onPick(Math.min(to, Math.max(from, wanted)));
    },
  };
}

function Part({ part, span }: { readonly part: TimelinePart; readonly span: Span }) {
  const from = Date.parse(part.from);
  const to = part.until === null ? span.to : Date.parse(part.until);
  const isEnd = part.status === 'completed' || part.status === 'failed';
  const width = `${Math.max(0, (100 * (to - from)) / (span.to - span.from))}%`;
  const style = { left: percent(from, span), width: isEnd && sharedSpan.value ? '0.6rem' : width };
  const text = detailOf(part);
  const title = STATUS_LABELS[part.status] + (text === undefined ? '' : `: ${text}`);
  return <span class={`part ${part.status}`} style={style} title={title} />;
}

/** The text of a whole part: its slides, its question or its error. */
function detailOf(part: TimelinePart): string | undefined {
  const { slides, slides_total: total = 0 } = figuresOf(part) ?? {};
  if (!slides || slides.from === slides.to) return part.text;
  return `slides ${Math.min(slides.from + 1, total)} to ${Math.min(slides.to, total)} of ${total}`;
}

/** The mark for now, and a veil over the future. A component of its own, because it renders with every frame. */
function NowMark({ cell, span }: { readonly cell: JobCell; readonly span: ReadonlySignal<Span> }) {
  const { value: end } = cell.end;
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
  readonly cell: JobCell;
  readonly span: Span;
  readonly onClick: (event: MouseEvent) => void;
}

/** A poll that broke a rule is red and has a head; a failed one is longer than the others. */
function Ticks({ cell, span, onClick }: TicksProps) {
  const broken = new Set(brokenByJob.value.get(cell.id));
  const x = ({ at }: Tick): string => ((1000 * (at - span.from)) / (span.to - span.from)).toFixed(1);
  const { value: polls } = cell.polls;
  const lines = (list: readonly Tick[], top: number): string =>
    list.map((tick) => `M${x(tick)} ${top}V10`).join('');
  const offenders = polls.filter(({ sequence }) => broken.has(sequence));
  const others = polls.filter(({ sequence }) => !broken.has(sequence));
  return (
    <svg class="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" onClick={onClick}>
      <path
        class="poll"
        d={lines(
          others.filter(({ isFault }) => !isFault),
          4,
        )}
        vector-effect="non-scaling-stroke"
      />
      <path
        class="poll-fault"
        d={lines(
          others.filter(({ isFault }) => isFault),
          1,
        )}
        vector-effect="non-scaling-stroke"
      />
      <path class="poll-broken" d={lines(offenders, 0)} vector-effect="non-scaling-stroke" />
      <path
        class="poll-broken head"
        d={offenders.map((tick) => `M${x(tick)} 0V3`).join('')}
        vector-effect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The duration of a job from its start to its end. Without an end, the duration up to now, in whole seconds. */
function durationText(at: number, { job, end: { value: end } }: JobCell): string {
  const from = Date.parse(job.value.started_at);
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

function describe(timeline: NonNullable<Job['timeline']>, polls: readonly Tick[]): string {
  const parts = timeline.map(({ status, from, until }) => {
    const length = until === null ? '' : ` for ${formatDuration(Date.parse(until) - Date.parse(from))}`;
    return STATUS_LABELS[status].toLowerCase() + length;
  });
  const faults = polls.filter(({ isFault }) => isFault).length;
  return `${parts.join(', ')}. ${counted(polls.length, 'poll')}, ${faults} failed.`;
}
