/** The workspaces of each key, read from the workspace_id of its own presentations. Section 5. */
import { keyMarks } from './key-marks.js';
import { fieldOf } from '../base/json.js';
import type { PresentationTrace } from './presentation.js';

export interface Workspaces {
  /** The workspace ids in a key's own presentations; `undefined` when there are none. */
  readonly of: (key: string) => ReadonlySet<string> | undefined;
  /** Whether two keys open different workspaces: by their presentations, or because one is the `--other-api-key`. */
  readonly areDifferent: (one: string, two: string) => boolean;
}

export function workspacesOf(presentations: readonly PresentationTrace[]): Workspaces {
  const named = new Map<string, Set<string>>();
  for (const { owner, snapshots } of presentations) {
    for (const { value } of snapshots) {
      const id = fieldOf(value, 'workspace_id');
      if (owner === undefined || typeof id !== 'string') continue;
      named.set(owner, (named.get(owner) ?? new Set()).add(id));
    }
  }
  return {
    of: (key) => named.get(key),
    areDifferent: (one, two) => {
      const [ones, twos] = [named.get(one), named.get(two)];
      if (ones && twos) return ![...ones].some((id) => twos.has(id));
      return one === keyMarks.other || two === keyMarks.other;
    },
  };
}
