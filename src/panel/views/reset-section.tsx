/** Forgets parts of the workspace, or all of it. */
import { useSignal } from '@preact/signals';
import { RotateCcw } from 'lucide-preact';
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
  const reset = async (event: Event): Promise<void> => {
    event.preventDefault();
    await attempt(() => workspaceVerbs.reset(chosen.value), 'It begins anew.');
  };
  return (
    <form class="box" aria-labelledby="reset" onSubmit={(event) => void reset(event)}>
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
    </form>
  );
}
