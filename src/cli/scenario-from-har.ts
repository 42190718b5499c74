/** `deckhand scenario from-har`: turns each job of a recording into a scenario file that replays it. */
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { whyUnwritten } from '../files/file-trouble.js';
import { requireNew, writeNew } from '../files/new-file.js';
import { nameOf } from '../recording/har-bytes.js';
import type { HarFileStats } from '../recording/har-file.js';
import { readHarFiles } from '../recording/har-source.js';
import type { ReplayCheck } from '../playback/prove.js';
import { checkedReplay } from '../playback/replay-check.js';
import { columnsOf, hangingLines } from './hanging.js';
import { printable, printableLine } from '../base/printable.js';
import { shown } from '../files/scenario-files.js';
import type { Exchange } from '../journal/exchange.js';
import { Anonymiser } from '../replay/anonymiser.js';
import type { Difference } from '../replay/compare.js';
import { recordedJobs, type RecordedJob, type RecordedJobs } from '../replay/recorded-jobs.js';
import { counted } from '../base/counted.js';
import { isDeviceName } from '../base/device-name.js';
import { isScenarioName } from '../scenario/check.js';
import { formatDuration } from '../scenario/duration.js';
import { didYouMean } from '../base/nearest.js';
import { writeScenario } from '../scenario/write.js';
import { UserError } from '../base/user-error.js';
import { withRedact } from './option-values.js';
import { isAccepted, replayReport, withAccept, type Accepted } from './replay-report.js';

interface Flags {
  readonly job?: string;
  readonly out?: string;
  readonly name?: string;
  readonly replay?: string;
  readonly keepText?: boolean;
  readonly force?: boolean;
  readonly accept?: Accepted;
}

interface Replay extends ReplayCheck {
  readonly job: RecordedJob;
  readonly name: string;
  readonly text: string;
}

export function fromHarCommand(): Command {
  const command = new Command('from-har');
  return withRedact(
    withAccept(command)
      .description(
        'Turn each job of a recording into a scenario that replays it. The recording is a HAR file: from the network tab of ' +
          'a browser, from --har, or the journal of a mock server.',
      )
      .argument('<file>', 'the HAR file, or its gzip file; - reads standard input')
      .option('--job <id>', 'only this job: its generation_id, or its number in the list')
      .option('--out <folder>', 'the folder for the files (default: print the scenario of a single job)')
      .option('--name <name>', 'the name of the scenario (default: the name of the HAR file)', scenarioName)
      .addOption(
        new Option(
          '--replay <file>',
          'write one file with all jobs, other requests and workspaces, for serve --replay',
        ).conflicts(['job', 'out', 'name']),
      )
      .option('--keep-text', 'keep step texts, questions, errors and titles instead of placeholders')
      .option('--force', 'overwrite existing files')
      .addHelpText(
        'after',
        `
A scenario keeps the recorded times; "deckhand serve --speed 10" plays it faster. Deckhand plays each scenario to the recorded
requests, and compares status, headers and body of every response. It lists what differs, and what was not recorded.

Exit codes:
  0  every scenario is identical with its recording, or the differences are accepted
  1  a response differs, or cannot be compared
  2  the recording or an option cannot be used

Examples:
  deckhand scenario from-har staging.har
  deckhand scenario from-har staging.har --job gen_7f3k --name renderer-fails --out scenarios
  deckhand scenario from-har staging.har --replay staging.replay.yaml`,
      )
      .action(fromHar),
  );
}

function scenarioName(text: string): string {
  if (isScenarioName(text)) return text;
  throw new InvalidArgumentError(
    isDeviceName(text)
      ? 'Windows keeps this name for a device. Choose another, such as renderer-fails.'
      : 'Expected lowercase letters, digits and hyphens, such as renderer-fails.',
  );
}

