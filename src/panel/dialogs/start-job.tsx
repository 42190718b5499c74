/** Starts a job without an app: its prompt, template and scenario. Enter starts it. */
import { useSignal } from '@preact/signals';
import { Play } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { TemplateList } from '../../generated/control-api.js';
import { here } from '../api/client.js';
import { Dialog } from '../parts/dialog.js';
import { FieldError, useFormError } from '../parts/field-error.js';
import { isLive } from '../state/connection.js';
import { scenarioList } from '../state/scenario-list.js';
import { lastPrompt, startJob } from '../state/start-job.js';
import { workspace } from '../state/workspace.js';

export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const prompt = useSignal(lastPrompt);
  const template = useSignal('');
  const scenario = useSignal('');
  const templates = useSignal<TemplateList['templates']>([]);
  const error = useFormError();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.select();
    void error.attempt(async () => (templates.value = [...(await here().templates())]));
  }, []);
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await error.attempt(() => startJob(prompt.value, template.value, scenario.value))) onClose();
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
              {active ? `As for your app: ${active}` : 'As for your app: by the prompt, or the default'}
            </option>
            {(scenarioList.value?.scenarios ?? []).map(({ name, title }) => (
              <option value={name} key={name}>
                {name}: {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Template
          <select
            value={template.value}
            onChange={({ currentTarget }) => (template.value = currentTarget.value)}
          >
            <option value="">The first template</option>
            {templates.value.map(({ id, name }) => (
              <option value={id} key={id}>
                {name} ({id})
              </option>
            ))}
          </select>
        </label>
        <FieldError error={error} />
        <div class="buttons end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="strong" disabled={!isLive.value}>
            <Play aria-hidden />
            Start job
          </button>
        </div>
      </form>
    </Dialog>
  );
}
