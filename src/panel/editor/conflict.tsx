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
    <section class="conflict" aria-label="Changed meanwhile">
      <p>
        <strong>{theirs.file ?? theirs.name} was changed while you edited it.</strong> Your text is below, as
        you left it.
      </p>
      <div class="buttons">
        <button type="button" aria-expanded={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
          Show the file as it is now
        </button>
        <button type="button" onClick={() => onMine(theirs.digest)}>
          Save mine over it
        </button>
        <button type="button" onClick={() => onTheirs(theirs)}>
          Take the file’s text
        </button>
      </div>
      {isShown.value && <Code text={theirs.text} label="The file as it is now" />}
    </section>
  );
}