async function fromHar(file: string, flags: Flags): Promise<void> {
  const traffic = readHarFiles([file]);
  const exchanges: Exchange[] = [];
  for await (const exchange of traffic) exchanges.push(exchange);
  for (const notes of traffic.files) reportReading(notes);
  if (flags.replay !== undefined) return writeWhole(file, exchanges, flags.replay, flags);
  const recorded = recordedJobs(exchanges);
  for (const { id, why } of recorded.others)
    print(`${id === undefined ? 'A job' : `The job ${printableLine(id)}`} cannot be replayed: ${why}.`);
  const jobs = chosen(recorded, flags.job, file);
  if (flags.out === undefined && jobs.length > 1) {
    throw new UserError('bad-option', `${nameOf(file)} has ${jobs.length} jobs.`, {
      hint: `Choose one with --job, or write all with --out <folder>:\n${listed(jobs)}`,
    });
  }
  const names = new Anonymiser(flags.keepText === true);
  const replays: Replay[] = [];
  for (const [index, job] of jobs.entries()) {
    const replay = await replayOf(job, names, nameFor(index, jobs, flags.name ?? slug(file)));
    if (replay.mistakes.length === 0) replays.push(replay);
    else print(`${titleOf(job)} cannot be replayed: ${replay.mistakes.join('; ')}.`);
  }
  if (replays.length === 0) throw new UserError('bad-har', `No job in ${nameOf(file)} can be replayed.`);
  const paths = flags.out === undefined ? [] : writeAll(replays, flags.out, flags.force === true);
  const { accept = [] } = flags;
  for (const [index, replay] of replays.entries()) report(replay, paths[index], accept);
  if (flags.out === undefined) process.stdout.write(replays[0]?.text ?? '');
  else
    print(`Play ${replays.length === 1 ? 'it' : 'the first'}: ${serveCommand(flags.out, replays[0]?.name)}`);
  finish(
    replays.flatMap(({ differences }) => differences),
    accept,
  );
}

/** Writes all jobs and other requests as one replay file. */
async function writeWhole(
  file: string,
  exchanges: readonly Exchange[],
  path: string,
  { keepText = false, force = false, accept = [] }: Flags,
): Promise<void> {
  requireNew([path], { force });
  const { makeReplay } = await import('../playback/make-replay.js');
  const made = await makeReplay(exchanges, new Anonymiser(keepText));
  for (const mistake of made.mistakes) print(`A part cannot be replayed: ${mistake}.`);
  if (made.recorded.length === 0)
    throw new UserError('bad-har', `${nameOf(file)} has no request that can be replayed.`, {
      hint: 'Requests to the service have /api/v1 in their URL.',
    });
  writeNew(path, made.text, { force });
  print(`${made.file.title}, ${counted(made.recorded.length, 'workspace')}: ${shown(path)}`);
  for (const note of made.notes) print(`  ${note}`);
  for (const line of replayReport(made.differences, made.pairs, accept)) print(`  ${line}`);
  finish(made.differences, accept);
  if (made.mistakes.length > 0) process.exitCode = 1;
}

/** Without `--scenario`, the server plays the happy path. */
function serveCommand(folder: string, name = ''): string {
  const path = shown(resolve(folder)) || '.';
  const plain = /^[\w@%+=:,./\\-]+$/.test(path);
  const quoted = process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  return `npx --no deckhand serve --scenarios ${plain ? path : quoted} --scenario ${name}`;
}

function finish(differences: readonly Difference[], accepted: Accepted): void {
  if (differences.every((difference) => isAccepted(difference, accepted))) return;
  print('The replay is not identical. Look at the differences above, or accept them with --accept.');
  process.exitCode = 1;
}

async function replayOf(job: RecordedJob, names: Anonymiser, name: string): Promise<Replay> {
  const check = await checkedReplay(job, names);
  return { ...check, job, name, text: writeScenario(check.scenario, check.comments) };
}

