/** The workspace view: all workspaces, and the plan, reset, saved states and recordings of the selected one. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { counted } from '../../base/text/counted.js';
import { here, listWorkspaces } from '../api/client.js';
import { Code } from '../parts/code.js';
import { FieldError, useFormError } from '../parts/field-error.js';
import { go, hrefOf, workspaceId } from '../state/route.js';
import { attempt } from '../state/toasts.js';
import { workspaces } from '../state/workspace.js';
import { PlanSection } from './plan-section.js';
import { ResetSection } from './reset-section.js';
import { StateSection } from './state-section.js';

export function WorkspaceView() {
  return (
    <div class="page columns">
      <Workspaces />
      <PlanSection />
      <ResetSection />
      <StateSection />
      <section class="box" aria-labelledby="recording">
        <h2 id="recording">Replay a recording</h2>
        <p class="small">
          Record real traffic, and play it again byte for byte. A HAR of the browser works, too. Both are
          commands:
        </p>
        <Code
          label="Commands that record and replay"
          text={
            'deckhand record https://staging.example.com/api/v1 --har traffic.har\ndeckhand serve --replay traffic.har'
          }
        />
      </section>
    </div>
  );
}

/** The list of workspaces, and a form that opens the sandbox of a key. */
function Workspaces() {
  const key = useSignal('sandbox-');
  const error = useFormError();
  // The changes are of one workspace, so the list is read when the view opens, and when the user comes back to it.
  useEffect(() => {
    const read = (): void => void attempt(async () => (workspaces.value = await listWorkspaces()));
    read();
    addEventListener('focus', read);
    return () => removeEventListener('focus', read);
  }, []);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    await error.attempt(async () => {
      const { id } = await here(key.value.trim()).info();
      go({ workspace: id, view: 'jobs' });
    });
  };
  return (
    <section class="box wide" aria-labelledby="workspaces">
      <h2 id="workspaces">Workspaces</h2>
      <ul class="workspaces">
        {workspaces.value.map(({ id, name, plan, scenario, jobs, exchanges }) => (
          <li key={id}>
            <a href={hrefOf({ workspace: id })} aria-current={id === workspaceId.value}>
              <strong>{name}</strong>
              {name !== id && <span class="mono small">{id}</span>}
              <span class="small">
                {plan} · {counted(jobs, 'job')} · {counted(exchanges, 'exchange')}
                {scenario === null ? '' : ` · plays ${scenario}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <form class="fields" onSubmit={(event) => void open(event)}>
        <label>
          Sandbox key
          <input
            type="text"
            spellcheck={false}
            value={key.value}
            onInput={({ currentTarget }) => {
              key.value = currentTarget.value;
              error.clear();
            }}
          />
        </label>
        <button type="submit">Open sandbox</button>
      </form>
      <FieldError error={error} />
    </section>
  );
}
