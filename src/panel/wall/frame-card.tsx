/** One frame: the app in one scenario, with the state and the time of its job. */
import { CirclePlay, CirclePower, ExternalLink, Maximize2, Minimize2, TriangleAlert } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WallJob } from '../../wall/wall-types.js';
import { StatusMark } from '../parts/status-mark.js';
import { STATUS_LABELS } from '../parts/format.js';
import {
  changeFrame,
  explained,
  facts,
  frames,
  large,
  lookOf,
  now,
  sandboxes,
  SIZES,
  size,
} from './state.js';

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
  const look = lookOf(frame);
  const isLarge = large.value === name;
  const count = frame.errors.length + (sandbox?.findings.length ?? 0);
  return (
    <article class={`card ${look}${isLarge ? ' large' : ''}`} data-scenario={name}>
      <header>
        <h2 title={title}>{name}</h2>
        <Job job={sandbox?.job} />
      </header>
      <Screen name={name} title={title} origin={origin} isLoaded={frame.isLoaded} />
      <footer>
        <div class="badges">
          {count > 0 && (
            <button type="button" class="tag bad" onClick={() => (explained.value = name)}>
              <TriangleAlert aria-hidden />
              {(sandbox?.findings.length ?? 0) > 0 ? 'Rule broken' : 'Error'}
              {count > 1 ? ` (${count})` : ''}
            </button>
          )}
          {look === 'grey' && (
            <span class="tag" title="The job has changed, and the screen has not.">
              Screen unchanged
            </span>
          )}
          {frame.missed > 0 && (
            <span class="tag" title="This screen has no such element. Continue here by hand.">
              Not followed
            </span>
          )}
          {frame.isMemoryLost && (
            <span
              class="tag"
              title="The app kept a part of this screen in memory only. It is lost on the way back."
            >
              Memory lost
            </span>
          )}
          {(sandbox?.held ?? 0) > 0 && <span class="tag">Response delayed</span>}
        </div>
        <div class="actions">
          <button
            type="button"
            class="quiet"
            title="Open alone in a tab"
            aria-label={`Open ${name} in a tab`}
            onClick={() =>
              void window.open(`${origin}${new URL(facts.value?.app ?? origin).pathname}`, '_blank')
            }
          >
            <ExternalLink aria-hidden />
          </button>
          <button
            type="button"
            class="quiet"
            title={frame.isLoaded ? 'Unload' : 'Load'}
            aria-label={`${frame.isLoaded ? 'Unload' : 'Load'} ${name}`}
            onClick={() => changeFrame(name, { isLoaded: !frame.isLoaded, status: undefined })}
          >
            {frame.isLoaded ? <CirclePower aria-hidden /> : <CirclePlay aria-hidden />}
          </button>
          <button
            type="button"
            class="quiet"
            title={`${isLarge ? 'Shrink' : 'Enlarge'}${number < 10 ? ` (${number})` : ''}`}
            aria-label={`${isLarge ? 'Shrink' : 'Enlarge'} ${name}`}
            onClick={() => (large.value = isLarge ? undefined : name)}
          >
            {isLarge ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          </button>
        </div>
      </footer>
    </article>
  );
}

function Job({ job }: { readonly job: WallJob | undefined }) {
  if (!job) return <span class="small">No job yet</span>;
  const { status, slides, total, startedAt } = job;
  const seconds = Math.max(0, Math.floor((now.value - startedAt) / 1000));
  const isKnown = status in STATUS_LABELS;
  return (
    <span class="job">
      {isKnown ? <StatusMark status={status as keyof typeof STATUS_LABELS} /> : status}
      <span class="small">
        {slides !== undefined && total !== undefined && status === 'generating'
          ? `${slides}/${total} · `
          : ''}
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </span>
  );
}

/** The frame in its own size, scaled to the width of the card. */
function Screen({
  name,
  title,
  origin,
  isLoaded,
}: Omit<FrameCardProps, 'number'> & { readonly isLoaded: boolean }) {
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
  const { pathname, search } = new URL(facts.value?.app ?? origin);
  return (
    <div class="screen" ref={box} style={{ aspectRatio: `${own} / ${height}` }}>
      {isLoaded ? (
        <iframe
          data-name={name}
          title={title}
          src={origin + pathname + search}
          allow="clipboard-read; clipboard-write; fullscreen"
          style={{ width: `${own}px`, height: `${height}px`, transform: `scale(${width / own})` }}
        />
      ) : (
        <p>Not loaded</p>
      )}
    </div>
  );
}
