/** The form for a new scenario: its name and its template. The scenario is saved at once, to a file or in memory, and opens in the editor. */
import { useSignal } from '@preact/signals';
import { FilePlus } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { scenarioVerbs } from '../api/verbs.js';
import { go } from '../state/route.js';
import { FieldError, useFormError } from '../parts/field-error.js';
import { showToast } from '../state/toasts.js';
import { justCreated, scenarioList } from '../state/scenario-list.js';
import { copyOf, templateFor } from './scenario-template.js';

/** The pattern of the server, which checks the name again. */
const NAME = '[a-z0-9]+(-[a-z0-9]+)*';

export function NewScenario({ onDone }: { readonly onDone: () => void }) {
  const name = useSignal('');
  const from = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { scenarios = [], saves_to: folder } = scenarioList.value ?? {};
  const error = useFormError();
  const isTaken = scenarios.some((scenario) => scenario.name === name.value);
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    const created = await error.attempt(async () => {
      const text =
        from.value === '' ? templateFor(name.value) : copyOf((await scenarioVerbs.source(from.value)).text);
      await scenarioVerbs.save(name.value, text, null, folder === undefined ? 'memory' : 'file');
    });
    if (!created) return;
    showToast(folder === undefined ? 'The scenario is in memory.' : `Saved to ${folder}.`);
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
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
            error.clear();
          }}
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
          : folder === undefined
            ? 'It is kept in memory until the server stops. Its editor saves it to a file.'
            : `It is saved in ${folder}${name.value && `, as ${name.value}.yaml`}.`}
      </p>
      <FieldError error={error} />
    </form>
  );
}
