/** Faults: presets that one click activates, and the list of active faults with their remaining time. */
import { useSignal } from '@preact/signals';
import { Bomb, Braces, Clock3, OctagonX, ShieldCheck, Unplug, Zap } from 'lucide-preact';
import type { ArmedFault, ArmFaultRequest } from '../../generated/control-api.js';
import { faultVerbs } from '../api/verbs.js';
import { formatCount, formatDuration } from '../parts/format.js';
import { now } from '../state/clock.js';
import { attempt, showToast } from '../state/toasts.js';
import { faults } from '../state/workspace.js';
import { OPERATION_LABELS, OPERATIONS, type OperationId } from './operations.js';

interface Preset {
  readonly name: string;
  readonly description: string;
  readonly icon: typeof Bomb;
  readonly fault: ArmFaultRequest;
  /** Its texts if an operation is selected, where the usual texts would be wrong. */
  readonly forOperation?: { readonly name: string; readonly description: string };
}

const PRESETS: readonly Preset[] = [
  {
    name: 'Next poll 429',
    description: 'Too many requests, with Retry-After: 5',
    icon: OctagonX,
    fault: { on: 'getGenerationStatus', answer: { status: 429, retry_after: '5s' } },
    forOperation: { name: 'Answer 429', description: 'Too many requests, with Retry-After: 5' },
  },
  {
    name: 'Next answer 500',
    description: 'The service failed, whatever was asked',
    icon: Bomb,
    fault: { answer: { status: 500 } },
    forOperation: { name: 'Answer 500', description: 'The service failed' },
  },
  {
    name: 'Drop connection',
    description: 'Cut before an answer comes',
    icon: Unplug,
    fault: { connection: 'reset' },
  },
  {
    name: '3 s latency',
    description: 'The answer is held back, on this clock',
    icon: Clock3,
    fault: { latency: '3s' },
  },
  {
    name: 'Malformed body',
    description: 'An answer that is not JSON',
    icon: Braces,
    fault: { corrupt: 'malformed' },
  },
];

/** The server's limit. */
const MAX_TIMES = 100_000;

export function FaultsView() {
  const operation = useSignal<OperationId | ''>('');
  const times = useSignal('1');
  const count = Number(times.value);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_TIMES;
  const activate = ({ fault }: Preset): Promise<boolean> =>
    attempt(async () => {
      const on = operation.value === '' ? {} : { on: operation.value };
      const active = await faultVerbs.add({ ...fault, ...on, times: count });
      showToast(
        `Armed for ${operationsOf(active)}, ${formatCount(active.left, 'time')}: ${effectOf(active)}.`,
      );
    });
  return (
    <div class="page">
      <section aria-labelledby="arm">
        <h2 id="arm">What shall go wrong next?</h2>
        <div class="tools">
          <label>
            Operation
            <select
              value={operation.value}
              onChange={({ currentTarget }) => (operation.value = currentTarget.value as OperationId | '')}
            >
              <option value="">as each says</option>
              {OPERATIONS.map((id) => (
                <option value={id} key={id}>
                  {OPERATION_LABELS[id]}
                </option>
              ))}
            </select>
          </label>
          <label>
            Times
            <input
              type="number"
              min={1}
              max={MAX_TIMES}
              value={times.value}
              aria-invalid={!isCount}
              aria-describedby="times-refused"
              onInput={({ currentTarget }) => (times.value = currentTarget.value)}
            />
          </label>
          <p class="small trouble" id="times-refused" role="status">
            {!isCount && 'Times is a whole number from 1 to 100,000.'}
          </p>
        </div>
        <div class="presets">
          {PRESETS.map((preset) => {
            const { icon: Icon } = preset;
            const { name, description } = (operation.value !== '' && preset.forOperation) || preset;
            return (
              <button
                type="button"
                class="preset"
                key={preset.name}
                disabled={!isCount}
                onClick={() => void activate(preset)}
              >
                <Icon aria-hidden size={20} />
                <strong>{name}</strong>
                <small>{description}</small>
              </button>
            );
          })}
        </div>
      </section>
      <section aria-labelledby="armed">
        <div class="line">
          <h2 id="armed">Armed</h2>
          {faults.value.length > 1 && (
            <button
              type="button"
              onClick={() => void attempt(faultVerbs.removeAll, 'Nothing is armed any more.')}
            >
              Disarm all
            </button>
          )}
        </div>
        {faults.value.length === 0 ? (
          <p class="calm">
            <ShieldCheck aria-hidden /> Nothing is armed. Answers are as the scenarios have them.
          </p>
        ) : (
          <ul class="armed">
            {faults.value.map((fault) => (
              <ActiveFault fault={fault} key={fault.id} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function ActiveFault({ fault }: { readonly fault: ArmedFault }) {
  const { id, left, until } = fault;
  return (
    <li>
      <Zap aria-hidden />
      <span class="what">
        <strong>{effectOf(fault)}</strong>
        <small>
          {operationsOf(fault)} · {formatCount(left, 'more time')} · for{' '}
          {formatDuration(Date.parse(until) - now.value)}
        </small>
      </span>
      <button
        type="button"
        aria-label={`Disarm: ${effectOf(fault)}`}
        onClick={() => void attempt(() => faultVerbs.remove(id), 'Disarmed.')}
      >
        Disarm
      </button>
    </li>
  );
}

function operationsOf({ on }: ArmedFault): string {
  return on.length === OPERATIONS.length ? 'any operation' : on.join(', ');
}

function effectOf({ answer, latency, connection, corrupt, drip }: ArmedFault): string {
  const hint = answer?.retry_after === undefined ? '' : `, again after ${answer.retry_after}`;
  const effects = [
    answer && `answers ${answer.status}${hint}`,
    latency && `held back ${latency}`,
    connection && (connection === 'reset' ? 'the connection is dropped' : 'no answer ever comes'),
    corrupt && (corrupt === 'malformed' ? 'the body is no JSON' : 'the body breaks off'),
    drip && `the body drips for ${drip}`,
  ];
  return effects.filter(Boolean).join(', ');
}
