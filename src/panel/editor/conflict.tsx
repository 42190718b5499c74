/** Asks what to do when the file changed during an edit. Both texts are available, so no text is lost. */
import { useSignal } from '@preact/signals';
import type { ScenarioSource } from '../../generated/control-api.js';
import { Code } from '../parts/code.js';

interface ConflictProps {
  /** The current file. */
  readonly theirs: ScenarioSource;
  readonly onMine: (digest: string) => void;
  readonly onTheirs: (theirs: ScenarioSource) => void;
}

export function Conflict({ theirs, onMine, onTheirs }: ConflictProps) {
  const isShown = useSignal(false);
  return (
    <section class="conflict" aria-label="The file changed">
      <p>
        <strong>{theirs.file ?? theirs.name} was changed while you edited it.</strong> Your text is below,
        unchanged.
      </p>
      <div class="buttons">
        <button type="button" aria-expanded={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
          Show the current file
        </button>
        <button type="button" onClick={() => onMine(theirs.digest)}>
          Overwrite with my text
        </button>
        <button type="button" onClick={() => onTheirs(theirs)}>
          Use the text of the file
        </button>
      </div>
      {isShown.value && <Code text={theirs.text} label="The current file" />}
    </section>
  );
}
