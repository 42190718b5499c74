/** `deckhand scenario`: lists, checks and previews scenarios, and creates them from recordings. */
import { statSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { styleText } from 'node:util';
import { parseDurationOption } from '../app/options/option-parsers.js';
import { checkScenarioText, loadRuleIds } from '../app/check-scenario.js';
import { previewScenario } from '../app/preview.js';
import { BUNDLED_SCENARIOS } from '../files/package-files.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import { loadScenarios, readScenarioFile } from '../files/load-scenarios.js';
import { listScenarioFiles, relativePath, readScenarioText } from '../files/list-scenario-files.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { pluralize } from '../base/text/pluralize.js';
import type { Timeline } from '../scenario/timeline.js';
import { predictOutcome } from '../scenario/outcome.js';
import { UserError } from '../base/user-error.js';
import { CliCommand } from './command.js';
import { Flag } from './flag.js';
import { sanitizeLines, sanitizeLine } from '../base/text/sanitize.js';
import { formatPreview } from './format-preview.js';
import { fromHarCommand } from './scenario-from-har.js';
import { typesCommand } from './scenario-types.js';
import { scenariosFlag, seedFlag } from './shared-options.js';
import { throwErrors } from './terminal.js';
import { summarizeOutcome, timelineChart } from './timeline-chart.js';

interface ListOptions {
  readonly scenarios?: readonly string[];
}

interface PreviewOptions extends ListOptions {
  readonly pollInterval: number;
  readonly replyAfter?: number;
  readonly reply: boolean;
  readonly seed?: number;
}

const previewFlags = [
  scenariosFlag(),
  new Flag('--poll-interval <duration>', 'the time between two polls', parseDurationOption).default(
    3000,
    '3s',
  ),
  new Flag(
    '--reply-after <duration>',
    'reply to every question after this time (default: after 4s, to questions without a time limit)',
    parseDurationOption,
  ),
  new Option('--no-reply', 'never reply to questions'),
  seedFlag('the seed of the job, if steps have a probability or a range (default: 1)'),
];

export function command(): Command {
  const scenario = new CliCommand('scenario').description(
    'List, check and preview scenarios, create them from recordings, and write their names as types.',
  );
  scenario
    .command('list')
    .description('List all scenarios: how long a job takes, and how it ends.')
    .addOption(scenariosFlag())
    .action(list);
  scenario
    .command('check')
    .description(
      'Validate scenario files: invalid fields, unreachable steps, responses that violate the contract. Warns about unreachable faults.',
    )
    .argument('[files...]', 'files or folders (default: the bundled scenarios)')
    .addNotes(
      `A warning names a fault that is never applied: another fault matches the same requests first, or the job ends before it for a client that polls once a second.

Exit codes: 0 all files are valid, 1 some are not, 2 a file cannot be read.
`,
    )
    .action(check);
  scenario
    .command('preview')
    .description('Print a scenario as a chart, and the responses that a client gets. Takes no real time.')
    .argument('<name>', 'the name or the file of a scenario')
    .addOptions(...previewFlags)
    .action(preview);
  scenario.addCommand(fromHarCommand());
  scenario.addCommand(typesCommand());
  return scenario;
}

function list({ scenarios }: ListOptions): void {
  const rows = loadLibrary(scenarios)
    .list()
    .map((timeline) => ({ name: timeline.name, ...summarizeOutcome(timeline) }));
  const [names, lengths] = [rows.map(({ name }) => name), rows.map(({ length }) => length)].map((texts) =>
    Math.max(0, ...texts.map((text) => text.length)),
  ) as [number, number];
  for (const { name, length, end } of rows)
    console.log(`${styleText('bold', name.padEnd(names))}  ${length.padStart(lengths)}  ${end}`);
}

async function check(paths: readonly string[]): Promise<void> {
  const readErrors: UserError[] = [];
  /** Read errors are thrown last, so that the errors in the other files are reported, too. */
  const collectReadErrors = <T>(read: () => readonly T[]): readonly T[] => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      readErrors.push(error);
      return [];
    }
  };
  const files = (paths.length > 0 ? paths : [BUNDLED_SCENARIOS]).flatMap((path) =>
    collectReadErrors(() => listFiles(path)),
  );
  if (files.length === 0 && readErrors.length === 0) {
    throw new UserError('invalid-path', `No scenario file in ${paths.join(', ')}.`);
  }
  const ruleIds = await loadRuleIds();
  const checks = files.flatMap((file) => collectReadErrors(() => [checkFile(file, ruleIds)]));
  for (const { errors, warnings } of checks) {
    for (const error of errors) process.stderr.write(`${error}\n`);
    for (const warning of warnings) process.stderr.write(`${styleText('yellow', 'warning')} ${warning}\n`);
  }
  throwErrors(readErrors);
  const valid = checks.filter(({ errors }) => errors.length === 0).length;
  const warned = checks.reduce((sum, { warnings }) => sum + warnings.length, 0);
  const also = warned === 0 ? '' : `, with ${pluralize(warned, 'warning')}`;
  const kind = paths.length > 0 ? 'scenario' : 'bundled scenario';
  console.log(`${valid} of ${pluralize(files.length, `${kind} file is`, `${kind} files are`)} valid${also}.`);
  if (paths.length === 0)
    console.log('To check your files, add their folder: deckhand scenario check FOLDER');
  if (valid < files.length) process.exitCode = 1;
}

