/** The text of a scenario, and a scenario that a request sends. Pages load this module on demand, because it is larger than all verbs. */
import type { ScenarioSource, UseScenarioRequest } from '../../generated/control-api.js';
import { checkScenario } from '../../scenario/check.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import { parseScenario } from '../../scenario/parse.js';
import type { Timeline } from '../../scenario/timeline.js';
import { writeScenario } from '../../scenario/write.js';
import { badInput, notFound } from './check-input.js';
import { INLINE } from './scenarios.js';
import type { ControlContext } from './verb-context.js';

export function scenarioSource({ service, sources }: ControlContext, name: string): ScenarioSource {
  const found = sources?.read(name);
  if (found) return { name, ...found };
  const timeline = service.shared.library.get(name);
  if (!timeline) throw notFound(`scenario ${name.slice(0, 64)}`);
  return { name, text: writeScenario(timeline.document), file: null };
}

/** @throws UserError (`bad-input`) with every mistake in a scenario that a request sends */
export function sentTimeline(
  { name, yaml, scenario }: UseScenarioRequest,
  library: ScenarioLibrary,
): Timeline {
  if (yaml !== undefined && scenario !== undefined)
    throw badInput([{ pointer: '/yaml', detail: 'stands beside another scenario: send one of the two' }]);
  if (yaml !== undefined) return timelineOfText(name ?? INLINE, yaml, '/yaml');
  if (scenario === undefined) {
    const known = library.get(name ?? '');
    if (known) return known;
    throw badInput([{ pointer: '/name', detail: library.unknown(name ?? '') }]);
  }
  const checked = checkScenario(name ?? INLINE, scenario);
  if ('timeline' in checked) return checked.timeline;
  throw badInput(
    checked.mistakes.map(({ pointer, expected }) => ({ pointer: `/scenario${pointer}`, detail: expected })),
  );
}

/** @throws UserError (`bad-input`) with every mistake, each after its line and column */
function timelineOfText(name: string, text: string, pointer: string): Timeline {
  const parsed = parseScenario({ name, file: name, text });
  if ('timeline' in parsed) return parsed.timeline;
  throw badInput(
    parsed.errors.map(({ message, position }) => {
      const where = position ? `line ${position.line}, column ${position.column}: ` : '';
      return { pointer, detail: where + message };
    }),
  );
}
