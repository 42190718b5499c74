/** Where a scenario in the editor comes from: an existing one, a job, or a template. */
import { workspaceClient } from '../api/client.js';
import { EditorSession, NEW_SCENARIO, type Origin } from './editor-session.js';

/** Identifies what a route edits. */
export interface EditTarget {
  /** The name of an existing scenario. */
  readonly item: string | undefined;
  /** `text` for the existing one, `new`, or the id of a job. */
  readonly edit: string;
}

/** The open session. It stays open while the panel has no connection. */
let current: { readonly key: string; readonly session: EditorSession } | undefined;

/** The session of a target. A new one has no text yet. */
export function openSession(target: EditTarget): EditorSession {
  const key = keyOf(target);
  if (current?.key === key) return current.session;
  const session = new EditorSession();
  current = { key, session };
  return session;
}

/** The session now edits an existing scenario, because it was saved. */
export function renameSession(target: EditTarget): void {
  if (current) current = { ...current, key: keyOf(target) };
}

export function closeSession(): void {
  current = undefined;
}

/** @throws ApiError if there is no such scenario or job */
export async function loadOrigin({ item, edit }: EditTarget): Promise<Origin> {
  if (edit === 'text' && item !== undefined) return workspaceClient().scenarioSource(item);
  return edit === 'new' ? NEW_SCENARIO : loadJob(edit);
}

/** The text of an existing scenario, for a new one. @throws ApiError */
export async function loadCopy(name: string): Promise<Origin> {
  const { text } = await workspaceClient().scenarioSource(name);
  return { ...NEW_SCENARIO, text };
}

/** @throws ApiError */
export async function loadJob(id: string): Promise<Origin> {
  const { text } = await workspaceClient().jobScenario(id);
  return { ...NEW_SCENARIO, text };
}

const keyOf = ({ item = '', edit }: EditTarget): string => JSON.stringify([item, edit]);
