/**
 * The verbs that read, check and save the texts of scenarios. Loaded with the first such request, because the parser is
 * larger than all other verbs.
 */
import type { SaveScenarioRequest, ScenarioSource } from '../../generated/control-api.js';
import { isScenarioName } from '../../scenario/check.js';
import { parseScenario } from '../../scenario/parse.js';
import type { Timeline } from '../../scenario/timeline.js';
import { writeScenario } from '../../scenario/write.js';
import { UserError } from '../../base/user-error.js';
import { digestOfText } from './digest.js';
import { badInput, notFound } from './refuse.js';
import { scenarioCourse } from './scenario-course.js';
import type { ControlContext, Verb } from './scene.js';

/** The name of a text without a name. */
const UNNAMED = 'scenario';

const NO_FILES =
  'This server reads no scenario files. Start it with deckhand serve --scenarios <folder> to keep some.';

/** The texts of scenarios that are kept in memory, with their comments. */
const texts = new WeakMap<Timeline, string>();

export const getScenarioSource: Verb<'getScenarioSource'> = (context, { params }) => {
  const { scenario: name = '' } = params;
  const source = sourceOf(context, name);
  if (!source) throw notFound(`scenario ${name.slice(0, 64)}`);
  return source;
};

export const saveScenarioSource: Verb<'saveScenarioSource'> = (context, { params, body }) => {
  const { scenario: name = '' } = params;
  if (!isScenarioName(name))
    throw badInput([
      {
        pointer: '',
        detail:
          'needs a name of small letters, digits and hyphens that is not a device of Windows, such as con',
      },
    ]);
  if (body.to === 'memory') return keepInMemory(context, name, body);
  const { sources, service } = context;
  if (!sources) throw new UserError('not-writable', NO_FILES);
  const target = sources.target(name);
  if ('reason' in target) throw new UserError('not-writable', target.reason);
  const timeline = timelineOfText(name, body.text, '/text', target.file);
  const source = sourceOf(context, name);
  if ((source?.digest ?? null) !== body.digest) {
    throw new UserError('file-changed', changeOf(name, body.digest, source, target.file));
  }
  sources.write(name, body.text, source?.file == null ? undefined : source.text);
  // The file watcher would load it a moment later, but the user can start a job before that.
  service.world.library.put(timeline);
  service.emitScenarios();
  return sourceOf(context, name) as ScenarioSource;
};

/** Without a file, the scenario ends with the server. */
function keepInMemory(
  context: ControlContext,
  name: string,
  { text, digest }: SaveScenarioRequest,
): ScenarioSource {
  const { library } = context.service.world;
  const source = sourceOf(context, name);
  if (source && source.file !== null)
    throw new UserError('not-writable', `${name} is in the file ${source.file}. Choose another name.`);
  const timeline = timelineOfText(name, text, '/text');
  if ((source?.digest ?? null) !== digest)
    throw new UserError('file-changed', changeOf(name, digest, source, name));
  // The text of a program is JSON. People then get the YAML that a file would have.
  if (!/^\s*\{/.test(text)) texts.set(timeline, text);
  library.put(timeline);
  context.service.emitScenarios();
  return sourceOf(context, name) as ScenarioSource;
}

/** The error message when the file is not the one that was edited. */
function changeOf(
  name: string,
  digest: string | null,
  source: ScenarioSource | undefined,
  target: string,
): string {
  if (!source) return `${target} is not there any more.`;
  if (digest === null) return `There is a scenario ${name} already: choose another name.`;
  return `${source.file ?? name} was changed since it was read.`;
}

export const checkScenario: Verb<'checkScenario'> = (_context, { body }) => {
  const parsed = parseScenario({ name: UNNAMED, file: UNNAMED, text: body.text });
  if ('timeline' in parsed) return { mistakes: [], course: scenarioCourse(parsed.timeline) };
  const mistakes = parsed.errors.map(({ message, place, faults }) => ({
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    pointer: faults[0]?.pointer ?? '',
    message,
  }));
  return { mistakes, course: null };
};

/**
 * Parses the text of a scenario in a request.
 * @param file the file that the text will be saved to; omit it if the text is not saved
 * @param pointer the position of the text in the input
 * @throws UserError (`bad-input`) with every mistake, each after its position
 */
export function timelineOfText(name: string, text: string, pointer: string, file?: string): Timeline {
  const parsed = parseScenario({ name, file: file ?? name, text });
  if ('timeline' in parsed) return parsed.timeline;
  throw badInput(
    parsed.errors.map((error) => {
      const { message, place } = error;
      const where = place ? `line ${place.line}, column ${place.column}: ` : '';
      return { pointer, detail: file === undefined ? where + message : error.format() };
    }),
  );
}

function sourceOf({ service, sources }: ControlContext, name: string): ScenarioSource | undefined {
  const found = sources?.read(name);
  const timeline = service.world.library.get(name);
  if (!found && !timeline) return undefined;
  const text = found?.text ?? (timeline ? (texts.get(timeline) ?? writeScenario(timeline.document)) : '');
  const target = sources?.target(name) ?? { reason: NO_FILES };
  return {
    name,
    text,
    digest: digestOfText(text),
    file: found?.file ?? null,
    writable: 'file' in target,
    ...('file' in target ? { saves_to: target.file } : { reason: target.reason }),
  };
}
