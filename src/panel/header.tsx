/** The top bar: links to the views with their counts, the workspace with its menu, and help. */
import { Anchor, BookText, Plug } from 'lucide-preact';
import { listWorkspaces } from './api/client.js';
import { Toolbar } from './components/toolbar.js';
import { violationCount } from './state/client-report.js';
import { currentDialog } from './state/dialogs.js';
import { navigate, buildHref, view, VIEW_NAMES, workspaceId, VIEWS, type View } from './state/route.js';
import { scenarioList } from './state/scenario-list.js';
import { workspaces } from './state/workspace.js';
import { runWithToast } from './state/toasts.js';
import { WallLink } from './wall-link.js';
import { WorkspaceMenu } from './workspace-menu.js';

/** The badge of a view's link: a count and its meaning. */
function getBadge(one: View): [count: number, what: string] {
  if (one === 'traffic') return [violationCount.value, 'violated a rule'];
  if (one === 'scenarios') return [scenarioList.value?.invalid.length ?? 0, 'invalid'];
  return [0, ''];
}

export function Header() {
  const isListed = workspaces.value.some(({ id }) => id === workspaceId.value);
  return (
    <header class="cluster sticky app-header">
      <h1>
        <Anchor aria-hidden size={18} />
        <span class="brand">Deckhand</span>
      </h1>
      <Toolbar class="cluster views" role="navigation" label="Views">
        {VIEWS.map((one, index) => {
          const [count, what] = getBadge(one);
          return (
            <a
              class="cluster"
              href={buildHref({ view: one })}
              aria-current={view.value === one ? 'page' : undefined}
              title={`${VIEW_NAMES[one]} (${index + 1})`}
              key={one}
            >
              {VIEW_NAMES[one]}
              {count > 0 && (
                <span class="badge">
                  {count}
                  <span class="visually-hidden"> {what}</span>
                </span>
              )}
            </a>
          );
        })}
      </Toolbar>
      <Toolbar class="cluster header-tools" label="Workspace and help">
        <select
          class="switcher"
          aria-label="Workspace"
          value={workspaceId.value}
          onFocus={() => void runWithToast(async () => (workspaces.value = await listWorkspaces()))}
          onChange={({ currentTarget }) => navigate({ workspace: currentTarget.value })}
        >
          {!isListed && <option value={workspaceId.value}>{workspaceId.value}</option>}
          {workspaces.value.map(({ id, name }) => (
            <option value={id} key={id}>
              {name === id ? id : `${name} (${id})`}
            </option>
          ))}
        </select>
        <WorkspaceMenu />
        <button
          type="button"
          class="button-plain"
          title="Connect your app (C)"
          onClick={() => (currentDialog.value = { kind: 'connect' })}
        >
          <Plug aria-hidden />
          <span class="wide-text">Connect your app</span>
        </button>
        <WallLink />
        <a class="button button-plain" href="docs/" title="API reference">
          <BookText aria-hidden />
          <span class="visually-hidden">API reference</span>
        </a>
      </Toolbar>
    </header>
  );
}
