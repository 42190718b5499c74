/** A line for a shell that starts a job in a workspace. */

/** What the keys of the workspaces are that are there from the start. */
const KEYS: Readonly<Record<string, string>> = {
  ws_dev: 'deckhand-dev-key',
  ws_other: 'deckhand-other-key',
};

export function startLine(workspace: string): string {
  const key = KEYS[workspace] ?? workspace.replace(/^ws_(?=sandbox_)/, '').replace('sandbox_', 'sandbox-');
  return [
    `curl -s ${location.origin}/api/v1/presentations/generate \\`,
    `  -H 'x-api-key: ${key}' -H 'content-type: application/json' \\`,
    `  -d '{"prompt":"A pitch for electric harbour taxis"}'`,
  ].join('\n');
}
