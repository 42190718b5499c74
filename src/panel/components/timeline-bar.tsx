/**
 * The timeline of a job as a bar: its states in the past and in the future, a mark for now, and a tick for each poll. Patterns
 * and the label repeat the information of the colours. The bar of an open job is a slider with labels.
 */
import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { TimelinePart, JobInfo } from '../../generated/control-api.js';
import { pluralize } from '../../base/text/pluralize.js';
import { now, nowInSeconds } from '../state/clock.js';
import { violationsByJob } from '../state/client-report.js';
import { timeRangeOf, type JobModel, type TimeRange, type PollTick } from '../state/jobs.js';
import { navigate } from '../state/route.js';
import { progressRangeOf } from '../state/status-view.js';
import { formatDuration, STATUS_LABELS } from '../parts/format.js';

interface TimelineBarProps {
  readonly cell: JobModel;
  /** Called with the instant of a click. */
  readonly onPick: (at: number) => void;
  /** Whether the bar is a slider, with its selected instant. A click on a tick then opens its exchange. */
  readonly slider?: { readonly at: number | undefined };
}

/** Pixels from a tick in which a click means it. */
const TICK_HIT_RADIUS_PX = 8;
/** The share of the bar that an arrow key moves. */
const ARROW_KEY_SHARE = 0.02;

