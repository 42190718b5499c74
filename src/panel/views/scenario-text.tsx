/** The text area of a scenario. New jobs can play a changed text; the server lists its mistakes with their lines. */
import type { ScenarioName } from '../../app/scenario-names.js';
import { useSignal } from '@preact/signals';
import { Play, RotateCcw } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ScenarioSource } from '../../generated/control-api.js';
import { ApiError, here } from '../api/client.js';
import { CopyButton } from '../parts/copy-button.js';
import { showToast } from '../state/toasts.js';

interface ScenarioTextProps {
  /** A new object when the file changes. */
  readonly source: ScenarioSource;
}

export function ScenarioText({ source }: ScenarioTextProps) {
  const { name, file } = source;
  const text = useSignal(source.text);
  const mistakes = useSignal<readonly string[]>([]);
  /** The text of the file before its last change. */
  const before = useRef(source.text);
  const area = useRef<HTMLTextAreaElement>(null);
  const isChanged = text.value !== source.text;
  const change = (changed: string): void => {
    text.value = changed;
    mistakes.value = [];
  };
  useEffect(() => {
    if (text.value === before.current) change(source.text);
    before.current = source.text;
  }, [source.text]);
  const play = async (): Promise<void> => {
    try {
      const named = { yaml: text.value, name };
      await here().use(isChanged ? named : (name as ScenarioName));
      mistakes.value = [];
      showToast(isChanged ? 'New jobs play this text. Its file stays as it is.' : `New jobs play ${name}.`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.reasons.length > 0) mistakes.value = error.reasons;
      else showToast(error.message, true);
    }
  };
  return (
    <>
      <div class="line wrap">
        <p class="small">{file ?? 'Without a file.'}</p>
        <div class="buttons">
          <button type="button" class="strong" onClick={() => void play()}>
            <Play aria-hidden />
            Play for new jobs
          </button>
          <CopyButton isQuiet label="Copy" text={() => text.value} />
          {isChanged && (
            <button type="button" class="quiet" onClick={() => change(source.text)}>
              <RotateCcw aria-hidden />
              Discard
            </button>
          )}
        </div>
      </div>
      <div role="status">
        {mistakes.value.length > 0 && <p class="trouble">New jobs do not play it: it has mistakes.</p>}
        <ul class="mistakes">
          {mistakes.value.map((mistake) => (
            <Mistake mistake={mistake} area={area.current} key={mistake} />
          ))}
        </ul>
      </div>
      <textarea
        class="mono scenario-text"
        aria-label={`Text of the scenario ${name}`}
        spellcheck={false}
        autocomplete="off"
        ref={area}
        value={text.value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <p class="small">
        Changes here are not saved. The server reads your own scenario files again when you save them in your
        editor.
      </p>
    </>
  );
}

interface MistakeProps {
  /** Begins with its line, such as `line 3, column 5: …`. */
  readonly mistake: string;
  readonly area: HTMLTextAreaElement | null;
}

/** A mistake with a button that selects its line. */
function Mistake({ mistake, area }: MistakeProps) {
  const [position, line] = /^line (\d+), column \d+/.exec(mistake) ?? [];
  if (position === undefined) return <li>{mistake}</li>;
  return (
    <li>
      <button type="button" class="quiet" onClick={() => selectLine(area, Number(line))}>
        {position}
      </button>
      {mistake.slice(position.length)}
    </li>
  );
}

function selectLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = ((line - 1) / lines.length) * area.scrollHeight - area.clientHeight / 3;
}
