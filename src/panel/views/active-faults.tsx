/** The active faults in the order in which they apply. */
import { ShieldCheck } from 'lucide-preact';
import type { ArmedFault } from '../../generated/control-api.js';
import { here } from '../api/client.js';
import { now } from '../state/clock.js';
import { attempt } from '../state/toasts.js';
import { faults } from '../state/workspace.js';
import { effectOf, precededBy, remainingOf, targetOf } from './fault-text.js';

export function ActiveFaults() {
  const { value } = faults;
  if (value.length === 0)
    return (
      <p class="calm">
        <ShieldCheck aria-hidden /> No active faults. Responses follow the scenarios.
      </p>
    );
  return (
    <ol class="active-faults">
      {value.map((fault, index) => (
        <ActiveFault fault={fault} place={index + 1} before={precededBy(value, index)} key={fault.id} />
      ))}
    </ol>
  );
}

interface ActiveFaultProps {
  readonly fault: ArmedFault;
  readonly place: number;
  /** The place of the first fault that applies before this one. */
  readonly before: number | undefined;
}

function ActiveFault({ fault, place, before }: ActiveFaultProps) {
  const effect = effectOf(fault);
  return (
    <li>
      <span class="place" aria-hidden>
        {place}
      </span>
      <span class="what">
        <strong>{effect}</strong>
        <small>
          {targetOf(fault)} · {remainingOf(fault, now.value)}
        </small>
      </span>
      <span class="tag">{before === undefined ? 'applies first' : `after ${before}`}</span>
      <button
        type="button"
        aria-label={`Remove: ${effect}`}
        onClick={() => void attempt(() => here().disarm(fault.id), 'Fault removed.')}
      >
        Remove
      </button>
    </li>
  );
}
