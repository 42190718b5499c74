/**
 * Exactly what a poll of a job gets, now or at another instant. While the job generates that is computed from its course,
 * and follows the clock; what stays as it is in a part of the course is asked for once.
 */
import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Job } from '../../generated/control-api.js';
import { Trouble } from '../api/client.js';
import { jobVerbs } from '../api/verbs.js';
import { Code, laidOut } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { lengthOf, timeOfDay } from '../parts/words.js';
import { isRunning, now, nowBySeconds } from '../state/clock.js';
import { connection } from '../state/connection.js';
import { partAt, renewals, type JobCell } from '../state/jobs.js';
import { viewAt } from '../state/poll-view.js';

interface PollBodyProps {
  readonly cell: JobCell;
  /** Undefined for now, as it goes on. */
  readonly at: number | undefined;
}

/** What was asked for. */
interface Asked {
  readonly key: string;
  readonly view: Job['view'] | string;
}

export function PollBody({ cell, at }: PollBodyProps) {
  const wanted = useSignal(at);
  useEffect(() => {
    wanted.value = at;
  }, [at]);
  const instant = useInstant(cell, wanted);
  const body = useBody(cell, instant);
  const text = useComputed(() => (typeof body.value === 'object' ? laidOut(body.value) : body.value));
  const { value } = text;
  if (value === undefined) return <p class="quiet-text">Asking…</p>;
  if (typeof body.value === 'string') return <p class="trouble">{value}</p>;
  return (
    <div class="poll-body">
      <div class="line">
        <div>
          <h3>What a poll gets</h3>
          <When cell={cell} instant={instant} isNow={at === undefined} />
        </div>
        <CopyButton isQuiet label="Copy" text={() => text.value ?? ''} />
      </div>
      <Code text={value} label="The body of a poll" />
    </div>
  );
}

interface WhenProps {
  readonly cell: JobCell;
  readonly instant: ReadonlySignal<number>;
  readonly isNow: boolean;
}

/** Drawn more often than the body, so it is drawn alone. */
function When({ cell, instant, isNow }: WhenProps) {
  const { value } = instant;
  const started = Date.parse(cell.job.value.started_at);
  return (
    <span class="small">
      {isNow ? 'now, at ' : ''}
      {timeOfDay(value)} (+{lengthOf(Math.max(0, value - started))})
    </span>
  );
}

/**
 * The instant that is shown. A clock that runs is followed by the second and from text to text, so that one can read and
 * copy what stands there; one that stands is shown to the millisecond.
 */
function useInstant(cell: JobCell, wanted: ReadonlySignal<number | undefined>): ReadonlySignal<number> {
  return useComputed(() => {
    if (wanted.value !== undefined) return Math.round(wanted.value);
    void [nowBySeconds.value, cell.part.value, cell.text.value];
    return Math.floor(isRunning.value ? now.peek() : now.value);
  });
}

function useBody(cell: JobCell, instant: ReadonlySignal<number>) {
  const asked = useSignal<Asked | undefined>(undefined);
  const part = useComputed(() => partAt(cell.job.value, instant.value));
  /** What the part's body depends on, when it has to be asked for. */
  const key = useComputed(() => {
    const { value } = part;
    if (!value || value.figures) return undefined;
    return JSON.stringify([value.from, renewals.value, cell.job.value.course]);
  });
  useSignalEffect(() => {
    const { value } = key;
    if (value === undefined || connection.value.kind !== 'live' || asked.peek()?.key === value)
      return undefined;
    const leaving = new AbortController();
    void look(cell.id, Date.parse(part.peek()?.from ?? '')).then((view) => {
      if (!leaving.signal.aborted) asked.value = { key: value, view };
    });
    return () => leaving.abort();
  });
  /** What was shown last stays until there is an answer. */
  const kept = useRef<Asked['view']>();
  return useComputed(() => {
    const { value } = asked;
    const computed = part.value && viewAt(cell.id, part.value, instant.value);
    const view = computed ?? (value?.key === key.value ? value?.view : undefined);
    return (kept.current = view ?? kept.current);
  });
}

async function look(id: string, at: number): Promise<Asked['view']> {
  try {
    return (await jobVerbs.get(id, at)).view;
  } catch (error) {
    if (error instanceof Trouble) return error.message;
    throw error;
  }
}
