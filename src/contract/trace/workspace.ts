/** Which workspace each key opens, as far as the presentations it owns name one. Section 5. */
import { keyMarks } from '../key-marks.js';
import { fieldOf } from './answer.js';
import type { PresentationTrace } from './presentation.js';

export interface Workspaces {
  /** The workspaces that a key's own presentations name; `undefined` when none was seen. */
  readonly of: (key: string) => ReadonlySet<string> | undefined;
  /** Whether two keys open different workspaces: their presentations say so, or whoever ran the check does. */
  readonly areForeign: (one: string, two: string) => boolean;
}

export function workspacesOf(presentations: readonly PresentationTrace[]): Workspaces {
  const named = new Map<string, Set<string>>();
  for (const { owner, sightings } of presentations) {
    for (const { value } of sightings) {
      const id = fieldOf(value, 'workspace_id');
      if (owner === undefined || typeof id !== 'string') continue;
      named.set(owner, (named.get(owner) ?? new Set()).add(id));
    }
  }
  return {
    of: (key) => named.get(key),
    areForeign: (one, two) => {
      const [ones, twos] = [named.get(one), named.get(two)];
      if (ones && twos) return ![...ones].some((id) => twos.has(id));
      return one === keyMarks.other || two === keyMarks.other;
    },
  };
}
