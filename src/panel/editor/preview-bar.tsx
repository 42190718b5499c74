/** The preview of a scenario as a bar: the statuses of its job, and a tick for each request of the client. It is a slider. */
import type { ScenarioPreview } from '../../generated/control-api.js';
import { pluralize } from '../../base/text/pluralize.js';
import { formatDuration, STATUS_LABELS } from '../../ui/format.js';
import { formatOffset } from './format-offset.js';

interface PreviewBarProps {
  readonly preview: ScenarioPreview;
  /** The selected time, in milliseconds since the start. */
  readonly at: number;
  readonly onPick: (at: number) => void;
}

type PreviewPart = ScenarioPreview['parts'][number];

/** Space after the end makes the end visible. */
const SPACE_AFTER_END = 1.08;
const MIN_LENGTH_MS = 1000;
/** The step of the arrow keys, as a share of the bar. */
const ARROW_KEY_SHARE = 0.02;
/** A part with less than this share of the bar has no space for its status. */
const MIN_LABEL_SHARE = 0.2;

export function PreviewBar({ preview, at, onPick }: PreviewBarProps) {
  const { parts, requests } = preview;
  const length = computeLength(preview);
  const toPercent = (time: number): string => `${Math.min(100, (100 * time) / length)}%`;
  const pick = (event: MouseEvent): void => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    onPick(length * Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  const ticks = (isFault: boolean): string =>
    requests
      .filter(({ status, fault }) => isFault === (fault !== undefined || status === 0 || status >= 400))
      .map(({ at: time }) => `M${((1000 * time) / length).toFixed(1)} ${isFault ? 1 : 4}V10`)
      .join('');
  return (
    <div class="scrubber">
      <div class="bar" {...sliderProps(preview, length, at, onPick)}>
        <div class="labels" aria-hidden>
          {parts.map(({ status, from }, index) => {
            const to = parts[index + 1]?.from ?? length;
            const isLast = index === parts.length - 1;
            if ((to - from) / length < MIN_LABEL_SHARE && !isLast) return null;
            const style = isLast && index > 0 ? { right: 0 } : { left: toPercent(from) };
            return (
              <span class={`status ${status}`} style={style} key={index}>
                {STATUS_LABELS[status]}
              </span>
            );
          })}
        </div>
        <div class="parts" onClick={pick} onPointerMove={(event) => event.buttons === 1 && pick(event)}>
          {parts.map((part, index) => (
            <span
              class={`part ${part.status}`}
              style={{
                left: toPercent(part.from),
                width: toPercent((part.until ?? length) - part.from),
              }}
              title={describePart(part)}
              key={index}
            />
          ))}
          <span class="selected-time" style={{ left: toPercent(at) }} />
        </div>
        <svg class="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" onClick={pick}>
          <path class="poll" d={ticks(false)} vector-effect="non-scaling-stroke" />
          <path class="poll-fault" d={ticks(true)} vector-effect="non-scaling-stroke" />
        </svg>
      </div>
    </div>
  );
}

/** In milliseconds. */
function computeLength({ parts, requests }: ScenarioPreview): number {
  const last = Math.max(parts.at(-1)?.from ?? 0, requests.at(-1)?.at ?? 0, MIN_LENGTH_MS);
  return last * SPACE_AFTER_END;
}

/** Home and End go to the ends, the page keys to the next or previous part, the arrow keys by a small step. */
function sliderProps(
  preview: ScenarioPreview,
  length: number,
  at: number,
  onPick: PreviewBarProps['onPick'],
) {
  const { parts } = preview;
  const starts = parts.map(({ from }) => from);
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: at - length * ARROW_KEY_SHARE,
    ArrowRight: at + length * ARROW_KEY_SHARE,
    PageUp: starts.findLast((start) => start < at) ?? 0,
    PageDown: starts.find((start) => start > at) ?? length,
    Home: 0,
    End: length,
  };
  const part = parts.findLast(({ from }) => from <= at);
  return {
    role: 'slider' as const,
    tabIndex: 0,
    'aria-label': 'Time to preview',
    'aria-valuemin': 0,
    'aria-valuemax': Math.round(length),
    'aria-valuenow': Math.min(Math.round(length), Math.round(at)),
    'aria-valuetext': `${formatOffset(at)} after the start${part ? `, ${describePart(part)}` : ''}. ${describePreview(preview)}`,
    onKeyDown(event: KeyboardEvent) {
      const target = keys[event.key];
      if (target === undefined) return;
      event.preventDefault();
      onPick(Math.min(length, Math.max(0, target)));
    },
  };
}

function describePart({ status, text }: PreviewPart): string {
  return STATUS_LABELS[status] + (text === undefined ? '' : `: ${text}`);
}

function describePreview({ parts, requests }: ScenarioPreview): string {
  const statuses = parts.map(({ status, from, until }) =>
    until === null ? STATUS_LABELS[status] : `${STATUS_LABELS[status]} for ${formatDuration(until - from)}`,
  );
  return `${[...statuses, pluralize(requests.length, 'request')].join(', ')}.`;
}