/** Errors in a file, and warnings about its unreachable faults, with which it is still valid. */
function checkFile(
  file: string,
  ruleIds: readonly string[],
): { readonly errors: readonly string[]; readonly warnings: readonly string[] } {
  const source = { name: scenarioName(file), file: relativePath(file), text: readScenarioText(file) };
  const { errors, warnings } = checkScenarioText(source, ruleIds);
  const format = (list: readonly UserError[]): string[] => list.map((error) => sanitizeLines(error.format()));
  return { errors: format(errors), warnings: format(warnings) };
}

/** @throws UserError for a file of another kind, and for a folder that cannot be read */
function listFiles(path: string): readonly string[] {
  if (isScenarioFile(path)) return [path];
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UserError(
      'invalid-path',
      `${path} is not a scenario file. Scenario files end in .yaml, .yml or .json.`,
      {
        ...(path.endsWith('.har') && {
          hint: 'To make scenarios from a recording, use deckhand scenario from-har.',
        }),
      },
    );
  return listScenarioFiles(path);
}

async function preview(name: string, flags: PreviewOptions): Promise<void> {
  const library = loadLibrary(flags.scenarios);
  const timeline = findTimeline(name, library);
  console.log(`${styleText('bold', timeline.name)}: ${sanitizeLine(timeline.title)}`);
  if (timeline.description !== '') console.log(sanitizeLines(timeline.description));
  console.log(timelineChart(timeline));
  const result = previewScenario(timeline, library, {
    pollInterval: flags.pollInterval,
    replyAfter: flags.reply ? flags.replyAfter : 'never',
    ...(flags.seed !== undefined && { seed: flags.seed }),
  });
  console.log(formatPreview(result, predictOutcome(timeline).end === 'stalled'));
}

/** @param name the name of a scenario, or the path of a file */
function findTimeline(name: string, library: ScenarioLibrary): Timeline {
  if (!isScenarioFile(name)) return library.getOrThrow(name);
  const parsed = readScenarioFile(name);
  if ('errors' in parsed) return throwErrors(parsed.errors);
  library.set(parsed.timeline);
  return parsed.timeline;
}

function loadLibrary(folders: readonly string[] = []): ScenarioLibrary {
  const library = new ScenarioLibrary();
  throwErrors(loadScenarios([BUNDLED_SCENARIOS, ...folders], library));
  return library;
}
