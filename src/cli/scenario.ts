/** `deckhand scenario`: list the scenarios, check files, preview one, make some from a recording. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { previewScenario } from '../adapters/preview.js';
import {
  BUNDLED_SCENARIOS,
  isScenarioFile,
  listScenarioFiles,
  loadScenarios,
  readScenarioFile,
  shown,
} from '../adapters/scenario-files.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { didYouMean } from '../scenario/nearest.js';
import type { Timeline } from '../scenario/timeline.js';
import { UserError } from '../user-error.js';
import { collect, duration, wholeNumber } from './option-values.js';
import { printable, printableLine } from '../adapters/printable.js';
import { previewLines } from './preview-lines.js';
import { fromHarCommand } from './scenario-from-har.js';
import { timelineChart } from './timeline-chart.js';

interface FolderOptions {
  readonly scenarios?: readonly string[];
}

interface PreviewFlags extends FolderOptions {
  readonly every: number;
  readonly polls: number;
  readonly replyAfter: number;
  readonly reply: boolean;
}

export function command(): Command {
  const folders = ['--scenarios <folder>', 'a folder of more scenario files (repeatable)', collect] as const;
  const scenario = new Command('scenario').description(
    'List, check and preview scenarios, and make them from recordings.',
  );
  scenario
    .command('list')
    .description('Show every scenario and what it exercises.')
    .option(...folders)
    .action(list);
  scenario
    .command('check')
    .description('Check scenario files: their shape, steps nobody reaches, answers the contract forbids.')
    .argument('[files...]', 'files or folders; the bundled scenarios when left out')
    .addHelpText('after', '\nExit codes: 0 all are good, 1 some are not, 2 they could not be read.\n')
    .action(check);
  scenario
    .command('preview')
    .description('Show a scenario as a chart, and the answers a client would get, at once.')
    .argument('<name>', 'a scenario, by its name or its file')
    .option(...folders)
    .addOption(new Option('--every <time>', 'between two polls').default(3000, '3s').argParser(duration))
    .option('--polls <number>', 'how many at the most', wholeNumber(1, 10_000), 100)
    .addOption(
      new Option('--reply-after <time>', 'how long a question stands until it is answered')
        .default(4000, '4s')
        .argParser(duration),
    )
    .option('--no-reply', 'answer no question')
    .action(preview);
  scenario.addCommand(fromHarCommand());
  return scenario;
}

function list({ scenarios }: FolderOptions): void {
  const library = loadLibrary(scenarios);
  for (const { name, title, description } of library.list()) {
    print(`${pc.bold(name)}  ${printableLine(title)}`);
    print(`${printable(description).replace(/^/gm, '    ')}\n`);
  }
}

async function check(paths: readonly string[]): Promise<void> {
  const files = (paths.length > 0 ? paths : [BUNDLED_SCENARIOS]).flatMap(filesAt);
  if (files.length === 0) {
    throw new UserError('bad-directory', `There is no scenario file in ${paths.join(', ')}.`);
  }
  const { rules } = await import('../contract/index.js');
  const known = rules.map(({ id }) => id);
  let wrong = 0;
  for (const file of files) {
    const parsed = readScenarioFile(file);
    const complaints =
      'errors' in parsed
        ? parsed.errors.map((error) => error.format())
        : unknownRules(parsed.timeline, known).map((complaint) => `${shown(file)}: ${complaint}`);
    if (complaints.length > 0) wrong += 1;
    for (const complaint of complaints) process.stderr.write(`${printable(complaint)}\n`);
  }
  print(
    `${files.length - wrong} of ${files.length} scenario ${files.length === 1 ? 'file is' : 'files are'} good.`,
  );
  if (wrong > 0) process.exitCode = 1;
}

/** @throws UserError for a file that is of another kind, and a folder that cannot be read */
function filesAt(path: string): readonly string[] {
  if (isScenarioFile(path)) return [path];
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UserError('bad-directory', `${path} is no scenario file: these are .yaml, .yml or .json.`, {
      ...(path.endsWith('.har') && { hint: 'deckhand scenario from-har makes scenarios of a recording.' }),
    });
  return listScenarioFiles(path);
}

/** What to say of rules that a scenario breaks on purpose and that there are not. */
function unknownRules({ violates }: Timeline, known: readonly string[]): string[] {
  return violates
    .filter((id) => !known.includes(id))
    .map((id) => `violates names no rule of the contract: ${id}.${didYouMean(id, known)}`);
}

async function preview(name: string, flags: PreviewFlags): Promise<void> {
  const library = loadLibrary(flags.scenarios);
  const timeline = findTimeline(name, library);
  print(`${pc.bold(timeline.name)}: ${printableLine(timeline.title)}\n${printable(timeline.description)}`);
  print(timelineChart(timeline));
  const played = await previewScenario(timeline, library, {
    every: flags.every,
    polls: flags.polls,
    replyAfter: flags.reply ? flags.replyAfter : undefined,
  });
  print(previewLines(played, flags.polls));
}

/** A scenario by its name, or by the path of its file. */
function findTimeline(name: string, library: ScenarioLibrary): Timeline {
  if (!isScenarioFile(name) || !existsSync(resolve(name))) return library.need(name);
  const parsed = readScenarioFile(name);
  if ('errors' in parsed) throw firstOf(parsed.errors);
  library.put(parsed.timeline);
  return parsed.timeline;
}

function loadLibrary(folders: readonly string[] = []): ScenarioLibrary {
  const library = new ScenarioLibrary();
  const [first, ...others] = loadScenarios([BUNDLED_SCENARIOS, ...folders], library);
  if (first) throw firstOf([first, ...others]);
  return library;
}

/** The first of several mistakes, to be thrown, once the others have been printed. */
function firstOf([first, ...others]: readonly [UserError, ...UserError[]]): UserError {
  for (const error of others.reverse()) process.stderr.write(`deckhand: ${printable(error.format())}\n`);
  return first;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
