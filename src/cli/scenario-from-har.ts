/** `deckhand scenario from-har`: turns the jobs of a recording into scenario files that replay them. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { whyUnwritten } from '../adapters/file-trouble.js';
import { nameOf, type HarNotes } from '../adapters/har-file.js';
import { readHarFiles } from '../adapters/har-source.js';
import { holdStory, type HeldStory } from '../adapters/held-story.js';
import { printable, printableLine } from '../adapters/printable.js';
import { shown } from '../adapters/scenario-files.js';
import type { Exchange } from '../journal/exchange.js';
import { Anonymiser } from '../replay/anonymiser.js';
import type { Difference } from '../replay/compare.js';
import { recordedJobs, type RecordedJob, type RecordedJobs } from '../replay/recorded-jobs.js';
import { counted, storyOf, type Story } from '../replay/story.js';
import { isScenarioName } from '../scenario/check.js';
import { formatDuration } from '../scenario/duration.js';
import { didYouMean } from '../scenario/nearest.js';
import { writeScenario } from '../scenario/write.js';
import { UserError } from '../user-error.js';

interface Flags {
  readonly job?: string;
  readonly out?: string;
  readonly name?: string;
  readonly keepText?: boolean;
  readonly force?: boolean;
}

interface Replay extends HeldStory {
  readonly job: RecordedJob;
  readonly notes: readonly string[];
  readonly name: string;
  readonly text: string;
}

export function fromHarCommand(): Command {
  return new Command('from-har')
    .description(
      'Turn each job of a recording into a scenario that replays it. The recording is a HAR file: saved from the network ' +
        'tab of a browser, written by --har, or the journal of a stand-in.',
    )
    .argument('<file>', 'the HAR file, also packed with gzip; - reads the standard input')
    .option('--job <id>', 'only this job, by its generation_id or its number in the list')
    .option('--out <folder>', 'write files into this folder; one job goes to the output when left out')
    .option('--name <name>', 'what the scenario is called; by default, as the file', scenarioName)
    .option('--keep-text', 'keep prompts, questions, errors, titles as they are, instead of placeholders')
    .option('--force', 'overwrite files that are there')
    .addHelpText(
      'after',
      `
Times are kept; "deckhand serve --speed 10" plays them faster. Every scenario is played to the recorded requests before it is
written: what it answers otherwise than the recording is said.

Examples:
  deckhand scenario from-har staging.har
  deckhand scenario from-har staging.har --job gen_7f3k --name renderer-fails --out scenarios`,
    )
    .action(fromHar);
}

function scenarioName(text: string): string {
  if (isScenarioName(text)) return text;
  throw new InvalidArgumentError('Expected small letters, digits and hyphens, such as renderer-fails.');
}

async function fromHar(file: string, flags: Flags): Promise<void> {
  const traffic = readHarFiles([file]);
  const exchanges: Exchange[] = [];
  for await (const exchange of traffic) exchanges.push(exchange);
  for (const notes of traffic.notes) sayReading(notes);
  const recorded = recordedJobs(exchanges);
  for (const { id, why } of recorded.others)
    say(`${id === undefined ? 'A job' : `The job ${printableLine(id)}`} cannot be replayed: ${why}.`);
  const jobs = chosen(recorded, flags.job, file);
  if (flags.out === undefined && jobs.length > 1) {
    throw new UserError('bad-option', `${counted(jobs.length, 'job is', 'jobs are')} in ${nameOf(file)}.`, {
      hint: `Choose one with --job, or write all with --out <folder>:\n${listed(jobs)}`,
    });
  }
  const names = new Anonymiser(flags.keepText === true);
  const replays: Replay[] = [];
  for (const [index, job] of jobs.entries()) {
    const replay = await replayOf(job, names, nameFor(index, jobs, flags.name ?? slug(file)));
    if (replay.mistakes.length === 0) replays.push(replay);
    else say(`${titleOf(job)} cannot be replayed: ${replay.mistakes.join('; ')}.`);
  }
  if (replays.length === 0) throw new UserError('bad-har', `No job of ${nameOf(file)} can be replayed.`);
  const paths = flags.out === undefined ? [] : writeAll(replays, flags.out, flags.force === true);
  for (const [index, replay] of replays.entries()) report(replay, paths[index]);
  if (flags.out === undefined) process.stdout.write(replays[0]?.text ?? '');
}

async function replayOf(job: RecordedJob, names: Anonymiser, name: string): Promise<Replay> {
  const story: Story = storyOf(job, names);
  const held = await holdStory(job, story);
  return { ...held, job, name, notes: story.notes, text: writeScenario(held.scenario, story.comments) };
}

/** @throws UserError when there is no such job */
function chosen({ jobs }: RecordedJobs, wanted: string | undefined, file: string): readonly RecordedJob[] {
  if (jobs.length === 0) {
    throw new UserError('bad-har', `There is no job in ${nameOf(file)} that can be replayed.`, {
      hint: 'A job is a POST to /api/v1/presentations/generate, and the polls of its status.',
    });
  }
  if (wanted === undefined) return jobs;
  const job =
    jobs.find(({ id }) => id === wanted) ?? (/^\d{1,6}$/.test(wanted) ? jobs[Number(wanted) - 1] : undefined);
  if (job) return [job];
  const ids = jobs.flatMap(({ id }) => id ?? []);
  throw new UserError(
    'bad-option',
    `There is no job "${wanted.slice(0, 100)}" in ${nameOf(file)}.${didYouMean(wanted.slice(0, 100), ids)}`,
    {
      hint: `There are:\n${listed(jobs)}`,
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
    ? 'at no time there is'
    : date.toISOString().slice(0, 19).replace('T', ' ');
  return `${id === undefined ? 'a job that does not start' : printableLine(id)}, ${when}, ${counted(calls.length, 'request', 'requests')} in ${length}`;
}

/** A file's name as a scenario may be called. */
function slug(file: string): string {
  const name = basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.(?:har|json)$/i, '')
    .toLowerCase();
  return (
    name
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 48) || 'replay'
  );
}

