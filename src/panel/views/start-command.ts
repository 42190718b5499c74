/** A shell command that starts a job in a workspace. */
import { basePath } from '../state/base-path.js';

/** The keys of the default workspaces. */
const KEYS: Readonly<Record<string, string>> = {
  ws_dev: 'deckhand-dev-key',
  ws_other: 'deckhand-other-key',
};

export function startCommand(workspace: string): string {
  const key = KEYS[workspace] ?? workspace.replace(/^ws_(?=sandbox_)/, '').replace('sandbox_', 'sandbox-');
  return [
    `curl -s ${location.origin}${basePath.value}/presentations/generate \\`,
    `  -H 'x-api-key: ${key}' -H 'content-type: application/json' \\`,
    `  -d '{"prompt":"A pitch for electric harbour taxis"}'`,
  ].join('\n');
}
