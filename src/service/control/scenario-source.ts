/** The text of a scenario, and a scenario that a request sends. Pages load this module on demand, because it is larger than all verbs. */
import type { ScenarioSource, UseScenarioRequest } from '../../generated/control-api.js';
import { compileScenarioObject } from '../../scenario/compile-object.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import { compileScenarioText } from '../../scenario/compile-text.js';
import type { Timeline } from '../../scenario/timeline.js';
import { formatScenario } from '../../scenario/format-yaml.js';
import { inputError, notFound } from './validate-input.js';
import { INLINE_SCENARIO_NAME } from './scenarios.js';
import type { ControlContext } from './workspace-context.js';

export function getScenarioSource({ service, sources }: ControlContext, name: string): ScenarioSource {
  const found = sources?.read(name);
  if (found) return { name, ...found };
  const timeline = service.shared.library.get(name);
  if (!timeline) throw notFound(`scenario ${name.slice(0, 64)}`);
  return { name, text: formatScenario(timeline.document), file: null };
}

/** @throws UserError (`invalid-input`) with every mistake in a scenario that a request sends */
export function compileSentScenario(
  { name, yaml, scenario }: UseScenarioRequest,
  library: ScenarioLibrary,
): Timeline {
  if (yaml !== undefined && scenario !== undefined)
    throw inputError([{ pointer: '/yaml', detail: 'cannot be combined with scenario: send one of the two' }]);
  if (yaml !== undefined) return compileText(name ?? INLINE_SCENARIO_NAME, yaml, '/yaml');
  if (scenario === undefined) {
    const known = library.get(name ?? '');
    if (known) return known;
    throw inputError([{ pointer: '/name', detail: library.unknownScenarioMessage(name ?? '') }]);
  }
  const checked = compileScenarioObject(name ?? INLINE_SCENARIO_NAME, scenario);
  if ('timeline' in checked) return checked.timeline;
  throw inputError(
    checked.issues.map(({ pointer, detail }) => ({ pointer: `/scenario${pointer}`, detail: detail })),
  );
}

/** @throws UserError (`invalid-input`) with every mistake, each after its line and column */
function compileText(name: string, text: string, pointer: string): Timeline {
  const parsed = compileScenarioText({ name, file: name, text });
  if ('timeline' in parsed) return parsed.timeline;
  throw inputError(
    parsed.errors.map(({ message, position }) => {
      const where = position ? `line ${position.line}, column ${position.column}: ` : '';
      return { pointer, detail: where + message };
    }),
  );
}
