/** `deckhand scenario from-har`: writes each job of a recording as a scenario for people to edit. */
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import { fromHarOptions, type FromHarOptions } from '../app/options/scenario-options.js';
import { whyUnwritten } from '../files/file-trouble.js';
import { requireNew, writeNew } from '../files/new-file.js';
import { nameOf } from '../proxy/recording/har-bytes.js';
import type { HarFileStats } from '../proxy/recording/har-file.js';
import { readHarFiles } from '../proxy/recording/har-source.js';
import { columnsOf, wrappedLines } from '../base/text/wrap.js';
import { neutralLines, onOneLine } from '../base/text/neutral.js';
import { shown } from '../files/scenario-files.js';
import type { Exchange } from '../journal/exchange.js';
import { lengthOf, recordedJobs, type RecordedJob, type RecordedJobs } from '../replay/story/jobs.js';
import { storyOf } from '../replay/story/story.js';
import { Texts } from '../replay/story/texts.js';
import { counted } from '../base/text/counted.js';
import { isDeviceName } from '../base/device-name.js';
import { formatDuration } from '../scenario/duration.js';
import { didYouMean } from '../base/nearest.js';
import { writeScenario } from '../scenario/write.js';
import { UserError } from '../base/user-error.js';
import { addOptions } from './command-options.js';

interface WrittenStory {
  readonly job: RecordedJob;
  readonly name: string;
  readonly text: string;
  readonly leftOut: readonly string[];
}

export function fromHarCommand(): Command {
  const command = new Command('from-har')
    .description(
      'Write each job of a recording as a scenario to edit: how long it took, what it asked, how it ended, and what went ' +
        'wrong. It is a story, not a copy; "deckhand serve --replay" plays the recording itself.',
    )
    .argument('<file>', 'the HAR file, or its gzip file; - reads standard input');
  return addOptions(command, 'scenario from-har', fromHarOptions)
    .addHelpText(
      'after',
      `
A HAR file comes from the network tab of a browser, from "deckhand record", from --har, or from the journal of a mock server.
The command lists what the story leaves out. It ends with the commands that play the recording and the story.

Exit codes:
  0  every story is written
  2  the recording or an option cannot be used

Examples:
  deckhand scenario from-har staging.har
  deckhand scenario from-har staging.har --job gen_7f3k --name renderer-fails --out scenarios`,
    )
    .action(fromHar);
}

async function fromHar(
  file: string,
  { job: wanted, out, name, keepText, force }: FromHarOptions,
): Promise<void> {
  const traffic = readHarFiles([file]);
  const exchanges: Exchange[] = [];
  for await (const exchange of traffic) exchanges.push(exchange);
  for (const notes of traffic.files) reportReading(notes);
  const recorded = recordedJobs(exchanges);
  for (const { id, why } of recorded.others)
    print(`${id === undefined ? 'A job' : `The job ${onOneLine(id)}`} has no story: ${why}.`);
  const jobs = chosen(recorded, wanted, file);
  if (out === undefined && jobs.length > 1) {
    throw new UserError('bad-option', `${nameOf(file)} has ${jobs.length} jobs.`, {
      hint: `Choose one with --job, or write all with --out <folder>:\n${listed(jobs)}`,
    });
  }
  const texts = new Texts(keepText === true);
  const base = name ?? slug(file);
  const stories = jobs.map((job, index): WrittenStory => {
    const { scenario, comments, leftOut } = storyOf(job, texts);
    const heading = `A story made from ${onOneLine(basename(nameOf(file)))}, to edit. Play the recording itself with serve --replay.`;
    const own = jobs.length === 1 ? base : `${base}-${index + 1}`;
    return { job, leftOut, name: own, text: writeScenario(scenario, comments, heading) };
  });
  const paths = out === undefined ? [] : writeAll(stories, out, force === true);
  for (const [index, story] of stories.entries()) report(story, paths[index]);
  if (out === undefined) process.stdout.write(stories[0]?.text ?? '');
  reportCommands(file, out, stories);
}

/** @throws UserError when the recording has no such job */
function chosen({ jobs }: RecordedJobs, wanted: string | undefined, file: string): readonly RecordedJob[] {
  if (jobs.length === 0) {
    throw new UserError('bad-har', `${nameOf(file)} has no job.`, {
      hint: 'A job needs a POST to /api/v1/presentations/generate, or polls of its status.',
    });
  }
  if (wanted === undefined) return jobs;
  const job =
    jobs.find(({ trace }) => trace?.id === wanted) ??
    (/^\d{1,6}$/.test(wanted) ? jobs[Number(wanted) - 1] : undefined);
  if (job) return [job];
  const ids = jobs.flatMap(({ trace }) => trace?.id ?? []);
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

function titleOf(job: RecordedJob): string {
  const { trace, startedAt } = job;
  const date = new Date(startedAt);
  const when = Number.isNaN(date.getTime())
    ? 'at an invalid time'
    : date.toISOString().slice(0, 19).replace('T', ' ');
  return `${trace ? onOneLine(trace.id) : 'a job that does not start'}, ${when}, ${formatDuration(lengthOf(job))}`;
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
  return words === '' ? 'story' : isDeviceName(words) ? `${words}-story` : words;
}

/** Checks all paths before it writes the first file. */
function writeAll(stories: readonly WrittenStory[], folder: string, force: boolean): string[] {
  const paths = stories.map(({ name }) => join(folder, `${name}.yaml`));
  requireNew(paths, { force });
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new UserError('bad-option', `Cannot write to ${folder}.`, { hint: whyUnwritten(cause), cause });
  }
  for (const [index, { text }] of stories.entries()) writeNew(paths[index] as string, text, { force });
  return paths;
}

function report({ job, leftOut }: WrittenStory, path: string | undefined): void {
  print(`${titleOf(job)}${path === undefined ? '' : `: ${shown(path)}`}`);
  for (const line of leftOut) print(`  Left out: ${onOneLine(line)}`);
}

/** The commands that play the recording, and the first story. */
function reportCommands(file: string, folder: string | undefined, stories: readonly WrittenStory[]): void {
  const name = stories[0]?.name ?? '';
  const recording = file === '-' ? 'FILE' : shellWord(file);
  print(`Play the recording: npx --no deckhand serve --replay ${recording}`);
  const where =
    folder === undefined
      ? `Save the story as scenarios/${name}.yaml, edit it, and play it`
      : 'Play the edited story';
  const path = folder === undefined ? 'scenarios' : shown(resolve(folder)) || '.';
  // Without `--scenario`, the server plays the happy path.
  print(`${where}: npx --no deckhand serve --scenarios ${shellWord(path)} --scenario ${name}`);
}

function shellWord(text: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(text)) return text;
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
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
  process.stderr.write(`${wrappedLines(neutralLines(text), columnsOf(process.stderr))}\n`);
}