/** @throws UserError when the recording has no such job */
function chosen({ jobs }: RecordedJobs, wanted: string | undefined, file: string): readonly RecordedJob[] {
  if (jobs.length === 0) {
    throw new UserError('bad-har', `${nameOf(file)} has no job that can be replayed.`, {
      hint: 'A job needs a POST to /api/v1/presentations/generate, or polls of its status.',
    });
  }
  if (wanted === undefined) return jobs;
  const job =
    jobs.find(({ id }) => id === wanted) ?? (/^\d{1,6}$/.test(wanted) ? jobs[Number(wanted) - 1] : undefined);
  if (job) return [job];
  const ids = jobs.flatMap(({ id }) => id ?? []);
  throw new UserError(
    'bad-option',
    `${nameOf(file)} has no job "${wanted.slice(0, 100)}".${didYouMean(wanted.slice(0, 100), ids)}`,
    {
      hint: `Jobs in the recording:\n${listed(jobs)}`,
    },
  );
}

function listed(jobs: readonly RecordedJob[]): string {
  const lines = jobs.slice(0, 50).map((job, index) => `  ${String(index + 1).padStart(2)}  ${titleOf(job)}`);
  return [...lines, ...(jobs.length > 50 ? [`  and ${jobs.length - 50} more`] : [])].join('\n');
}

function titleOf({ id, startedAt, calls }: RecordedJob): string {
  const length = formatDuration(Math.max(0, calls.at(-1)?.after ?? 0));
  const date = new Date(startedAt);
  const when = Number.isNaN(date.getTime())
    ? 'at an invalid time'
    : date.toISOString().slice(0, 19).replace('T', ' ');
  return `${id === undefined ? 'a job that does not start' : printableLine(id)}, ${when}, ${counted(calls.length, 'request', 'requests')} in ${length}`;
}

/** Turns a file name into a valid scenario name. */
function slug(file: string): string {
  const name = basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.(?:har|json)$/i, '')
    .toLowerCase();
  const words = name
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  return words === '' ? 'replay' : isDeviceName(words) ? `${words}-replay` : words;
}

function nameFor(index: number, jobs: readonly RecordedJob[], name: string): string {
  return jobs.length === 1 ? name : `${name}-${index + 1}`;
}

/** Checks all paths before it writes the first file. */
function writeAll(replays: readonly Replay[], folder: string, force: boolean): string[] {
  const paths = replays.map(({ name }) => join(folder, `${name}.yaml`));
  requireNew(paths, { force });
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new UserError('bad-option', `Cannot write to ${folder}.`, { hint: whyUnwritten(cause), cause });
  }
  for (const [index, { text }] of replays.entries()) writeNew(paths[index] as string, text, { force });
  return paths;
}

function report(
  { job, notes, differences, pairs, scenario }: Replay,
  path: string | undefined,
  accepted: Accepted,
): void {
  print(`${titleOf(job)}${path === undefined ? '' : `: ${shown(path)}`}`);
  for (const note of notes) print(`  ${note}`);
  if (scenario.violates)
    print(`  It violates the contract, as the recorded service does: ${scenario.violates.join(', ')}.`);
  for (const line of replayReport(differences, [pairs], accepted)) print(`  ${line}`);
}

/** Reports the parts of a file that cannot be used. */
function reportReading({ file, damaged, problems, truncated, areKeysLeftOut }: HarFileStats): void {
  const name = nameOf(file);
  if (truncated !== undefined) print(`${name} is incomplete. Deckhand reads the entries before the end.`);
  if (damaged > 0)
    print(
      `${counted(damaged, 'entry', 'entries')} of ${name} cannot be read: ${problems.map(({ what }) => what)[0] ?? ''}`,
    );
  if (areKeysLeftOut) print(`${name} has no API keys: all requests count as one client's.`);
}

/** Prints to standard error, because standard output has the scenario. */
function print(text: string): void {
  process.stderr.write(`${hangingLines(printable(text), columnsOf(process.stderr))}\n`);
}
