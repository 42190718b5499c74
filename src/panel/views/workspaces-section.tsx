/** The list of workspaces, and a form that opens the sandbox of a key. */
import { useSignal } from '@preact/signals';
import { RefreshCw } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { workspaceVerbs } from '../api/verbs.js';
import { formatCount } from '../parts/format.js';
import { go, hrefOf, workspaceId } from '../state/route.js';
import { attempt } from '../state/toasts.js';
import { workspaces } from '../state/workspace.js';

export function WorkspacesSection() {
  const key = useSignal('sandbox-');
  // There are no events from other workspaces, so the list is read when the view opens.
  const read = (): void =>
    void attempt(async () => (workspaces.value = (await workspaceVerbs.list()).workspaces));
  useEffect(read, []);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    await attempt(async () => {
      const { id } = await workspaceVerbs.open(key.value.trim());
      go({ workspace: id, view: 'jobs' });
    });
  };
  return (
    <section class="box wide" aria-labelledby="workspaces">
      <div class="line">
        <h2 id="workspaces">Workspaces</h2>
        <button type="button" class="quiet" onClick={read}>
          <RefreshCw aria-hidden />
          Look again
        </button>
      </div>
      <ul class="workspaces">
        {workspaces.value.map(({ id, name, plan, scenario, jobs, exchanges }) => (
          <li key={id}>
            <a href={hrefOf({ workspace: id })} aria-current={id === workspaceId.value}>
              <strong>{name}</strong>
              <span class="mono small">{id}</span>
              <span class="small">
                {plan} · {formatCount(jobs, 'job')} · {formatCount(exchanges, 'exchange')}
                {scenario === null ? '' : ` · plays ${scenario}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <form class="tools" onSubmit={(event) => void open(event)}>
        <label>
          A sandbox key
          <input
            type="text"
            spellcheck={false}
            value={key.value}
            onInput={({ currentTarget }) => (key.value = currentTarget.value)}
          />
        </label>
        <button type="submit">Open its workspace</button>
      </form>
    </section>
  );
}
