/** Starts a job without an app: its prompt and scenario. Enter starts it. */
import { useSignal } from '@preact/signals';
import { Play } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.js';
import { FieldError, useFormError } from '../components/field-error.js';
import { isLive } from '../state/connection.js';
import { scenarioList } from '../state/scenario-list.js';
import { lastPrompt, startJob } from '../state/start-job.js';
import { workspace } from '../state/workspace.js';

export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const prompt = useSignal(lastPrompt);
  const scenario = useSignal('');
  const error = useFormError();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), []);
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await error.attempt(() => startJob(prompt.value, scenario.value))) onClose();
  };
  const active = workspace.value?.scenario;
  return (
    <Dialog title="Start a job" onClose={onClose}>
      <form class="stack" ref={form} onSubmit={(event) => void start(event)}>
        <label>
          Prompt
          <textarea
            rows={3}
            dir="auto"
            required
            maxLength={8000}
            ref={field}
            value={prompt.value}
            onInput={({ currentTarget }) => {
              prompt.value = currentTarget.value;
              error.clear();
            }}
            onKeyDown={(event) => {
              // A new line needs Shift, as in a chat.
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              form.current?.requestSubmit();
            }}
          />
        </label>
        <label>
          Scenario
          <select
            value={scenario.value}
            onChange={({ currentTarget }) => {
              scenario.value = currentTarget.value;
              error.clear();
            }}
          >
            <option value="">
              {`As for your app: ${active ?? `${workspace.value?.default_scenario} (default)`}`}
            </option>
            {(scenarioList.value?.scenarios ?? []).map(({ name, title }) => (
              <option value={name} key={name}>
                {name}: {title}
              </option>
            ))}
          </select>
        </label>
        <FieldError error={error} />
        <div class="buttons end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button-primary" disabled={!isLive.value}>
            <Play aria-hidden />
            Start job
          </button>
        </div>
      </form>
    </Dialog>
  );
}
