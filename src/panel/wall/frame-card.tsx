/** One frame: the app in one scenario, with the state and the time of its job. */
import { ExternalLink, Maximize2, Minimize2, TriangleAlert } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WallJob } from '../../wall/protocol.js';
import { StatusIcon } from '../parts/status-mark.js';
import { STATUS_LABELS } from '../parts/format.js';
import { openFindings, config, frames, enlargedFrame, frameHealth, sandboxes, SIZES, size } from './state.js';

interface FrameCardProps {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly number: number;
}

export function FrameCard({ name, title, origin, number }: FrameCardProps) {
  const frame = frames.value.get(name);
  if (!frame) return null;
  const sandbox = sandboxes.value.get(name);
  const look = frameHealth(frame);
  const isLarge = enlargedFrame.value === name;
  const count = frame.errors.length + (sandbox?.findings.length ?? 0);
  return (
    <article class={`card ${look}${isLarge ? ' large' : ''}`} data-scenario={name}>
      <header>
        <h2 title={title}>
          {number < 10 && <kbd aria-hidden>{number}</kbd>} {name}
        </h2>
        <Job job={sandbox?.job} refused={sandbox?.rejectedStatus} />
      </header>
      <Screen name={name} title={title} origin={origin} />
      <footer>
        <div class="badges">
          {count > 0 && (
            <button type="button" class="tag bad" onClick={() => (openFindings.value = name)}>
              <TriangleAlert aria-hidden />
              {(sandbox?.findings.length ?? 0) > 0 ? 'Rule broken' : 'Error'}
              {count > 1 ? ` (${count})` : ''}
            </button>
          )}
          {look === 'stale' && (
            <span class="tag" title="The job has changed, and the screen has not.">
              Screen unchanged
            </span>
          )}
          {frame.missedActions > 0 && (
            <span class="tag" title="This screen has no such element. Continue here by hand.">
              Action not repeated
            </span>
          )}
          {(sandbox?.pendingResponses ?? 0) > 0 && (
            <span
              class="tag"
              title="The scenario delays a response. It arrives when the clock of the wall moves on."
            >
              Waits for a slow response
            </span>
          )}
          {sandbox !== undefined && sandbox.externalOrigins.length > 0 && (
            <span
              class="tag bad"
              title={`Requests went to ${sandbox.externalOrigins.join(', ')}. The scenario did not respond to them.`}
            >
              Requests left the wall: {sandbox.externalOrigins[0]}
            </span>
          )}
        </div>
        <div class="actions">
          <button
            type="button"
            class="quiet"
            title="Open alone in a tab"
            aria-label={`Open ${name} in a tab`}
            onClick={() =>
              void window.open(`${origin}${new URL(config.value?.app ?? origin).pathname}`, '_blank')
            }
          >
            <ExternalLink aria-hidden />
          </button>
          <button
            type="button"
            class="quiet"
            title={`${isLarge ? 'Shrink' : 'Enlarge'}${number < 10 ? ` (${number})` : ''}`}
            aria-label={`${isLarge ? 'Shrink' : 'Enlarge'} ${name}`}
            onClick={() => (enlargedFrame.value = isLarge ? undefined : name)}
          >
            {isLarge ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          </button>
        </div>
      </footer>
    </article>
  );
}

interface JobProps {
  readonly job: WallJob | undefined;
  readonly refused: number | undefined;
}

function Job({ job, refused }: JobProps) {
  if (refused !== undefined) return <span class="job status failed">Refused: {refused}</span>;
  if (!job) return <span class="job small">No job yet</span>;
  const { status, slides, total } = job;
  const isKnown = status in STATUS_LABELS;
  return (
    <span class="job">
      {isKnown ? <StatusIcon status={status as keyof typeof STATUS_LABELS} /> : status}
      {slides !== undefined && total !== undefined && status === 'generating' && (
        <span class="small">
          {slides}/{total}
        </span>
      )}
    </span>
  );
}

/** The frame in its own size, scaled to the width of the card. */
function Screen({ name, title, origin }: Omit<FrameCardProps, 'number'>) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const [own, height] = [size.value, SIZES[size.value]];
  const { pathname, search } = new URL(config.value?.app ?? origin);
  return (
    <div class="screen" ref={box} style={{ aspectRatio: `${own} / ${height}` }}>
      <iframe
        data-name={name}
        title={title}
        src={origin + pathname + search}
        allow="clipboard-read; clipboard-write; fullscreen"
        style={{ width: `${own}px`, height: `${height}px`, transform: `scale(${width / own})` }}
      />
    </div>
  );
}
