/**
 * Chooses the scenario of a request that is not about a job. The first match wins: the `X-Deckhand-Scenario` header; a
 * `[scenario: name]` tag in the prompt; the active scenario of the workspace; a scenario with a matching `match`; the server's
 * default.
 */
import type { ScenarioLibrary } from '../scenario/library.js';
import type { Timeline } from '../scenario/timeline.js';

export const SCENARIO_HEADER = 'x-deckhand-scenario';
const TAG = /\[scenario:\s*([^\]\s]{1,64})\s*\]/i;

export interface Wish {
  readonly header: string | undefined;
  /** The body of a request that starts a job, possibly invalid. */
  readonly start: unknown;
  readonly active: Timeline | undefined;
}

/** The chosen timeline, or the error for a client that named an unknown scenario. */
export type Choice = Timeline | { readonly unknown: string; readonly at: 'header' | 'prompt' };

/** @param fallback the name of the server's default scenario, or the workspace's own default */
export function chooseScenario(wish: Wish, library: ScenarioLibrary, fallback: string | Timeline): Choice {
  if (wish.header !== undefined && wish.header !== '') {
    return library.get(wish.header) ?? { unknown: library.unknown(wish.header), at: 'header' };
  }
  const { prompt, templateId } = readWish(wish.start);
  const tag = prompt === undefined ? undefined : TAG.exec(prompt)?.[1];
  if (tag !== undefined) return library.get(tag) ?? { unknown: library.unknown(tag), at: 'prompt' };
  return (
    wish.active ??
    (prompt === undefined ? undefined : library.matching(prompt, templateId)) ??
    (typeof fallback === 'string' ? library.need(fallback) : fallback)
  );
}

function readWish(body: unknown): { prompt?: string; templateId?: string } {
  if (typeof body !== 'object' || body === null) return {};
  const { prompt, template_id: templateId } = body as { prompt?: unknown; template_id?: unknown };
  return {
    ...(typeof prompt === 'string' && { prompt }),
    ...(typeof templateId === 'string' && { templateId }),
  };
}
