/** A card with one frame: the app in one scenario, and the status of its job. */
import { Copy, ExternalLink, Maximize2, Minimize2, TriangleAlert } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WallFrame, WallJob } from '../protocol.js';
import { StatusIcon } from '../../ui/status-icon.js';
import { STATUS_LABELS } from '../../ui/format.js';
import {
  openFindings,
  config,
  frames,
  enlargedFrame,
  frameHealth,
  hint,
  sandboxes,
  SIZES,
  size,
} from './state.js';

interface FrameCardProps extends WallFrame {
  readonly number: number;
}

export function FrameCard({ name, title, origin, file, number }: FrameCardProps) {
  const frame = frames.value.get(name);
  if (!frame) return null;
  const sandbox = sandboxes.value.get(name);
  const health = frameHealth(frame);
  const isLarge = enlargedFrame.value === name;
  const count = frame.errors.length + (sandbox?.findings.length ?? 0);
  return (
    <article class={`card ${health}${isLarge ? ' enlarged' : ''}`} data-scenario={name}>
      <header>
        <h2 title={title}>
          {number < 10 && <kbd aria-hidden>{number}</kbd>} {name}
        </h2>
        <Job job={sandbox?.job} rejectedStatus={sandbox?.rejectedStatus} />
      </header>
      <Screen name={name} title={title} origin={origin} />
      <footer class="line">
        <div class="cluster wrap">
          {count > 0 && (
            <button type="button" class="tag fail" onClick={() => (openFindings.value = name)}>
              <TriangleAlert aria-hidden />
              {(sandbox?.findings.length ?? 0) > 0 ? 'Rule violated' : 'Error'}
              {count > 1 ? ` (${count})` : ''}
            </button>
          )}
          {sandbox?.fileError !== undefined && (
            <span class="tag fail" title={sandbox.fileError}>
              Invalid file: the last valid version is shown
            </span>
          )}
          {health === 'stale' && (
            <span class="tag" title="The job has changed, and the screen has not.">
              Screen unchanged
            </span>
          )}
          {frame.missedActions > 0 && (
            <span class="tag" title="This screen has no such element. Continue here manually.">
              Action not repeated
            </span>
          )}
          {(sandbox?.pendingResponses ?? 0) > 0 && (
            <span
              class="tag"
              title="The scenario delays a response. It arrives when the clock of the wall advances."
            >
              Waits for a slow response
            </span>
          )}
          {sandbox !== undefined && sandbox.externalOrigins.length > 0 && (
            <span
              class="tag fail"
              title={`Requests went to ${sandbox.externalOrigins.join(', ')}. The scenario did not respond to them.`}
            >
              Requests bypassed the wall: {sandbox.externalOrigins[0]}
            </span>
          )}
        </div>
        {file !== undefined && <FileName file={file} />}
        <div class="actions">
          <button
            type="button"
            class="button-plain"
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
            class="button-plain"
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

/** The name of a scenario file. A click copies its path. */
function FileName({ file }: { readonly file: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(file);
      hint.value = `Copied: ${file}`;
    } catch {
      hint.value = `The browser does not let this page use the clipboard. The file is ${file}`;
    }
  };
  return (
    <button
      type="button"
      class="button-plain file"
      title={`Copy ${file}`}
      aria-label={`Copy ${file}`}
      onClick={() => void copy()}
    >
      <Copy aria-hidden />
      <span>{file.split(/[\\/]/).at(-1)}</span>
    </button>
  );
}

interface JobProps {
  readonly job: WallJob | undefined;
  readonly rejectedStatus: number | undefined;
}

function Job({ job, rejectedStatus }: JobProps) {
  if (rejectedStatus !== undefined) return <span class="job status failed">Rejected: {rejectedStatus}</span>;
  if (!job) return <span class="job small">No job yet</span>;
  const { status, slides, total } = job;
  const isKnown = status in STATUS_LABELS;
  return (
    <span class="line job">
      {isKnown ? <StatusIcon status={status as keyof typeof STATUS_LABELS} /> : status}
      {slides !== undefined && total !== undefined && status === 'generating' && (
        <span class="small">
          {slides}/{total}
        </span>
      )}
    </span>
  );
}

/** The iframe at its full size, scaled to the width of the card. */
function Screen({ name, title, origin }: Omit<FrameCardProps, 'number' | 'file'>) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const [frameWidth, frameHeight] = [size.value, SIZES[size.value]];
  const { pathname, search } = new URL(config.value?.app ?? origin);
  return (
    <div class="screen" ref={box} style={{ aspectRatio: `${frameWidth} / ${frameHeight}` }}>
      <iframe
        data-name={name}
        title={title}
        src={origin + pathname + search}
        allow="clipboard-read; clipboard-write; fullscreen"
        style={{
          width: `${frameWidth}px`,
          height: `${frameHeight}px`,
          transform: `scale(${width / frameWidth})`,
        }}
      />
    </div>
  );
}
