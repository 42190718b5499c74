/** One scenario as it is written, in its file or as a file of it would say; read again when a file was changed. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { BookX, Pencil, X } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import type { ScenarioSource as Source } from '../../generated/control-api.js';
import type { ScenarioEditor } from '../editor/scenario-editor.js';
import { Trouble } from '../api/client.js';
import { scenarioVerbs } from '../api/verbs.js';
import { draftOf } from '../editor/drafts.js';
import { Code } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { Notice } from '../parts/notice.js';
import { hrefOf } from '../state/route.js';
import { begun, fileChanges } from '../state/scenario-list.js';

export function ScenarioSource({ name }: { readonly name: string }) {
  /** As it stands in the file, as far as is known. */
  const source = useSignal<Source | undefined>(undefined);
  const trouble = useSignal('');
  /** The editor weighs more than the rest of the panel, and is loaded when somebody edits. */
  const editor = useSignal<typeof ScenarioEditor | undefined>(undefined);
  const edit = async (): Promise<void> => {
    editor.value = (await import('../editor/scenario-editor.js')).ScenarioEditor;
  };
  const { value: Editor } = editor;
  useEffect(() => {
    if (begun.peek() === name) void edit();
    begun.value = undefined;
  }, [name]);
  useSignalEffect(() => {
    void fileChanges.value;
    const leaving = new AbortController();
    void read(name).then((found) => {
      if (leaving.signal.aborted) return;
      if (typeof found !== 'string') source.value = found;
      trouble.value = typeof found === 'string' && !source.peek() ? found : '';
    });
    return () => leaving.abort();
  });
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
            <p class="small">
              {value.file ?? 'It is in no file.'}
              {!Editor && draftOf(name) && <strong> There are unsaved changes: Edit shows them.</strong>}
            </p>
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

/** The text, or why there is none. */
async function read(name: string): Promise<Source | string> {
  try {
    return await scenarioVerbs.source(name);
  } catch (error) {
    if (error instanceof Trouble) return error.message;
    throw error;
  }
}
