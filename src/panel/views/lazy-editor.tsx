/** Loads the scenario editor, which is larger than the rest of the panel, when it is opened for the first time. */
import { useSignal } from '@preact/signals';
import { CloudOff, LoaderCircle } from 'lucide-preact';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Notice } from '../components/notice.js';

interface LazyEditorProps {
  readonly item: string | undefined;
  readonly edit: string;
}

/** After the first time, it is there at once. */
let Loaded: ComponentType<LazyEditorProps> | undefined;

export function LazyEditor(props: LazyEditorProps) {
  /** Increases when loading has ended. */
  const attempts = useSignal(0);
  const hasFailed = useSignal(false);
  const load = async (): Promise<void> => {
    hasFailed.value = false;
    try {
      ({ ScenarioEditor: Loaded } = await import('../editor/scenario-editor.js'));
    } catch {
      hasFailed.value = true;
    }
    attempts.value += 1;
  };
  useEffect(() => {
    if (!Loaded) void load();
  }, []);
  void attempts.value;
  if (Loaded) return <Loaded {...props} />;
  if (hasFailed.value)
    return (
      <Notice icon={CloudOff} title="The editor cannot be loaded">
        <p>Check that the server still runs.</p>
        <button type="button" onClick={() => void load()}>
          Try again
        </button>
      </Notice>
    );
  return (
    <div class="cluster connecting" role="status">
      <LoaderCircle aria-hidden class="spinning" />
      Loading the editor…
    </div>
  );
}
