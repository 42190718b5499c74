/**
 * Selects the scenario of a request without a job. The first match wins: the `X-Deckhand-Scenario` header, a `[scenario: name]` tag in
 * the prompt, the active scenario of the workspace, a scenario with a matching `match`, the default scenario.
 */
import type { ScenarioLibrary } from '../scenario/library.js';
import type { Timeline } from '../scenario/timeline.js';

export const SCENARIO_HEADER = 'x-deckhand-scenario';
const TAG = /\[scenario:\s*([^\]\s]{1,64})\s*\]/i;

export interface ScenarioSelectors {
  readonly header: string | undefined;
  /** The body of a request that starts a job, possibly invalid. */
  readonly start: unknown;
  readonly active: Timeline | undefined;
}

/** The selected timeline, or the message about an unknown scenario. */
export type ScenarioSelection = Timeline | { readonly unknown: string; readonly at: 'header' | 'prompt' };

/** @param defaultScenario the name of the server's default scenario, or the workspace's own default */
export function selectScenario(
  selectors: ScenarioSelectors,
  library: ScenarioLibrary,
  defaultScenario: string | Timeline,
): ScenarioSelection {
  if (selectors.header !== undefined && selectors.header !== '') {
    return (
      library.get(selectors.header) ?? {
        unknown: library.unknownScenarioMessage(selectors.header),
        at: 'header',
      }
    );
  }
  const { prompt, templateId } = readSelectors(selectors.start);
  const tag = prompt === undefined ? undefined : TAG.exec(prompt)?.[1];
  if (tag !== undefined)
    return library.get(tag) ?? { unknown: library.unknownScenarioMessage(tag), at: 'prompt' };
  return (
    selectors.active ??
    (prompt === undefined ? undefined : library.findMatch(prompt, templateId)) ??
    (typeof defaultScenario === 'string' ? library.getOrThrow(defaultScenario) : defaultScenario)
  );
}

function readSelectors(body: unknown): { prompt?: string; templateId?: string } {
  if (typeof body !== 'object' || body === null) return {};
  const { prompt, template_id: templateId } = body as { prompt?: unknown; template_id?: unknown };
  return {
    ...(typeof prompt === 'string' && { prompt }),
    ...(typeof templateId === 'string' && { templateId }),
  };
}