export function TimelineBar({ cell, onPick, slider }: TimelineBarProps) {
  const isSlider = slider !== undefined;
  const span = useComputed(() => timeRangeOf(cell, cell.end.value === undefined ? nowInSeconds.value : 0));
  const { timeline = [] } = cell.job.value;
  const { value: polls } = cell.polls;
  const length = useComputed(() => formatJobDuration(now.value, cell)).value;
  const isOpen = cell.end.value === undefined;
  const pick = (event: MouseEvent): void => onPick(instantAtPointer(event, span.value));
  const pickTick = (event: MouseEvent): void => {
    const { from, to } = span.value;
    const reach = (TICK_HIT_RADIUS_PX * (to - from)) / (event.currentTarget as Element).clientWidth;
    const instant = instantAtPointer(event, span.value);
    const distance = (tick: PollTick): number => Math.abs(tick.at - instant);
    const [nearest] = polls.toSorted((one, other) => distance(one) - distance(other));
    if (nearest && distance(nearest) <= reach) navigate({ view: 'traffic', item: String(nearest.sequence) });
    else onPick(instant);
  };
  const whole = isOpen ? `of ${length} so far` : length.replace(/^\d/, 'of $&');
  const label = `Timeline ${whole}: ${describeTimeline(timeline, polls)}`;
  return (
    <div
      class="bar"
      {...(isSlider
        ? sliderProps(cell, span.value, slider.at, onPick)
        : { role: 'img', 'aria-label': label })}
    >
      {isSlider && <Labels timeline={timeline} span={span.value} />}
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
          <span class="scrubbed" style={{ left: toPercent(slider.at, span.value) }} />
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

/** Home, End and the page keys go to the ends and to the parts; the arrow keys move a little. */
function sliderProps(
  cell: JobModel,
  { from, to }: TimeRange,
  at: number | undefined,
  onPick: (at: number) => void,
) {
  const { timeline = [] } = cell.job.value;
  const shown = Math.min(to, Math.max(from, at ?? nowInSeconds.value));
  const starts = timeline.map((part) => Date.parse(part.from));
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: shown - (to - from) * ARROW_KEY_SHARE,
    ArrowRight: shown + (to - from) * ARROW_KEY_SHARE,
    PageUp: starts.findLast((start) => start < shown) ?? from,
    PageDown: starts.find((start) => start > shown) ?? to,
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
    'aria-valuetext': `${formatDuration(shown - from)} after the start: ${describeTimeline(timeline, cell.polls.value)}`,
    onKeyDown(event: KeyboardEvent) {
      const wanted = keys[event.key];
      if (wanted === undefined) return;
      event.preventDefault();
      onPick(Math.min(to, Math.max(from, wanted)));
    },
  };
}

interface PartProps {
  readonly part: TimelinePart;
  readonly span: TimeRange;
}

function Part({ part, span }: PartProps) {
  const text = partDetail(part);
  const title = STATUS_LABELS[part.status] + (text === undefined ? '' : `: ${text}`);
  return <span class={`part ${part.status}`} style={partPosition(part, span)} title={title} />;
}

/** A part with less than this share of the bar has no space for its status. */
const MIN_LABEL_SHARE = 0.35;

/** The status of the parts above the bar, each at its start. Equal neighbours share a label. The end has one at the end of the bar. */
function Labels({
  timeline,
  span,
}: {
  readonly timeline: readonly TimelinePart[];
  readonly span: TimeRange;
}) {
  const parts = timeline.filter(({ status }, index) => status !== timeline[index - 1]?.status);
  return (
    <div class="labels" aria-hidden>
      {parts.map(({ status, from }, index) => {
        const next = parts[index + 1];
        const to = next ? Date.parse(next.from) : span.to;
        const isNarrow = (to - Date.parse(from)) / (span.to - span.from) < MIN_LABEL_SHARE;
        if (isNarrow && next) return null;
        const style = isNarrow ? { right: 0 } : partPosition({ from, until: next?.from ?? null }, span);
        return (
          <span class={`status ${status}`} style={style} key={from}>
            {STATUS_LABELS[status]}
          </span>
        );
      })}
    </div>
  );
}

function partPosition({ from, until }: Pick<TimelinePart, 'from' | 'until'>, span: TimeRange) {
  const start = Date.parse(from);
  const end = until === null ? span.to : Date.parse(until);
  return {
    left: toPercent(start, span),
    width: `${Math.max(0, (100 * (end - start)) / (span.to - span.from))}%`,
  };
}

/** The text of a whole part: its slides, its question or its error. */
function partDetail(part: TimelinePart): string | undefined {
  const { slides, slides_total: total = 0 } = progressRangeOf(part) ?? {};
  if (!slides || slides.from === slides.to) return part.text;
  return `slides ${Math.min(slides.from + 1, total)} to ${Math.min(slides.to, total)} of ${total}`;
}

/** The mark for now, and a veil over the future. A component of its own, because it renders with every frame. */
function NowMark({ cell, span }: { readonly cell: JobModel; readonly span: ReadonlySignal<TimeRange> }) {
  const { value: end } = cell.end;
  // A finished bar has no future, also while the clock is paused.
  if (end !== undefined && now.value >= end) return null;
  const left = toPercent(now.value, span.value);
  return (
    <>
      <span class="future" style={{ left }} />
      <span class="now" style={{ left }} />
    </>
  );
}

interface TicksProps {
  readonly cell: JobModel;
  readonly span: TimeRange;
  readonly onClick: (event: MouseEvent) => void;
}

/** A poll that broke a rule is red and has a head; a failed one is longer than the others. */
function Ticks({ cell, span, onClick }: TicksProps) {
  const broken = new Set(violationsByJob.value.get(cell.id));
  const x = ({ at }: PollTick): string => ((1000 * (at - span.from)) / (span.to - span.from)).toFixed(1);
  const lines = (list: readonly PollTick[], top: number, bottom = 10): string =>
    list.map((tick) => `M${x(tick)} ${top}V${bottom}`).join('');
  const violatingTicks: PollTick[] = [];
  const faults: PollTick[] = [];
  const others: PollTick[] = [];
  for (const tick of cell.polls.value)
    (broken.has(tick.sequence) ? violatingTicks : tick.isFault ? faults : others).push(tick);
  const paths = [
    ['poll', lines(others, 4)],
    ['poll-fault', lines(faults, 1)],
    ['poll-broken', lines(violatingTicks, 0)],
    ['poll-broken head', lines(violatingTicks, 0, 3)],
  ] as const;
  return (
    <svg class="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" onClick={onClick}>
      {paths.map(([name, d]) => (
        <path class={name} d={d} vector-effect="non-scaling-stroke" key={name} />
      ))}
    </svg>
  );
}

/** The duration of a job from its start to its end. Without an end, the duration up to now, in whole seconds. */
function formatJobDuration(at: number, { job, end: { value: end } }: JobModel): string {
  const from = Date.parse(job.value.started_at);
  if (end !== undefined) return end === from ? 'at once' : formatDuration(end - from);
  const seconds = Math.floor(Math.max(0, at - from) / 1000);
  return seconds === 0 ? '0 s' : formatDuration(1000 * seconds);
}

/** The instant below the mouse. */
function instantAtPointer({ currentTarget, clientX }: MouseEvent, { from, to }: TimeRange): number {
  const { left, width } = (currentTarget as Element).getBoundingClientRect();
  return from + (to - from) * Math.min(1, Math.max(0, (clientX - left) / width));
}

function toPercent(at: number, { from, to }: TimeRange): string {
  return `${Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)))}%`;
}

function describeTimeline(timeline: NonNullable<JobInfo['timeline']>, polls: readonly PollTick[]): string {
  const parts = timeline.map(({ status, from, until }) => {
    const length = until === null ? '' : ` for ${formatDuration(Date.parse(until) - Date.parse(from))}`;
    return STATUS_LABELS[status] + length;
  });
  const faults = polls.filter(({ isFault }) => isFault).length;
  return `${parts.join(', ')}. ${pluralize(polls.length, 'poll')}, ${faults} failed.`;
}
