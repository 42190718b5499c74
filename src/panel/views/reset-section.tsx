/** Resets parts of the workspace, or all of it. It asks for confirmation first, because a reset cannot be undone. */
import { useSignal } from '@preact/signals';
import { RotateCcw } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { workspaceVerbs } from '../api/verbs.js';
import { attempt } from '../state/toasts.js';

const PARTS = [
  ['data', 'Jobs, presentations, armed faults, the active scenario'],
  ['clock', 'What was done to the clock'],
  ['journal', 'The traffic'],
] as const;

type Part = (typeof PARTS)[number][0];

export function ResetSection() {
  const chosen = useSignal<Readonly<Record<Part, boolean>>>({ data: true, clock: true, journal: true });
  const isConfirming = useSignal(false);
  const reset = async (): Promise<void> => {
    isConfirming.value = false;
    await attempt(() => workspaceVerbs.reset(chosen.value), 'It begins anew.');
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
      <h2 id="reset">Begin anew</h2>
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
          removed={PARTS.filter(([part]) => chosen.value[part]).map(([, label]) => label)}
          onYes={() => void reset()}
          onNo={() => (isConfirming.value = false)}
        />
      )}
    </form>
  );
}

interface ConfirmDialogProps {
  readonly removed: readonly string[];
  readonly onYes: () => void;
  readonly onNo: () => void;
}

function ConfirmDialog({ removed, onYes, onNo }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="reset-question" onClose={onNo}>
      <h2 id="reset-question">Forget this for good?</h2>
      <ul>
        {removed.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <p class="small">A snapshot, saved before, could put it back.</p>
      <div class="buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          Keep it
        </button>
        <button type="button" class="strong" onClick={onYes}>
          Forget it
        </button>
      </div>
    </dialog>
  );
}
