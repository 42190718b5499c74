/**
 * The status response of a job at any time. While the job generates, the panel computes it from the timeline; otherwise it is
 * constant, and fetched once.
 */
import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { JobInfo } from '../../generated/control-api.js';
import { ApiError, workspaceClient } from '../api/client.js';
import { Code, prettyJson } from '../components/code.js';
import { CopyButton } from '../components/copy-button.js';
import { formatDuration, formatTime } from '../../ui/format.js';
import { isRunning, now, nowInSeconds } from '../state/clock.js';
import { connection } from '../state/connection.js';
import { timelinePartAt, bodyVersion, type JobModel } from '../state/jobs.js';
import { statusViewAt } from '../state/status-view.js';

interface StatusResponseProps {
  readonly model: JobModel;
  /** The selected time; undefined follows the clock. */
  readonly at: number | undefined;
}

/** A response of the server: a status response, or an error message. */
interface FetchedView {
  readonly key: string;
  readonly view: JobInfo['status_response'] | string;
}

export function StatusResponse({ model, at }: StatusResponseProps) {
  const requestedInstant = useSignal(at);
  useEffect(() => {
    requestedInstant.value = at;
  }, [at]);
  const instant = useInstant(model, requestedInstant);
  const body = useBody(model, instant);
  const text = useComputed(() => (typeof body.value === 'object' ? prettyJson(body.value) : body.value));
  const { value } = text;
  if (value === undefined) return <p class="muted">Loading…</p>;
  if (typeof body.value === 'string') return <p class="error">{value}</p>;
  return (
    <div class="stack tight status-response">
      <div class="line">
        <div class="cluster wrap">
          <h3>Status response</h3>
          <InstantLabel model={model} instant={instant} isNow={at === undefined} />
        </div>
        <CopyButton isQuiet label="Copy" text={() => text.value ?? ''} />
      </div>
      <Code text={value} label="Status response" />
    </div>
  );
}

interface InstantLabelProps {
  readonly model: JobModel;
  readonly instant: ReadonlySignal<number>;
  readonly isNow: boolean;
}

/** A separate component, because it renders more often than the body. */
function InstantLabel({ model, instant, isNow }: InstantLabelProps) {
  const { value } = instant;
  const started = Date.parse(model.job.value.started_at);
  return (
    <span class="small">
      {isNow ? 'now, at ' : ''}
      {formatTime(value)} (+{formatDuration(Math.max(0, value - started))})
    </span>
  );
}

/**
 * The displayed time. With a running clock, it changes once a second and with each new text, so that the body can be read and
 * copied; with a paused clock, it is exact to the millisecond.
 */
function useInstant(
  model: JobModel,
  requestedInstant: ReadonlySignal<number | undefined>,
): ReadonlySignal<number> {
  return useComputed(() => {
    if (requestedInstant.value !== undefined) return Math.round(requestedInstant.value);
    void [nowInSeconds.value, model.part.value, model.text.value];
    return Math.floor(isRunning.value ? now.peek() : now.value);
  });
}

function useBody(model: JobModel, instant: ReadonlySignal<number>) {
  const fetched = useSignal<FetchedView | undefined>(undefined);
  const part = useComputed(() => timelinePartAt(model.job.value, instant.value));
  /** Identifies the body of the current part, if it must be fetched. A new key causes a new request. */
  const key = useComputed(() => {
    const { value } = part;
    if (!value || value.progress_range) return undefined;
    return JSON.stringify([value.from, bodyVersion.value, model.job.value.timeline]);
  });
  useSignalEffect(() => {
    const { value } = key;
    if (value === undefined || connection.value.kind !== 'live' || fetched.peek()?.key === value)
      return undefined;
    const controller = new AbortController();
    void fetchStatusResponse(model.id, Date.parse(part.peek()?.from ?? '')).then((view) => {
      if (!controller.signal.aborted) fetched.value = { key: value, view };
    });
    return () => controller.abort();
  });
  /** The last body stays visible until the response arrives. */
  const lastBody = useRef<FetchedView['view']>();
  return useComputed(() => {
    const { value } = fetched;
    const computed = part.value && statusViewAt(model.id, part.value, instant.value);
    const view = computed ?? (value?.key === key.value ? value?.view : undefined);
    return (lastBody.current = view ?? lastBody.current);
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
