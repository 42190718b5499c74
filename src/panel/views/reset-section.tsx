/** Resets parts of the workspace, or all of it. It asks for confirmation first, because a reset cannot be undone. */
import { useSignal } from '@preact/signals';
import { RotateCcw } from 'lucide-preact';
import { here } from '../api/client.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { attempt } from '../state/toasts.js';

const PARTS = [
  ['data', 'Jobs, presentations, active faults, the active scenario'],
  ['clock', 'Clock: real time again'],
  ['journal', 'Traffic'],
] as const;

type Part = (typeof PARTS)[number][0];

export function ResetSection() {
  const chosen = useSignal<Readonly<Record<Part, boolean>>>({ data: true, clock: true, journal: true });
  const isConfirming = useSignal(false);
  const reset = async (): Promise<void> => {
    isConfirming.value = false;
    await attempt(() => here().reset(chosen.value), 'Workspace reset.');
  };
  return (
    <form
      class="box"
      aria-labelledby="reset"
      onSubmit={(event) => {
        event.preventDefault();
        isConfirming.value = true;
      }}
    >
      <h2 id="reset">Reset workspace</h2>
      {PARTS.map(([part, label]) => (
        <label class="check" key={part}>
          <input
            type="checkbox"
            checked={chosen.value[part]}
            onChange={({ currentTarget }) =>
              (chosen.value = { ...chosen.value, [part]: currentTarget.checked })
            }
          />
          {label}
        </label>
      ))}
      <button type="submit" disabled={!Object.values(chosen.value).includes(true)}>
        <RotateCcw aria-hidden />
        Reset
      </button>
      {isConfirming.value && (
        <ConfirmDialog
          title="Reset this workspace?"
          confirm="Reset"
          onYes={() => void reset()}
          onNo={() => (isConfirming.value = false)}
        >
          <ul class="dots">
            {PARTS.filter(([part]) => chosen.value[part]).map(([, label]) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
          <p class="small">You cannot undo it. Save the state first to load it later.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}
