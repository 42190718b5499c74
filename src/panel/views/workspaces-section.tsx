/** The list of workspaces, and a form that opens the sandbox of a key. */
import { useSignal } from '@preact/signals';
import { RefreshCw } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { line } from '../api/client.js';
import { FieldError, useFormError } from '../parts/field-error.js';
import { counted } from '../../base/text/counted.js';
import { go, hrefOf, workspaceId } from '../state/route.js';
import { attempt } from '../state/toasts.js';
import { workspaces } from '../state/workspace.js';

export function WorkspacesSection() {
  const key = useSignal('sandbox-');
  const error = useFormError();
  // There are no events from other workspaces, so the list is read when the view opens.
  const read = (): void =>
    void attempt(async () => (workspaces.value = (await line.run('listWorkspaces')).workspaces));
  useEffect(read, []);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    await error.attempt(async () => {
      const { id } = await line.run('getWorkspace', { params: { workspace: key.value.trim() } });
      go({ workspace: id, view: 'jobs' });
    });
  };
  return (
    <section class="box wide" aria-labelledby="workspaces">
      <div class="line">
        <h2 id="workspaces">Workspaces</h2>
        <button type="button" class="quiet" onClick={read}>
          <RefreshCw aria-hidden />
          Refresh
        </button>
      </div>
      <ul class="workspaces">
        {workspaces.value.map(({ id, name, plan, scenario, jobs, exchanges }) => (
          <li key={id}>
            <a href={hrefOf({ workspace: id })} aria-current={id === workspaceId.value}>
              <strong>{name}</strong>
              <span class="mono small">{id}</span>
              <span class="small">
                {plan} · {counted(jobs, 'job')} · {counted(exchanges, 'exchange')}
                {scenario === null ? '' : ` · plays ${scenario}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <form class="tools" onSubmit={(event) => void open(event)}>
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
