/** The editor of a scenario. It can try a text without saving it, and it does not overwrite a file that changed meanwhile. */
import { useSignal } from '@preact/signals';
import { Download, Play, Save } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ScenarioCourse, ScenarioMistake, ScenarioSource } from '../../generated/control-api.js';
import schema from '../../../scenarios/scenario.schema.json';
import { ApiError } from '../api/client.js';
import { scenarioVerbs } from '../api/verbs.js';
import { downloadText } from '../parts/download.js';
import { ScenarioTimeline } from '../parts/scenario-timeline.js';
import { attempt, showToast } from '../state/toasts.js';
import { playSaved, tryText } from './after-save.js';
import { Conflict } from './conflict.js';
import { draftOf, keepDraft } from './drafts.js';
import './editor.css';
import { mountEditor, type Editor } from './mount-editor.js';

interface ScenarioEditorProps {
  /** The current file. A new object when the file changes. */
  readonly source: ScenarioSource;
  /** Called with the file after it was saved or read again. */
  readonly onSource: (source: ScenarioSource) => void;
}

export function ScenarioEditor({ source, onSource }: ScenarioEditorProps) {
  const { name, writable, saves_to: target, file } = source;
  // Without a file and a folder, the server keeps the text until it stops.
  const isInMemory = !writable && file === null;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  /** The digest of the text before the edit, and that text if it is known. */
  const base = useRef(draftOf(name)?.digest ?? source.digest);
  const known = useRef(base.current === source.digest ? source.text : undefined);
  const isSaving = useRef(false);
  const text = useSignal(draftOf(name)?.text ?? source.text);
  const mistakes = useSignal<readonly ScenarioMistake[]>([]);
  /** The timeline of the last text without mistakes. */
  const course = useSignal<ScenarioCourse | undefined>(undefined);
  /** Whether saving failed because of the listed mistakes, and the text has not changed since. */
  const isRefused = useSignal(false);
  const list = useRef<HTMLDivElement>(null);
  const theirs = useSignal<ScenarioSource | undefined>(undefined);
  const isChanged = text.value !== source.text;

  useEffect(() => {
    if (!place.current) return undefined;
    const mounted = mountEditor(place.current, {
      text: text.value,
      label: `Text of the scenario ${name}`,
      schema,
      check: async (checked) => {
        if (checked === '') return [];
        const found = await scenarioVerbs.check(checked).catch(() => undefined);
        if (found && checked === text.value) {
          mistakes.value = found.mistakes;
          course.value = found.course ?? course.value;
        }
        return found?.mistakes ?? [];
      },
      onChange: (changed) => {
        text.value = changed;
        isRefused.value = false;
        keep();
      },
    });
    editor.current = mounted;
    mounted.focus();
    return () => mounted.destroy();
  }, [name]);

  useEffect(() => {
    if (isRefused.value) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isRefused.value]);

  const keep = (): void =>
    keepDraft(name, text.value === known.current ? undefined : { text: text.value, digest: base.current });
  /** Takes the current file as the base of the edit. */
  const accept = ({ text: theirText, digest }: ScenarioSource): void => {
    base.current = digest;
    known.current = theirText;
    theirs.value = undefined;
    keep();
  };
  const take = (read: ScenarioSource): void => {
    accept(read);
    editor.current?.replace(read.text);
  };
  useEffect(() => {
    // While this editor saves, the response of the request says what changed.
    if (isSaving.current) return;
    if (source.digest === base.current || text.value === source.text) accept(source);
    else if (text.value === known.current) take(source);
    else theirs.value = source;
  }, [source.digest]);

  /** Lists the mistakes of a refused text. A toast would cover the list. @returns whether there are any */
  const findMistakes = async (refused: string): Promise<boolean> => {
    const found = await scenarioVerbs.check(refused).catch(() => undefined);
    if (!found || found.mistakes.length === 0 || refused !== text.value) return false;
    mistakes.value = found.mistakes;
    return true;
  };
  const save = async (digest: string): Promise<void> => {
    isSaving.current = true;
    try {
      const saved = await scenarioVerbs.save(name, text.value, digest, isInMemory ? 'memory' : 'file');
      accept(saved);
      onSource(saved);
      const where = saved.file === null ? 'Kept in memory.' : `Saved to ${saved.file}.`;
      await attempt(async () => showToast(`${where} ${await playSaved(name)}`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'bad_input' && (await findMistakes(text.value))) {
        isRefused.value = true;
        return;
      }
      const read = error.code === 'file_changed' && (await scenarioVerbs.source(name).catch(() => undefined));
      if (read) {
        theirs.value = read;
        onSource(read);
      }
      showToast(error.message, true);
    } finally {
      isSaving.current = false;
    }
  };
  return (
    <div class="editing">
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            void attempt(() => tryText(name, text.value), 'New jobs play this text. It is not saved.')
          }
        >
          <Play aria-hidden />
          Try it
        </button>
        {(writable || isInMemory) && (
          <button type="button" class="strong" disabled={!isChanged} onClick={() => void save(base.current)}>
            <Save aria-hidden />
            {isInMemory ? 'Keep in memory' : 'Save'}
          </button>
        )}
        {!writable && (
          <button type="button" onClick={() => downloadText(`${name}.yaml`, text.value)}>
            <Download aria-hidden />
            Save to a file
          </button>
        )}
        {isChanged && (
          <button type="button" class="quiet" onClick={() => take(source)}>
            Discard changes
          </button>
        )}
      </div>
      {target !== undefined && target !== source.file && (
        <p class="small">Saving writes {target}. It replaces the bundled scenario.</p>
      )}
      {theirs.value && (
        <Conflict theirs={theirs.value} onMine={(digest) => void save(digest)} onTheirs={take} />
      )}
      {course.value && (
        <div class={mistakes.value.length > 0 ? 'editor-timeline stale' : 'editor-timeline'}>
          <ScenarioTimeline course={course.value} />
        </div>
      )}
      <div class="editor-place" ref={place} />
      <div role="status" ref={list}>
        {isRefused.value && <p class="trouble">Not saved: the text has mistakes.</p>}
        {mistakes.value.length === 0 ? (
          <p class="small">No mistakes.</p>
        ) : (
          <ul class="mistakes">
            {mistakes.value.map(({ line, column, message }) => (
              <li key={`${line}:${column}:${message}`}>
                <button type="button" class="quiet" onClick={() => editor.current?.goTo(line, column)}>
                  Line {line}, column {column}
                </button>
                <span>{message}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
