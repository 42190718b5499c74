/**
 * The exact body of a poll, now or at another instant. While the job generates, the panel computes it from the timeline, so that
 * it follows the clock. In other parts the body is constant, and one request gets it.
 */
import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { JobInfo } from '../../generated/control-api.js';
import { ApiError, workspaceClient } from '../api/client.js';
import { Code, prettyJson } from '../components/code.js';
import { CopyButton } from '../components/copy-button.js';
import { formatDuration, formatTime } from '../parts/format.js';
import { isRunning, now, nowInSeconds } from '../state/clock.js';
import { connection } from '../state/connection.js';
import { timelinePartAt, bodyVersion, type JobModel } from '../state/jobs.js';
import { statusViewAt } from '../state/status-view.js';

interface PollBodyProps {
  readonly cell: JobModel;
  /** Undefined follows the clock. */
  readonly at: number | undefined;
}

/** A response of the server: a status view, or an error message. */
interface FetchedView {
  readonly key: string;
  readonly view: JobInfo['status_response'] | string;
}

export function StatusResponse({ cell, at }: PollBodyProps) {
  const requestedInstant = useSignal(at);
  useEffect(() => {
    requestedInstant.value = at;
  }, [at]);
  const instant = useInstant(cell, requestedInstant);
  const body = useBody(cell, instant);
  const text = useComputed(() => (typeof body.value === 'object' ? prettyJson(body.value) : body.value));
  const { value } = text;
  if (value === undefined) return <p class="quiet-text">Loading…</p>;
  if (typeof body.value === 'string') return <p class="trouble">{value}</p>;
  return (
    <div class="poll-body">
      <div class="line">
        <div>
          <h3>Status response</h3>
          <InstantLabel cell={cell} instant={instant} isNow={at === undefined} />
        </div>
        <CopyButton isQuiet label="Copy" text={() => text.value ?? ''} />
      </div>
      <Code text={value} label="Status response" />
    </div>
  );
}

interface WhenProps {
  readonly cell: JobModel;
  readonly instant: ReadonlySignal<number>;
  readonly isNow: boolean;
}

/** A component of its own, because it renders more often than the body. */
function InstantLabel({ cell, instant, isNow }: WhenProps) {
  const { value } = instant;
  const started = Date.parse(cell.job.value.started_at);
  return (
    <span class="small">
      {isNow ? 'now, at ' : ''}
      {formatTime(value)} (+{formatDuration(Math.max(0, value - started))})
    </span>
  );
}

/**
 * The instant that is shown. With a running clock it changes once a second and with each new text, so that the body can be read
 * and copied. With a paused clock it is exact to the millisecond.
 */
function useInstant(
  cell: JobModel,
  requestedInstant: ReadonlySignal<number | undefined>,
): ReadonlySignal<number> {
  return useComputed(() => {
    if (requestedInstant.value !== undefined) return Math.round(requestedInstant.value);
    void [nowInSeconds.value, cell.part.value, cell.text.value];
    return Math.floor(isRunning.value ? now.peek() : now.value);
  });
}

function useBody(cell: JobModel, instant: ReadonlySignal<number>) {
  const fetched = useSignal<FetchedView | undefined>(undefined);
  const part = useComputed(() => timelinePartAt(cell.job.value, instant.value));
  /** The key of the body of the current part, if only the server has this body. A new key causes a new request. */
  const key = useComputed(() => {
    const { value } = part;
    if (!value || value.progress_range) return undefined;
    return JSON.stringify([value.from, bodyVersion.value, cell.job.value.timeline]);
  });
  useSignalEffect(() => {
    const { value } = key;
    if (value === undefined || connection.value.kind !== 'live' || fetched.peek()?.key === value)
      return undefined;
    const leaving = new AbortController();
    void fetchStatusResponse(cell.id, Date.parse(part.peek()?.from ?? '')).then((view) => {
      if (!leaving.signal.aborted) fetched.value = { key: value, view };
    });
    return () => leaving.abort();
  });
  /** The last body stays visible until the response arrives. */
  const lastShown = useRef<FetchedView['view']>();
  return useComputed(() => {
    const { value } = fetched;
    const computed = part.value && statusViewAt(cell.id, part.value, instant.value);
    const view = computed ?? (value?.key === key.value ? value?.view : undefined);
    return (lastShown.current = view ?? lastShown.current);
  });
}

async function fetchStatusResponse(id: string, at: number): Promise<FetchedView['view']> {
  try {
    return (await workspaceClient().job(id, { at: Math.round(at) })).status_response;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
