/** Determines which keys belong to one workspace, by the workspace_id of their presentations. Section 5. */
import { getField } from '../../base/json.js';
import { keyPlaceholders } from './key-placeholders.js';
import type { PresentationHistory } from './presentation-history.js';
import { getOrCreate } from './draft.js';

export interface Workspaces {
  /** The workspace ids in a key's own presentations; `undefined` when there are none. */
  readonly of: (key: string) => ReadonlySet<string> | undefined;
  /** Whether two keys belong to different workspaces: by their presentations, or because one is the `--other-api-key`. */
  readonly areDifferent: (one: string, two: string) => boolean;
}

export function buildWorkspaces(presentations: readonly PresentationHistory[]): Workspaces {
  const idsByKey = new Map<string, Set<string>>();
  for (const { owner, snapshots } of presentations)
    for (const { value } of snapshots) {
      const id = getField(value, 'workspace_id');
      if (owner !== undefined && typeof id === 'string')
        getOrCreate(idsByKey, owner, () => new Set()).add(id);
    }
  return {
    of: (key) => idsByKey.get(key),
    areDifferent: (one, two) => {
      const [ones, twos] = [idsByKey.get(one), idsByKey.get(two)];
      if (ones && twos) return ![...ones].some((id) => twos.has(id));
      return one === keyPlaceholders.other || two === keyPlaceholders.other;
    },
  };
}
