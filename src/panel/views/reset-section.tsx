/** Forgets parts of the workspace, or all of it; asks first, as nothing brings them back. */
import { useSignal } from '@preact/signals';
import { RotateCcw } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { workspaceVerbs } from '../api/verbs.js';
import { attempt } from '../state/said.js';

const PARTS = [
  ['data', 'Jobs, presentations, armed faults, the active scenario'],
  ['clock', 'What was done to the clock'],
  ['journal', 'The traffic'],
] as const;

type Part = (typeof PARTS)[number][0];

export function ResetSection() {
  const chosen = useSignal<Readonly<Record<Part, boolean>>>({ data: true, clock: true, journal: true });
  const isAsking = useSignal(false);
  const reset = async (): Promise<void> => {
    isAsking.value = false;
    await attempt(() => workspaceVerbs.reset(chosen.value), 'It begins anew.');
  };
  return (
    <form
      class="box"
      aria-labelledby="reset"
      onSubmit={(event) => {
        event.preventDefault();
        isAsking.value = true;
      }}
    >
      <h2 id="reset">Begin anew</h2>
      {PARTS.map(([part, words]) => (
        <label class="check" key={part}>
          <input
            type="checkbox"
            checked={chosen.value[part]}
            onChange={({ currentTarget }) =>
              (chosen.value = { ...chosen.value, [part]: currentTarget.checked })
            }
          />
          {words}
        </label>
      ))}
      <button type="submit" disabled={!Object.values(chosen.value).includes(true)}>
        <RotateCcw aria-hidden />
        Reset
      </button>
      {isAsking.value && (
        <Question
          lost={PARTS.filter(([part]) => chosen.value[part]).map(([, words]) => words)}
          onYes={() => void reset()}
          onNo={() => (isAsking.value = false)}
        />
      )}
    </form>
  );
}

interface QuestionProps {
  readonly lost: readonly string[];
  readonly onYes: () => void;
  readonly onNo: () => void;
}

function Question({ lost, onYes, onNo }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="reset-question" onClose={onNo}>
      <h2 id="reset-question">Forget this for good?</h2>
      <ul>
        {lost.map((words) => (
          <li key={words}>{words}</li>
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
