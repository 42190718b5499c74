/** The text of a scenario, from its file or generated. It is read again when a file changes. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { BookX, Pencil, X } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import type { ScenarioSource as Source } from '../../generated/control-api.js';
import type { ScenarioEditor } from '../editor/scenario-editor.js';
import { ApiError } from '../api/client.js';
import { scenarioVerbs } from '../api/verbs.js';
import { draftOf } from '../editor/drafts.js';
import { Code } from '../parts/code.js';
import { CopyButton } from '../parts/copy-button.js';
import { Notice } from '../parts/notice.js';
import { hrefOf } from '../state/route.js';
import { justCreated, fileChanges } from '../state/scenario-list.js';

export function ScenarioSource({ name }: { readonly name: string }) {
  /** The last known version. */
  const source = useSignal<Source | undefined>(undefined);
  const error = useSignal('');
  /** Loaded at the first edit, because the editor is larger than the rest of the panel. */
  const editor = useSignal<typeof ScenarioEditor | undefined>(undefined);
  const edit = async (): Promise<void> => {
    editor.value = (await import('../editor/scenario-editor.js')).ScenarioEditor;
  };
  const { value: Editor } = editor;
  useEffect(() => {
    if (justCreated.peek() === name) void edit();
    justCreated.value = undefined;
  }, [name]);
  useSignalEffect(() => {
    void fileChanges.value;
    const leaving = new AbortController();
    void read(name).then((found) => {
      if (leaving.signal.aborted) return;
      if (typeof found !== 'string') source.value = found;
      error.value = typeof found === 'string' && !source.peek() ? found : '';
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
      {error.value && (
        <Notice icon={BookX} title="The scenario cannot be shown">
          <p>{error.value}</p>
        </Notice>
      )}
      {value && (
        <>
          <div class="line">
            <p class="small">
              {value.file ?? 'In memory, without a file.'}
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

/** @returns the source, or an error message */
async function read(name: string): Promise<Source | string> {
  try {
    return await scenarioVerbs.source(name);
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
