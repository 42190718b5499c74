/**
 * Shows the text of a scenario, and parses the text in a request. Loaded with the first such request, because the parser is
 * larger than all verbs.
 */
import { parseScenario } from '../../scenario/parse.js';
import type { Timeline } from '../../scenario/timeline.js';
import { writeScenario } from '../../scenario/write.js';
import { badInput, notFound } from './refuse.js';
import type { Verb } from './verb-context.js';

export const getScenarioSource: Verb<'getScenarioSource'> = ({ service, sources }, { params }) => {
  const { scenario: name = '' } = params;
  const found = sources?.read(name);
  if (found) return { name, ...found };
  const timeline = service.shared.library.get(name);
  if (!timeline) throw notFound(`scenario ${name.slice(0, 64)}`);
  return { name, text: writeScenario(timeline.document), file: null };
};

/**
 * Parses the text of a scenario in a request.
 * @param pointer the position of the text in the input
 * @throws UserError (`bad-input`) with every mistake, each after its line and column
 */
export function timelineOfText(name: string, text: string, pointer: string): Timeline {
  const parsed = parseScenario({ name, file: name, text });
  if ('timeline' in parsed) return parsed.timeline;
  throw badInput(
    parsed.errors.map(({ message, position }) => {
      const where = position ? `line ${position.line}, column ${position.column}: ` : '';
      return { pointer, detail: where + message };
    }),
  );
}
