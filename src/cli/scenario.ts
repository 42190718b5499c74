/** `deckhand scenario`: list, check and preview scenarios, and make them from recordings. */
import { statSync, existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { styleText } from 'node:util';
import { parseDurationOption, parsePath } from '../app/options/option-parsers.js';
import { previewScenario } from '../app/preview.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { isScenarioFile } from '../scenario/file-name.js';
import { loadScenarios, readScenarioFile } from '../files/load-scenarios.js';
import { listScenarioFiles, relativePath, readScenarioText } from '../files/list-scenario-files.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { pluralize } from '../base/text/pluralize.js';
import { didYouMean } from '../base/did-you-mean.js';
import type { ScenarioIssue } from '../scenario/scenario-issue.js';
import { findShadowedFaults, findUnreachableFaults } from '../scenario/unreachable-faults.js';
import { issuesToErrors } from '../scenario/compile-text.js';
import type { Timeline } from '../scenario/timeline.js';
import { predictOutcome } from '../scenario/outcome.js';
import { UserError } from '../base/user-error.js';
import { CliCommand, Flag } from './flag.js';
import { sanitizeLines, sanitizeLine } from '../base/text/sanitize.js';
import { formatPreview } from './format-preview.js';
import { fromHarCommand } from './scenario-from-har.js';
import { scenariosFlag, seedFlag, resolveMockServerFlags } from './shared-options.js';
import { throwErrors } from './terminal.js';
import { summarizeOutcome, timelineChart } from './timeline-chart.js';
import { defaultTypesFile, generateScenarioTypes, writeIfChanged } from '../files/scenario-types.js';

interface ListOptions {
  readonly scenarios?: readonly string[];
}

interface PreviewOptions extends ListOptions {
  readonly every: number;
  readonly replyAfter?: number;
  readonly reply: boolean;
  readonly seed?: number;
}

const previewFlags = [
  scenariosFlag(),
  new Flag('--every <time>', 'the time between two polls', parseDurationOption).default(3000, '3s'),
  new Flag(
    '--reply-after <time>',
    'reply to every question after this time (default: after 4s, to questions without a time limit)',
    parseDurationOption,
  ),
  new Option('--no-reply', 'never reply to questions'),
  seedFlag('which job to play, if steps have a chance or a range (default: 1)'),
];

export function command(): Command {
  const scenario = new CliCommand('scenario').description(
    'List, check and preview scenarios, make them from recordings, and write their names as types.',
  );
  scenario
    .command('list')
    .description('List all scenarios: how long a job takes, and how it ends.')
    .addOption(scenariosFlag())
    .action(list);
  scenario
    .command('check')
    .description(
      'Find mistakes in scenario files: invalid fields, steps that are never reached, responses that violate the contract. Warn of faults that never happen.',
    )
    .argument('[files...]', 'files or folders (default: the bundled scenarios)')
    .addNotes(
      `A warning names a fault that never happens: another one comes first for the same requests, or the job ends before it for a client that polls once a second.

Exit codes: 0 all files are valid, 1 some are not, 2 a file cannot be read.
`,
    )
    .action(check);
  scenario
    .command('preview')
    .description('Show a scenario as a chart, and the responses that a client gets. Takes no real time.')
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
  /** What cannot be read is reported last, so that the mistakes of the other files are reported, too. */
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
  const { serviceRules: rules } = await import('../judge/index.js');
  const known = rules.map(({ id }) => id);
  const checks = files.flatMap((file) => collectReadErrors(() => [checkFile(file, known)]));
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
  if (paths.length === 0) console.log('For your own, name the folder: deckhand scenario check FOLDER');
  if (valid < files.length) process.exitCode = 1;
}

/** Mistakes in a file, and its faults that never happen. The server plays such a file all the same. */
function checkFile(
  file: string,
  known: readonly string[],
): { readonly errors: readonly string[]; readonly warnings: readonly string[] } {
  const parsed = readScenarioFile(file);
  const formatErrors = (errors: readonly UserError[]): string[] =>
    errors.map((error) => sanitizeLines(error.format()));
  if ('errors' in parsed) return { errors: formatErrors(parsed.errors), warnings: [] };
  const source = { name: parsed.timeline.name, file: relativePath(file), text: readScenarioText(file) };
  return {
    errors: formatErrors(issuesToErrors(source, findUnknownRules(parsed.timeline, known))),
    warnings: formatErrors(
      issuesToErrors(source, [
        ...findShadowedFaults(parsed.timeline),
        ...findUnreachableFaults(parsed.timeline),
      ]),
    ),
  };
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

/** The entries of `violates` that are no rule ids. */
const findUnknownRules = ({ violates }: Timeline, known: readonly string[]): ScenarioIssue[] =>
  violates.flatMap((id, index) =>
    known.includes(id)
      ? []
      : [{ pointer: `/violates/${index}`, detail: `is the unknown rule ${id}.${didYouMean(id, known)}` }],
  );

async function preview(name: string, flags: PreviewOptions): Promise<void> {
  const library = loadLibrary(flags.scenarios);
  const timeline = findTimeline(name, library);
  console.log(`${styleText('bold', timeline.name)}: ${sanitizeLine(timeline.title)}`);
  if (timeline.description !== '') console.log(sanitizeLines(timeline.description));
  console.log(timelineChart(timeline));
  const played = await previewScenario(timeline, library, {
    pollInterval: flags.every,
    replyAfter: flags.reply ? flags.replyAfter : 'never',
    ...(flags.seed !== undefined && { seed: flags.seed }),
  });
  console.log(formatPreview(played, predictOutcome(timeline).end === 'stalled'));
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

/* `deckhand scenario types`: writes the names of your scenarios as TypeScript types. */

interface TypesOptions {
  readonly scenarios?: readonly string[];
  readonly out?: string;
}

const flags = [
  scenariosFlag(
    'a folder with scenario files, or one file (repeatable; default: those of deckhand.config.ts, or scenarios)',
  ),
  new Flag(
    '-o, --out <file>',
    'the file to write; - prints it (default: deckhand-env.d.ts, in src if it exists)',
    parsePath,
  ),
];

export function typesCommand(): Command {
  return new CliCommand('types')
    .description('Write the names of your scenarios as TypeScript types, for editors and tsc.')
    .addOptions(...flags)
    .addNotes(
      `Exit codes:
  0  the file is written, or up to date
  2  a file or a folder cannot be read or written

Examples:
  deckhand scenario types
  deckhand scenario types --scenarios stories --out types/deckhand-env.d.ts
`,
    )
    .action(types);
}

function types({ scenarios, out }: TypesOptions): void {
  const folders = scenarios ?? defaultFolder();
  const { text, names } = generateScenarioTypes(folders);
  if (out === '-') return void process.stdout.write(text);
  const file = out ?? defaultTypesFile('.');
  const isNew = writeIfChanged(file, text);
  const what = `${pluralize(names.length, 'scenario')} of ${folders.join(', ')}`;
  process.stdout.write(`${isNew ? 'Wrote' : 'Up to date:'} ${relativePath(file)}, with ${what}.\n`);
}

function defaultFolder(): readonly string[] {
  const { folders } = resolveMockServerFlags({});
  if (folders.length > 0) return folders.map(relativePath);
  if (existsSync('scenarios')) return ['scenarios'];
  throw new UserError('invalid-path', 'There is no folder scenarios here.', {
    hint: 'Name the folder of your scenario files with --scenarios.',
  });
}
