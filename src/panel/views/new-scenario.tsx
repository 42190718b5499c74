/** The form for a new scenario: its name and its template. The scenario is saved at once and opens in the editor. */
import { useSignal } from '@preact/signals';
import { FilePlus } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { scenarioVerbs } from '../api/verbs.js';
import { go } from '../state/route.js';
import { attempt } from '../state/toasts.js';
import { justCreated, scenarioList } from '../state/scenario-list.js';
import { copyOf, templateFor } from './scenario-template.js';

const NO_FOLDER =
  'This stand-in reads no scenario files. Start it with deckhand serve --scenarios <folder> to keep some.';
/** The pattern of the server, which checks the name again. */
const NAME = '[a-z0-9]+(-[a-z0-9]+)*';

export function NewScenario({ onDone }: { readonly onDone: () => void }) {
  const name = useSignal('');
  const from = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { scenarios = [], saves_to: folder, reason = NO_FOLDER } = scenarioList.value ?? {};
  if (folder === undefined)
    return (
      <p class="new-scenario" role="status">
        A new scenario needs a folder. {reason}
      </p>
    );
  const isTaken = scenarios.some((scenario) => scenario.name === name.value);
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    const created = await attempt(async () => {
      const text =
        from.value === '' ? templateFor(name.value) : copyOf((await scenarioVerbs.source(from.value)).text);
      await scenarioVerbs.save(name.value, text, null);
    }, `Saved to ${folder}. It opens to be edited.`);
    if (!created) return;
    justCreated.value = name.value;
    go({ view: 'scenarios', item: name.value });
    onDone();
  };
  return (
    <form class="new-scenario tools" aria-label="New scenario" onSubmit={(event) => void create(event)}>
      <label>
        Name
        <input
          type="text"
          required
          pattern={NAME}
          maxLength={64}
          spellcheck={false}
          autocomplete="off"
          placeholder="small-letters-and-hyphens"
          title="Small letters, digits, and hyphens between them"
          aria-invalid={isTaken}
          aria-describedby="new-scenario-place"
          value={name.value}
          ref={field}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      <label>
        Start from
        <select value={from.value} onChange={({ currentTarget }) => (from.value = currentTarget.value)}>
          <option value="">a small template</option>
          {scenarios.map((scenario) => (
            <option value={scenario.name} key={scenario.name}>
              a copy of {scenario.name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="strong" disabled={isTaken}>
        <FilePlus aria-hidden />
        Create and edit
      </button>
      <button type="button" class="quiet" onClick={onDone}>
        Cancel
      </button>
      <p class={isTaken ? 'small trouble' : 'small'} id="new-scenario-place" role="status">
        {isTaken
          ? 'A scenario with this name exists.'
          : `It is saved in ${folder}${name.value && `, as ${name.value}.yaml`}.`}
      </p>
    </form>
  );
}
