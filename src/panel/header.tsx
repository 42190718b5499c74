/** The top bar: links to the views with their counts, the workspace with its menu, and help. */
import { Anchor, BookText, Plug, LayoutGrid } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { listWorkspaces } from './api/client.js';
import { Toolbar } from './components/toolbar.js';
import { violationCount } from './state/client-report.js';
import { openDialog } from './state/dialogs.js';
import { navigate, buildHref, view, VIEW_NAMES, workspaceId, VIEWS, type View } from './state/route.js';
import { scenarioList } from './state/scenario-list.js';
import { workspaces } from './state/workspace.js';
import { runWithToast } from './state/toasts.js';
import { WorkspaceMenu } from './workspace-menu.js';

/** The badge of a view's link: a count and what it counts. */
function badgeFor(one: View): [count: number, what: string] {
  if (one === 'traffic') return [violationCount.value, 'broke a rule'];
  if (one === 'scenarios') return [scenarioList.value?.invalid.length ?? 0, 'broken'];
  return [0, ''];
}

export function Header() {
  const known = workspaces.value.some(({ id }) => id === workspaceId.value);
  return (
    <header class="masthead">
      <h1>
        <Anchor aria-hidden size={18} />
        <span class="brand">Deckhand</span>
      </h1>
      <Toolbar class="views" role="navigation" label="Views">
        {VIEWS.map((one, index) => {
          const [count, what] = badgeFor(one);
          return (
            <a
              href={buildHref({ view: one })}
              aria-current={view.value === one ? 'page' : undefined}
              title={`${VIEW_NAMES[one]} (${index + 1})`}
              key={one}
            >
              {VIEW_NAMES[one]}
              {count > 0 && (
                <span class="badge">
                  {count}
                  <span class="unseen"> {what}</span>
                </span>
              )}
            </a>
          );
        })}
      </Toolbar>
      <Toolbar class="masthead-tools" label="Workspace and help">
        <select
          class="switcher"
          aria-label="Workspace"
          value={workspaceId.value}
          onFocus={() => void runWithToast(async () => (workspaces.value = await listWorkspaces()))}
          onChange={({ currentTarget }) => navigate({ workspace: currentTarget.value })}
        >
          {!known && <option value={workspaceId.value}>{workspaceId.value}</option>}
          {workspaces.value.map(({ id, name }) => (
            <option value={id} key={id}>
              {name === id ? id : `${name} (${id})`}
            </option>
          ))}
        </select>
        <WorkspaceMenu />
        <button
          type="button"
          class="quiet"
          title="Connect your app (C)"
          onClick={() => (openDialog.value = { kind: 'connect' })}
        >
          <Plug aria-hidden />
          <span class="wide-text">Connect your app</span>
        </button>
        <WallLink />
        <a class="button quiet" href="docs/" title="API reference">
          <BookText aria-hidden />
          <span class="unseen">API reference</span>
        </a>
      </Toolbar>
    </header>
  );
}

/* The link to the wall, while one runs on this machine. */

function WallLink() {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const response = await fetch(new URL('wall', document.baseURI)).catch(() => undefined);
      // A server without this address has no wall beside it.
      const found = (await response?.json().catch(() => undefined)) as { readonly url?: string } | undefined;
      setUrl(found?.url);
    };
    const onFocus = (): void => void ask();
    onFocus();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
  if (url === undefined) return null;
  return (
    <a
      class="button quiet"
      href={url}
      target="_blank"
      rel="noopener"
      title="Wall: your app in every scenario"
    >
      <LayoutGrid aria-hidden />
      <span class="unseen">Wall</span>
    </a>
  );
}
