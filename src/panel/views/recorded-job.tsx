/** A job of a recording as a bar, with a tick for each poll, and a button that makes a scenario from it. */
import { useSignal } from '@preact/signals';
import { Clapperboard } from 'lucide-preact';
import { scenarioVerbs } from '../api/verbs.js';
import { formatCount, formatDuration, STATUS_LABELS } from '../parts/format.js';
import type { RecordedJobView } from '../import/recording.js';
import { makeScenario } from '../import/state.js';
import { isLive } from '../state/connection.js';
import type { Status } from '../state/jobs.js';
import { go } from '../state/route.js';
import { justCreated, scenarioList } from '../state/scenario-list.js';
import { attempt, showToast } from '../state/toasts.js';

interface RecordedJobProps {
  readonly job: RecordedJobView;
  /** The name of the file. */
  readonly recording: string;
}

export function RecordedJob({ job, recording }: RecordedJobProps) {
  const isMaking = useSignal(false);
  const { id, length, parts, polls, reason } = job;
  const make = async (): Promise<void> => {
    isMaking.value = true;
    const made = await makeScenario(id);
    if (made)
      await attempt(async () => {
        const name = freeName(recording);
        await scenarioVerbs.save(name, made.text, null, 'memory');
        justCreated.value = name;
        showToast(['The scenario is in memory.', ...made.notes].join(' '));
        go({ view: 'scenarios', item: name });
      });
    isMaking.value = false;
  };
  const percent = (time: number): string => `${length === 0 ? 0 : (100 * time) / length}%`;
  const last = parts.at(-1)?.status;
  return (
    <li>
      <div class="line wrap">
        <span class="mono">{id}</span>
        <span class="small">
          {labelOf(last)}, {formatCount(polls.length, 'poll')} in {formatDuration(length)}
        </span>
        <button
          type="button"
          disabled={reason !== undefined || isMaking.value || !isLive.value}
          onClick={() => void make()}
        >
          <Clapperboard aria-hidden />
          Make scenario
          <span class="unseen"> of {id}</span>
        </button>
      </div>
      <div
        class="bar"
        role="img"
        aria-label={`Timeline: ${parts.map(({ status }) => labelOf(status)).join(', ')}`}
      >
        <div class="parts">
          {parts.map(({ status, from, to }) => (
            <span
              class={`part ${status}`}
              key={from}
              title={labelOf(status)}
              style={{ left: percent(from), width: from === to ? '100%' : percent(to - from) }}
            />
          ))}
        </div>
        <span class="length">{formatDuration(length)}</span>
        <svg class="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
          <path
            class="poll"
            d={polls
              .map(({ at }) => `M${length === 0 ? 0 : ((1000 * at) / length).toFixed(1)} 3V10`)
              .join('')}
            vector-effect="non-scaling-stroke"
          />
        </svg>
      </div>
      {reason !== undefined && <p class="small">It cannot become a scenario: {reason}.</p>}
    </li>
  );
}

/** A status of another service can be unknown. */
function labelOf(status: string | undefined): string {
  return status === undefined
    ? 'No status'
    : Object.hasOwn(STATUS_LABELS, status)
      ? STATUS_LABELS[status as Status]
      : status;
}

/** A name for the scenario that no other scenario has. */
function freeName(recording: string): string {
  const slug = recording
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50);
  const base = slug || 'recording';
  const taken = new Set((scenarioList.peek()?.scenarios ?? []).map(({ name }) => name));
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
  return name;
}
