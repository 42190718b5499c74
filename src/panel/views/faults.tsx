/** Faults: a form that injects one into the next responses, and the list of active faults in the order in which they apply. */
import { useSignal } from '@preact/signals';
import { here } from '../api/client.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { counted } from '../../base/text/counted.js';
import { attempt } from '../state/toasts.js';
import { faults } from '../state/workspace.js';
import { ActiveFaults } from './active-faults.js';
import { FaultForm } from './fault-form.js';

export function FaultsView() {
  const isConfirming = useSignal(false);
  const { length } = faults.value;
  return (
    <div class="page">
      <FaultForm />
      <section aria-labelledby="active-faults">
        <div class="line">
          <h2 id="active-faults">Active faults</h2>
          {length > 1 && (
            <button type="button" onClick={() => (isConfirming.value = true)}>
              Remove all
            </button>
          )}
        </div>
        <ActiveFaults />
      </section>
      {isConfirming.value && (
        <ConfirmDialog
          title={`Remove ${counted(length, 'active fault')}?`}
          confirm="Remove"
          onNo={() => (isConfirming.value = false)}
          onYes={() => {
            isConfirming.value = false;
            void attempt(() => here().disarm(), 'Faults removed.');
          }}
        />
      )}
    </div>
  );
}
