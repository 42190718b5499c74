/** A scenario in an editor: tried without saving, saved to its file, and never over what somebody else has written meanwhile. */
import { useSignal } from '@preact/signals';
import { Play, Save } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ScenarioMistake, ScenarioSource } from '../../generated/control-api.js';
import schema from '../../../scenarios/scenario.schema.json';
import { Trouble } from '../api/client.js';
import { scenarioVerbs } from '../api/verbs.js';
import { attempt, say } from '../state/said.js';
import { readAgain } from '../state/scenario-list.js';
import { Conflict } from './conflict.js';
import { draftOf, keepDraft } from './drafts.js';
import './editor.css';
import { mountEditor, type Editor } from './mount-editor.js';

interface ScenarioEditorProps {
  readonly source: ScenarioSource;
  /** Has what stands in the file once it was saved, or read again. */
  readonly onSource: (source: ScenarioSource) => void;
}

export function ScenarioEditor({ source, onSource }: ScenarioEditorProps) {
  const { name, writable, saves_to: target } = source;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  /** The digest of the text that this one was made from. */
  const base = useRef(draftOf(name)?.digest ?? source.digest);
  const text = useSignal(draftOf(name)?.text ?? source.text);
  const mistakes = useSignal<readonly ScenarioMistake[]>([]);
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
        if (found && checked === text.value) mistakes.value = found.mistakes;
        return found?.mistakes ?? [];
      },
      onChange: (changed) => {
        text.value = changed;
        keepDraft(name, { text: changed, digest: base.current });
      },
    });
    editor.current = mounted;
    mounted.focus();
    return () => mounted.destroy();
  }, [name]);

  const taken = (saved: ScenarioSource): void => {
    base.current = saved.digest;
    theirs.value = undefined;
    keepDraft(name);
    onSource(saved);
  };
  const save = async (digest: string): Promise<void> => {
    try {
      const saved = await scenarioVerbs.save(name, text.value, digest);
      taken(saved);
      say(`Saved to ${saved.file ?? name}. New jobs play it.`);
      await readAgain();
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.code === 'file_changed')
        theirs.value = await scenarioVerbs.source(name).catch(() => undefined);
      say(error.message, true);
    }
  };
  return (
    <div class="editing">
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            void attempt(() => scenarioVerbs.useText(text.value), 'New jobs play this text. It is not saved.')
          }
        >
          <Play aria-hidden />
          Try it
        </button>
        {writable && (
          <button type="button" class="strong" disabled={!isChanged} onClick={() => void save(base.current)}>
            <Save aria-hidden />
            Save
          </button>
        )}
        {isChanged && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              editor.current?.replace(source.text);
              keepDraft(name);
            }}
          >
            Put back
          </button>
        )}
      </div>
      {target !== undefined && target !== source.file && (
        <p class="small">Saving writes {target}, which goes before the bundled scenario.</p>
      )}
      {theirs.value && (
        <Conflict
          theirs={theirs.value}
          onMine={(digest) => void save(digest)}
          onTheirs={(read) => {
            editor.current?.replace(read.text);
            taken(read);
          }}
        />
      )}
      <div class="editor-place" ref={place} />
      <div role="status">
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