function nameFor(index: number, jobs: readonly RecordedJob[], name: string): string {
  return jobs.length === 1 ? name : `${name}-${index + 1}`;
}

/** Writes all files, or none when one of them cannot be. */
function writeAll(replays: readonly Replay[], folder: string, isForced: boolean): string[] {
  const paths = replays.map(({ name }) => join(folder, `${name}.yaml`));
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length > 0 && !isForced) {
    throw new UserError(
      'bad-option',
      `${taken.map(shown).join(', ')} ${taken.length === 1 ? 'is' : 'are'} there already.`,
      {
        hint: '--force overwrites, --name gives another name.',
      },
    );
  }
  const folders = paths.filter((path) => existsSync(path) && statSync(path).isDirectory());
  if (folders.length > 0) throw new UserError('bad-option', `${folders.map(shown).join(', ')} is a folder.`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const [index, { text }] of replays.entries()) writeFileSync(paths[index] as string, text);
  } catch (cause) {
    throw new UserError('bad-option', `${folder} cannot be written to.`, {
      hint: whyUnwritten(cause),
      cause,
    });
  }
  return paths;
}

function report({ job, notes, differences, scenario }: Replay, path: string | undefined): void {
  say(`${titleOf(job)}${path === undefined ? '' : `: ${shown(path)}`}`);
  for (const note of notes) say(`  ${note}`);
  if (scenario.violates)
    say(`  It breaks the contract, as the recorded service did: ${scenario.violates.join(', ')}.`);
  if (differences.length === 0) say(`  Played to the same requests it answers the same.`);
  for (const difference of differences.slice(0, 5)) say(`  ${describeDifference(difference)}`);
  if (differences.length > 5) say(`  and ${differences.length - 5} more answers differ.`);
}

function describeDifference({ call, recorded, played }: Difference): string {
  const time = formatDuration(Math.max(0, call.after));
  return `${call.operation} ${call.ordinal} at ${time} was ${printableLine(recorded)}, and is ${printableLine(played)}.`;
}

/** What of the file could not be used. */
function sayReading({ file, damaged, problems, brokenOff, areKeysLeftOut }: HarNotes): void {
  const name = nameOf(file);
  if (brokenOff !== undefined) say(`${name} breaks off; what is whole is read.`);
  if (damaged > 0)
    say(
      `${counted(damaged, 'entry', 'entries')} of ${name} cannot be read: ${problems.map(({ what }) => what)[0] ?? ''}`,
    );
  if (areKeysLeftOut) say(`${name} has no keys: everything in it is taken for one client's.`);
}

/** Beside the scenario, which goes to the output. */
function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}
