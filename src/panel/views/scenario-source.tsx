/** One scenario as it is written, in its file or as a file of it would say. */
import { useSignal } from '@preact/signals';
import { BookX, Pencil, X } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import type { ScenarioSource as Source } from '../../generated/control-api.js';
import type { ScenarioEditor } from '../editor/scenario-editor.js';
import { Trouble } from '../api/client.js';
import { scenarioVerbs } from '../api/verbs.js';
import { Code } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { Notice } from '../parts/notice.js';
import { hrefOf } from '../state/route.js';

export function ScenarioSource({ name }: { readonly name: string }) {
  const source = useSignal<Source | undefined>(undefined);
  const trouble = useSignal('');
  /** The editor weighs more than the rest of the panel, and is loaded when somebody edits. */
  const editor = useSignal<typeof ScenarioEditor | undefined>(undefined);
  const edit = async (): Promise<void> => {
    editor.value = (await import('../editor/scenario-editor.js')).ScenarioEditor;
  };
  const { value: Editor } = editor;
  useEffect(() => {
    scenarioVerbs.source(name).then(
      (found) => (source.value = found),
      (error: unknown) => {
        if (!(error instanceof Trouble)) throw error;
        trouble.value = error.message;
      },
    );
  }, [name]);
  const { value } = source;
  return (
    <section class="detail" aria-label="Scenario">
      <header class="detail-head">
        <h2 class="mono">{name.slice(0, 64)}</h2>
        <a class="button quiet" href={hrefOf({ view: 'scenarios' })} aria-label="Close the scenario">
          <X aria-hidden />
        </a>
      </header>
      {trouble.value && (
        <Notice icon={BookX} title="It cannot be shown">
          <p>{trouble.value}</p>
        </Notice>
      )}
      {value && (
        <>
          <div class="line">
            <p class="small">{value.file ?? 'It is in no file.'}</p>
            <div class="buttons">
              <CopyButton isQuiet label="Copy" text={() => value.text} />
              {!Editor && (
                <button type="button" onClick={() => void edit()}>
                  <Pencil aria-hidden />
                  Edit
                </button>
              )}
            </div>
          </div>
          {Editor ? (
            <Editor source={value} onSource={(saved) => (source.value = saved)} />
          ) : (
            <Code text={value.text} label="Source" />
          )}
          {!value.writable && value.reason && <p class="small">{value.reason}</p>}
        </>
      )}
    </section>
  );
}
