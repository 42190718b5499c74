/** The scenario editor: the text beside the bar and the responses of its preview. The panel loads it with Edit or New only. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { CircleAlert, Download, Play, Save, X } from 'lucide-preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ConfirmDialog } from '../../ui/dialog.js';
import { ApiError } from '../api/client.js';
import { downloadBlob } from '../components/download.js';
import { FieldError, useFormError } from '../components/field-error.js';
import { isLive } from '../state/connection.js';
import { buildHref, replaceHref, setLeaveGuard } from '../state/route.js';
import { scenarioList, scenariosVersion } from '../state/scenario-list.js';
import { showToast } from '../state/toasts.js';
import { createCodeEditor, type CodeEditor } from './code-editor.js';
import type { EditorSession, Origin } from './editor-session.js';
import { IssueList } from './issue-list.js';
import { PreviewPane } from './preview-pane.js';
import { StartingPointSelect } from './starting-point-select.js';
import { closeSession, loadOrigin, openSession, renameSession, type EditTarget } from './starting-points.js';
import '../styles/editor.css';

/** A question to the user before unsaved text is lost. */
interface Question {
  readonly title: string;
  readonly onDiscard: () => void;
}

export function ScenarioEditor(target: EditTarget) {
  // A session that the user discards stays until the view is gone.
  const session = useMemo(() => openSession(target), [target.item, target.edit]);
  const field = useRef<CodeEditor>();
  const nameField = useRef<HTMLInputElement>(null);
  const error = useFormError();
  /** That the file has another text; empty without a conflict. */
  const conflict = useSignal('');
  const question = useSignal<Question | undefined>(undefined);
  const isSaving = useRef(false);

  /** Replaces the text, after a question if there are unsaved changes. */
  const replaceText = (load: () => Promise<unknown>): void => {
    const run = (): void => {
      conflict.value = '';
      void error.attempt(load);
    };
    if (session.isDirty.peek()) question.value = { title: 'Discard the unsaved text?', onDiscard: run };
    else run();
  };
  const load = async (): Promise<void> => session.open(await loadOrigin(target));
  const save = async (previous?: string | null): Promise<void> => {
    if (session.nameIssue.peek() !== '') {
      session.isNameNeeded.value = true;
      nameField.current?.focus();
      return;
    }
    isSaving.current = true;
    conflict.value = '';
    await error.attempt(async () => {
      try {
        await session.save(previous);
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause.code !== 'scenario_conflict') throw cause;
        conflict.value = cause.message;
        return;
      }
      const { name, file } = session.origin.peek();
      const saved: EditTarget = { item: name, edit: 'text' };
      renameSession(saved);
      replaceHref({ view: 'scenarios', ...saved });
      showToast(`Saved in ${file}.`);
    });
    isSaving.current = false;
  };
  const play = (): void =>
    void error.attempt(async () => {
      await session.play();
      showToast('New jobs play this text.');
    });

  useEffect(() => {
    if (!session.isLoaded) void error.attempt(load);
  }, [session]);
  useLeaveQuestion(session, (title, onDiscard) => (question.value = { title, onDiscard }));
  useFileChanges(session, isSaving, (message) => (conflict.value = message));

  const { name, origin, isDirty } = session;
  const nameIssue = name.value !== '' || session.isNameNeeded.value ? session.nameIssue.value : '';
  const { folder, reason } = scenarioList.value?.saving ?? {};
  const isExisting = origin.value.name !== '';
  return (
    <section
      class="editor"
      aria-label="Scenario editor"
      onKeyDown={(event) => runShortcut(event, save, play)}
    >
      <header class="cluster wrap sticky detail-head editor-head">
        <h2>{isExisting ? <>Edit {origin.value.name}</> : 'New scenario'}</h2>
        <div class="buttons">
          <button type="button" class="button-primary" disabled={!isLive.value} onClick={play}>
            <Play aria-hidden />
            Play<span class="wide-editor-text"> for new jobs</span>
          </button>
          <button
            type="button"
            disabled={!isLive.value || folder === undefined}
            title="Save (Ctrl+S)"
            aria-describedby="saving"
            onClick={() => void save()}
          >
            <Save aria-hidden />
            Save
          </button>
          <button type="button" onClick={() => download(session)}>
            <Download aria-hidden />
            Download
          </button>
        </div>
        <a
          class="button button-plain"
          href={buildHref({ view: 'scenarios', item: isExisting ? origin.value.name : undefined })}
          aria-label="Close the editor"
        >
          <X aria-hidden />
        </a>
      </header>
      <div class="cluster wrap editor-fields">
        <label class="cluster">
          Name
          <input
            type="text"
            class="mono"
            maxLength={64}
            spellcheck={false}
            autocomplete="off"
            placeholder="my-scenario"
            aria-invalid={nameIssue !== ''}
            aria-describedby="name-issue"
            ref={nameField}
            value={name.value}
            onInput={({ currentTarget }) => {
              session.rename(currentTarget.value);
              conflict.value = '';
              error.clear();
            }}
          />
        </label>
        {/* It is there without a text, too: screen readers announce only changes of what is there. */}
        <p
          id="name-issue"
          class={nameIssue === '' ? 'visually-hidden' : 'cluster error name-issue'}
          aria-live="polite"
        >
          {nameIssue !== '' && <CircleAlert aria-hidden size={16} />}
          <span dir="auto">{nameIssue}</span>
        </p>
        {!isExisting && (
          <StartingPointSelect
            onSelect={(loadText) =>
              replaceText(async () => session.open({ ...(await loadText()), name: name.peek() }))
            }
          />
        )}
        <p id="saving" class={reason === undefined ? 'small' : 'small note'} role="status">
          {reason === undefined
            ? describeSaving(isDirty.value, origin.value, folder)
            : `${reason} You can download the text.`}
        </p>
      </div>
      <FieldError error={error} />
      {conflict.value !== '' && (
        <div class="stack tight note" role="alert">
          <p>{conflict.value}</p>
          <div class="buttons">
            <button
              type="button"
              disabled={!isLive.value}
              onClick={() => replaceText(async () => session.open(await session.readFile()))}
            >
              Load the file
            </button>
            <button
              type="button"
              disabled={!isLive.value}
              onClick={() => void replaceFile(session, save, error.attempt)}
            >
              Replace the file
            </button>
          </div>
        </div>
      )}
      <div class="editor-body">
        <div class="editor-text">
          <CodeField
            session={session}
            onReady={(editor) => (field.current = editor)}
            onSave={() => void save()}
            onPlay={play}
          />
          <p class="small">
            <kbd>Escape</kbd>, then <kbd>Tab</kbd> leaves the text. <kbd>Ctrl</kbd>+<kbd>Space</kbd> shows the
            fields, <kbd>F8</kbd> goes to the next error.
          </p>
          <IssueList
            check={session.check.value}
            failure={session.checkError.value}
            onOpen={({ line, column }) => field.current?.goTo(line, column)}
          />
        </div>
        <PreviewPane session={session} />
      </div>
      {question.value && (
        <ConfirmDialog
          title={question.value.title}
          confirm="Discard"
          onConfirm={() => {
            const { onDiscard } = question.value ?? {};
            question.value = undefined;
            onDiscard?.();
          }}
          onCancel={() => (question.value = undefined)}
        >
          <p>The text has changes that are not saved. Cancel to save or download it first.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface CodeFieldProps {
  readonly session: EditorSession;
  readonly onReady: (editor: CodeEditor | undefined) => void;
  readonly onSave: () => void;
  readonly onPlay: () => void;
}

/** CodeMirror in its host element. */
function CodeField({ session, onReady, onSave, onPlay }: CodeFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const actions = useRef({ onSave, onPlay });
  actions.current = { onSave, onPlay };
  const editor = useRef<CodeEditor>();
  useEffect(() => {
    if (!host.current) return undefined;
    const created = createCodeEditor(host.current, {
      text: session.text.peek(),
      label: 'Text of the scenario, in YAML',
      onChange: (text) => session.type(text),
      onSave: () => actions.current.onSave(),
      onPlay: () => actions.current.onPlay(),
    });
    editor.current = created;
    onReady(created);
    created.focus();
    return () => {
      onReady(undefined);
      created.destroy();
    };
  }, [session]);
  useSignalEffect(() => {
    if (session.replacements.value > 0) editor.current?.setText(session.text.peek());
  });
  useSignalEffect(() => {
    const { errors = [], warnings = [] } = session.check.value ?? {};
    editor.current?.setIssues(errors, warnings);
  });
  return <div class="code-host" ref={host} />;
}

/** Asks before the user leaves the editor, or closes the page, with unsaved text. */
function useLeaveQuestion(session: EditorSession, ask: (title: string, onDiscard: () => void) => void): void {
  useEffect(() => {
    setLeaveGuard((hash) => {
      if (!session.isDirty.peek()) {
        closeSession();
        return true;
      }
      ask('Leave the editor?', () => {
        closeSession();
        setLeaveGuard();
        location.hash = hash;
      });
      return false;
    });
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (session.isDirty.peek()) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    return () => {
      setLeaveGuard();
      removeEventListener('beforeunload', onUnload);
    };
  }, [session]);
}

/** Follows the file: without unsaved changes, the editor shows its new text. */
function useFileChanges(
  session: EditorSession,
  isSaving: { readonly current: boolean },
  onConflict: (message: string) => void,
): void {
  useSignalEffect(() => {
    void scenariosVersion.value;
    const { name, hash } = session.origin.peek();
    if (hash === null) return;
    void (async () => {
      const file = await session.readFile().catch(() => undefined);
      const { hash: known, name: current } = session.origin.peek();
      if (!file || isSaving.current || known !== hash || current !== name || file.name !== name) return;
      if (file.hash === known) return;
      if (session.isDirty.peek()) onConflict(`${file.file ?? name} has changed since it was read.`);
      else session.open(file);
    })();
  });
}

/** Saves the text in place of the text that the file has now. */
async function replaceFile(
  session: EditorSession,
  save: (previous: string | null) => Promise<void>,
  attempt: (work: () => Promise<unknown>) => Promise<boolean>,
): Promise<void> {
  await attempt(async () => {
    const hash = await session.readFile().then(
      (file) => file.hash,
      (cause: unknown) => {
        // The file was deleted.
        if (cause instanceof ApiError && cause.code === 'not_found') return null;
        throw cause;
      },
    );
    await save(hash);
  });
}

function runShortcut(event: KeyboardEvent, save: () => Promise<void>, play: () => void): void {
  if (event.defaultPrevented || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
  if (event.key === 's') void save();
  else if (event.key === 'Enter') play();
  else return;
  event.preventDefault();
}

function download({ name, nameIssue, text }: EditorSession): void {
  const file = new Blob([text.peek()], { type: 'application/yaml' });
  downloadBlob(`${nameIssue.peek() === '' ? name.peek() : 'scenario'}.yaml`, file);
}

function describeSaving(isDirty: boolean, { file, hash }: Origin, folder = ''): string {
  if (isDirty) return `Not saved. Save writes into ${folder}.`;
  if (file === null) return `Save writes into ${folder}.`;
  return hash === null ? `${file}. Save writes a copy into ${folder}.` : file;
}
