/**
 * The timeline of a job as a bar: past and future statuses, the current time, and a tick for each poll. The bar of an open job
 * is a slider with labels.
 */
import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { TimelinePart, JobInfo } from '../../generated/control-api.js';
import { pluralize } from '../../base/text/pluralize.js';
import { now, nowInSeconds } from '../state/clock.js';
import { violationsByJob } from '../state/client-report.js';
import { computeTimeRange, type JobModel, type TimeRange, type PollTick } from '../state/jobs.js';
import { navigate } from '../state/route.js';
import { getProgressRange } from '../state/status-view.js';
import { formatDuration, STATUS_LABELS } from '../../ui/format.js';

interface TimelineBarProps {
  readonly model: JobModel;
  /** Called with the time of a click. */
  readonly onPick: (at: number) => void;
  /** Makes the bar a slider with this selected time. A click on a tick then opens its exchange. */
  readonly slider?: { readonly at: number | undefined };
}

/** A click within this distance of a tick selects it. */
const TICK_HIT_RADIUS_PX = 8;
/** The step of the arrow keys, as a share of the bar. */
const ARROW_KEY_SHARE = 0.02;

export function TimelineBar({ model, onPick, slider }: TimelineBarProps) {
  const isSlider = slider !== undefined;
  const span = useComputed(() =>
    computeTimeRange(model, model.end.value === undefined ? nowInSeconds.value : 0),
  );
  const { timeline = [] } = model.job.value;
  const { value: polls } = model.polls;
  const length = useComputed(() => formatJobDuration(now.value, model)).value;
  const isOpen = model.end.value === undefined;
  const pick = (event: MouseEvent): void => onPick(timeAtPointer(event, span.value));
  const pickTick = (event: MouseEvent): void => {
    const { from, to } = span.value;
    const tolerance = (TICK_HIT_RADIUS_PX * (to - from)) / (event.currentTarget as Element).clientWidth;
    const instant = timeAtPointer(event, span.value);
    const distance = (tick: PollTick): number => Math.abs(tick.at - instant);
    const [nearest] = polls.toSorted((one, other) => distance(one) - distance(other));
    if (nearest && distance(nearest) <= tolerance)
      navigate({ view: 'traffic', item: String(nearest.sequence) });
    else onPick(instant);
  };
  const total = isOpen ? `of ${length} so far` : length.replace(/^\d/, 'of $&');
  const label = `Timeline ${total}: ${describeTimeline(timeline, polls)}`;
  return (
    <div
      class="bar"
      {...(isSlider
        ? sliderProps(model, span.value, slider.at, onPick)
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
        <NowMark model={model} span={span} />
        {slider?.at !== undefined && (
          <span class="selected-time" style={{ left: toPercent(slider.at, span.value) }} />
        )}
      </div>
      <Ticks model={model} span={span.value} onClick={pickTick} />
      {!isSlider && (
        <span class="length small" title={isOpen ? 'The time since its start' : 'From its start to its end'}>
          {isOpen ? `${length}+` : length}
        </span>
      )}
    </div>
  );
}

/** Home and End go to the ends, the page keys to the next or previous part, the arrow keys by a small step. */
function sliderProps(
  model: JobModel,
  { from, to }: TimeRange,
  at: number | undefined,
  onPick: (at: number) => void,
) {
  const { timeline = [] } = model.job.value;
  const current = Math.min(to, Math.max(from, at ?? nowInSeconds.value));
  const starts = timeline.map((part) => Date.parse(part.from));
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: current - (to - from) * ARROW_KEY_SHARE,
    ArrowRight: current + (to - from) * ARROW_KEY_SHARE,
    PageUp: starts.findLast((start) => start < current) ?? from,
    PageDown: starts.find((start) => start > current) ?? to,
    Home: from,
    End: to,
  };
  return {
    role: 'slider' as const,
    tabIndex: 0,
    'aria-label': 'Time to inspect',
    'aria-valuemin': 0,
    'aria-valuemax': Math.round(to - from),
    'aria-valuenow': Math.round(current - from),
    'aria-valuetext': `${formatDuration(current - from)} after the start: ${describeTimeline(timeline, model.polls.value)}`,
    onKeyDown(event: KeyboardEvent) {
      const target = keys[event.key];
      if (target === undefined) return;
      event.preventDefault();
      onPick(Math.min(to, Math.max(from, target)));
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

/** The statuses above the bar, each at the start of its part. Consecutive equal parts share a label; the final status is at the end of the bar. */
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

/** The text of a part: its slides, its question or its error. */
function partDetail(part: TimelinePart): string | undefined {
  const { slides, slides_total: total = 0 } = getProgressRange(part) ?? {};
  if (!slides || slides.from === slides.to) return part.text;
  return `slides ${Math.min(slides.from + 1, total)} to ${Math.min(slides.to, total)} of ${total}`;
}

/** Marks the current time, and dims the future. A separate component, because it renders with every frame. */
function NowMark({ model, span }: { readonly model: JobModel; readonly span: ReadonlySignal<TimeRange> }) {
  const { value: end } = model.end;
  // A finished job has no future, even while the clock is paused.
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
  readonly model: JobModel;
  readonly span: TimeRange;
  readonly onClick: (event: MouseEvent) => void;
}

/** A poll that violated a rule is red and has a head; a failed one is longer than the others. */
function Ticks({ model, span, onClick }: TicksProps) {
  const violations = new Set(violationsByJob.value.get(model.id));
  const x = ({ at }: PollTick): string => ((1000 * (at - span.from)) / (span.to - span.from)).toFixed(1);
  const lines = (list: readonly PollTick[], top: number, bottom = 10): string =>
    list.map((tick) => `M${x(tick)} ${top}V${bottom}`).join('');
  const violating: PollTick[] = [];
  const faults: PollTick[] = [];
  const others: PollTick[] = [];
  for (const tick of model.polls.value)
    (violations.has(tick.sequence) ? violating : tick.isFault ? faults : others).push(tick);
  const paths = [
    ['poll', lines(others, 4)],
    ['poll-fault', lines(faults, 1)],
    ['poll-violation', lines(violating, 0)],
    ['poll-violation head', lines(violating, 0, 3)],
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
  if (end !== undefined) return end === from ? '0 s' : formatDuration(end - from);
  const seconds = Math.floor(Math.max(0, at - from) / 1000);
  return seconds === 0 ? '0 s' : formatDuration(1000 * seconds);
}

/** The time at the position of the pointer. */
function timeAtPointer({ currentTarget, clientX }: MouseEvent, { from, to }: TimeRange): number {
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
