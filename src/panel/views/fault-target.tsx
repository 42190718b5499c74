/** What a fault applies to, and how often. The operation and the job are in the address, so that a link can select them. */
import type { ArmFaultRequest } from '../../generated/control-api.js';
import { jobs } from '../state/jobs.js';
import { filter, refine } from '../state/route.js';
import { OPERATION_LABELS, OPERATIONS } from './operations.js';

/** How often a fault applies, as typed. */
export interface Occurrence {
  readonly kind: 'times' | 'while' | 'chance';
  readonly times: string;
  readonly time: string;
  readonly percent: string;
}

export const NEXT_ONE: Occurrence = { kind: 'times', times: '1', time: '1m', percent: '30' };

/** The server's limit. */
const MAX_TIMES = 100_000;
/** The number of jobs to choose from. */
const LISTED = 50;

/** The server checks the values, and its error is shown. */
export function occurrenceOf({ kind, times, time, percent }: Occurrence): ArmFaultRequest {
  if (kind === 'times') return { times: Number(times) };
  const isLong = { times: MAX_TIMES, ttl: time.trim() };
  return kind === 'while' ? isLong : { ...isLong, chance: Number(percent) / 100 };
}

interface FaultTargetProps {
  readonly occurrence: Occurrence;
  readonly onChange: (occurrence: Occurrence) => void;
}

export function FaultTarget({ occurrence, onChange }: FaultTargetProps) {
  const { operation, job } = filter.value;
  const { kind, times, time, percent } = occurrence;
  const change = (changed: Partial<Occurrence>): void => onChange({ ...occurrence, ...changed });
  const listed = jobs.value.slice(0, LISTED);
  return (
    <div class="tools">
      <label>
        Operation
        <select
          value={operation}
          onChange={({ currentTarget }) => refine({ filter: { operation: currentTarget.value } })}
        >
          <option value="">any</option>
          {OPERATIONS.map((id) => (
            <option value={id} key={id}>
              {OPERATION_LABELS[id]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Job
        <select
          value={job}
          onChange={({ currentTarget }) => refine({ filter: { job: currentTarget.value } })}
        >
          <option value="">all jobs</option>
          {job !== '' && !listed.some(({ id }) => id === job) && <option value={job}>{job}</option>}
          {listed.map(({ id, job: { value } }) => (
            <option value={id} key={id}>
              {value.prompt.slice(0, 40)} ({id})
            </option>
          ))}
        </select>
      </label>
      <label>
        How often
        <select
          value={kind}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value as Occurrence['kind'] })}
        >
          <option value="times">next responses</option>
          <option value="while">for a while</option>
          <option value="chance">by chance</option>
        </select>
      </label>
      {kind === 'times' && (
        <label>
          Times
          <input
            type="number"
            min={1}
            max={MAX_TIMES}
            value={times}
            onInput={({ currentTarget }) => change({ times: currentTarget.value })}
          />
        </label>
      )}
      {kind === 'chance' && (
        <label>
          Percent
          <input
            type="number"
            min={1}
            max={100}
            value={percent}
            onInput={({ currentTarget }) => change({ percent: currentTarget.value })}
          />
        </label>
      )}
      {kind !== 'times' && (
        <label>
          For
          <input
            type="text"
            class="short"
            spellcheck={false}
            value={time}
            onInput={({ currentTarget }) => change({ time: currentTarget.value })}
          />
        </label>
      )}
    </div>
  );
}
