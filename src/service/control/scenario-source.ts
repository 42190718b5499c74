/** Reads the source of a scenario, and compiles inline scenarios. */
import type { ScenarioSource, UseScenarioRequest } from '../../generated/control-api.js';
import { compileScenarioObject } from '../../scenario/compile-object.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import { compileScenarioText } from '../../scenario/compile-text.js';
import type { Timeline } from '../../scenario/timeline.js';
import { formatScenario } from '../../scenario/format-yaml.js';
import { inputError, notFound } from './validate-input.js';
import { UNNAMED_SCENARIO } from './scenarios.js';
import type { ControlContext } from './workspace-context.js';

export function getScenarioSource({ service, sources }: ControlContext, name: string): ScenarioSource {
  const source = sources?.read(name);
  if (source) return { name, ...source };
  const timeline = service.shared.library.newestVersion(name);
  if (!timeline) throw notFound(`scenario ${name.slice(0, 64)}`);
  return { name, text: formatScenario(timeline.document), file: null, hash: null };
}

/** @throws UserError (`invalid-input`) with every error in the scenario */
export function compileSentScenario(
  { name, yaml, scenario }: UseScenarioRequest,
  library: ScenarioLibrary,
): Timeline {
  if (yaml !== undefined && scenario !== undefined)
    throw inputError([{ pointer: '/yaml', detail: 'cannot be combined with scenario: send one of the two' }]);
  if (yaml !== undefined) return compileText(name ?? UNNAMED_SCENARIO, yaml, '/yaml');
  if (scenario === undefined) {
    const timeline = library.get(name ?? '');
    if (timeline) return timeline;
    throw inputError([{ pointer: '/name', detail: library.unknownScenarioMessage(name ?? '') }]);
  }
  const compiled = compileScenarioObject(name ?? UNNAMED_SCENARIO, scenario);
  if ('timeline' in compiled) return compiled.timeline;
  throw inputError(
    compiled.issues.map(({ pointer, detail }) => ({ pointer: `/scenario${pointer}`, detail })),
  );
}

/** @throws UserError (`invalid-input`) with every error, each with its line and column */
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
