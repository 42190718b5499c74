/** Injects a fault: what it applies to, how often, and its effect, as a preset or in detail. */
import { useSignal } from '@preact/signals';
import { Bomb, Braces, Clock3, Hourglass, OctagonX, Unplug } from 'lucide-preact';
import type { ArmFaultRequest } from '../../generated/control-api.js';
import { here } from '../api/client.js';
import { FieldError, useFormError } from '../parts/field-error.js';
import { filter } from '../state/route.js';
import { showToast } from '../state/toasts.js';
import { FaultEffect } from './fault-effect.js';
import { FaultTarget, NEXT_ONE, occurrenceOf, type Occurrence } from './fault-target.js';
import { effectOf, remainingOf, targetOf } from './fault-text.js';
import { now } from '../state/clock.js';
import type { OperationId } from './operations.js';

interface Preset {
  readonly name: string;
  readonly description: string;
  readonly icon: typeof Bomb;
  readonly fault: ArmFaultRequest;
}

const PRESETS: readonly Preset[] = [
  {
    name: '429',
    description: 'Too many requests, with Retry-After: 5',
    icon: OctagonX,
    fault: { answer: { status: 429, retry_after: '5s' } },
  },
  { name: '500', description: 'The server fails', icon: Bomb, fault: { answer: { status: 500 } } },
  {
    name: 'Drop connection',
    description: 'Cut before the response',
    icon: Unplug,
    fault: { connection: 'reset' },
  },
  {
    name: 'No response',
    description: 'The connection stays open',
    icon: Hourglass,
    fault: { connection: 'stall' },
  },
  {
    name: '3 s delay',
    description: 'On the clock of the workspace',
    icon: Clock3,
    fault: { latency: '3s' },
  },
  { name: 'Malformed body', description: 'Not JSON', icon: Braces, fault: { corrupt: 'malformed' } },
];

export function FaultForm() {
  const occurrence = useSignal<Occurrence>(NEXT_ONE);
  const error = useFormError();
  const inject = (effect: ArmFaultRequest): Promise<boolean> =>
    error.attempt(async () => {
      const { operation, job } = filter.value;
      const active = await here().arm({
        ...effect,
        ...(operation && { on: operation as OperationId }),
        ...(job && { job }),
        ...occurrenceOf(occurrence.value),
      });
      showToast(`Active: ${effectOf(active)}, ${targetOf(active)}, ${remainingOf(active, now.peek())}.`);
    });
  return (
    <section aria-labelledby="inject">
      <h2 id="inject">Inject a fault</h2>
      <FaultTarget
        occurrence={occurrence.value}
        onChange={(changed) => {
          occurrence.value = changed;
          error.clear();
        }}
      />
      <FieldError error={error} />
      <div class="presets">
        {PRESETS.map(({ name, description, icon: Icon, fault }) => (
          <button type="button" class="preset" key={name} onClick={() => void inject(fault)}>
            <Icon aria-hidden size={20} />
            <strong>{name}</strong>
            <small>{description}</small>
          </button>
        ))}
      </div>
      <FaultEffect onInject={inject} onChange={error.clear} />
    </section>
  );
}
