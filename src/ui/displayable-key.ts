/** Finds the API key of a workspace if it can be displayed: default keys and sandbox keys are not secret. */
import type { WorkspaceInfo } from '../generated/control-api.js';

/** The default keys with their fingerprints. A server with other keys has other fingerprints. */
const DEFAULT_KEYS: readonly (readonly [fingerprint: string, key: string])[] = [
  ['eff96802', 'deckhand-dev-key'],
  ['91be08ae', 'deckhand-other-key'],
];

/** @returns `undefined` if only the person who configured the server knows the keys */
export function displayableKey(workspace: WorkspaceInfo | undefined): string | undefined {
  if (!workspace) return undefined;
  if (workspace.sandbox) return workspace.id.replace(/^ws_sandbox_/, 'sandbox-');
  return DEFAULT_KEYS.find(([fingerprint]) => workspace.key_fingerprints.includes(fingerprint))?.[1];
}
