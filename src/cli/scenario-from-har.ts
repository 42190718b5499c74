/** `deckhand scenario from-har`: writes a job of a recording as a scenario for people to edit. */
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Option, type Command } from 'commander';
import { needPath, needScenarioName } from '../app/options/parsers.js';
import { counted } from '../base/text/counted.js';
import { neutralLines, onOneLine } from '../base/text/neutral.js';
import { quoted } from '../base/text/shell.js';
import { UserError } from '../base/user-error.js';
import { whyUnwritten } from '../files/file-trouble.js';
import { writeNew } from '../files/new-file.js';
import { shown } from '../files/scenario-files.js';
import { redactNames } from '../journal/redact/names.js';
import { nameOf, readHarFiles } from '../proxy/recording/har-source.js';
import { startOf, storyOf } from '../replay/story.js';
import { isScenarioName } from '../scenario/check.js';
import { writeScenario } from '../scenario/write.js';
import { readTrace, type Job } from '../contract/model/trace.js';
import { CheckedCommand, Flag } from './flag.js';
import { redactFlag } from './shared-options.js';

interface FromHarOptions {
  readonly job?: string;
  readonly out?: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly redact?: readonly string[];
}

const flags = [
  new Flag('--job <id>', 'which of several jobs: its generation_id, or its number in the list'),
  new Flag('--out <folder>', 'the folder for the file (default: print the scenario)', needPath),
  new Flag('--name <name>', 'the name of the scenario (default: the name of the HAR file)', needScenarioName),
  new Option('--force', 'overwrite existing files'),
  redactFlag,
];

export function fromHarCommand(): Command {
  return new CheckedCommand('from-har')
    .description(
      'Write a job of a recording as a scenario to edit: its states, their times and texts, and how it ended. It is a story, ' +
        'not a copy; "deckhand serve --replay" plays the recording itself.',
    )
    .argument('<file>', 'the HAR file, or its gzip file; - reads standard input')
    .addOptions(...flags)
    .addNotes(
      `A HAR file comes from the network tab of a browser, from "deckhand record", from --har, or from the journal of a mock server. The command names what the story leaves out, such as failed requests. Look at the texts before you share the file.

Exit codes:
  0  the story is written
  2  the recording or an option cannot be used

Examples:
  deckhand scenario from-har staging.har
  deckhand scenario from-har staging.har --job gen_7f3k --out scenarios
  deckhand serve --scenarios scenarios --scenario staging`,
    )
    .action(fromHar);
}

async function fromHar(file: string, options: FromHarOptions): Promise<void> {
  const { job: wanted, out, name, force, redact } = options;
  redactNames(redact);
  const job = chosen(await jobsIn(file), wanted, file);
  const { scenario, leftOut } = storyOf(job);
  const heading = `# A story made from ${onOneLine(basename(nameOf(file)))}, to edit.`;
  const text = `${heading}\n\n${writeScenario(scenario)}`;
  const scenarioName = name ?? nameFrom(file);
  if (out === undefined) process.stdout.write(text);
  else {
    const path = join(out, `${scenarioName}.yaml`);
    write(path, text, force);
    console.error(`${titleOf(job)}: ${shown(path)}`);
  }
  if (leftOut.length > 0) console.error(`Left out: ${onOneLine(leftOut.join(', '))}.`);
  if (out !== undefined)
    console.error(`Play it: npx --no deckhand serve --scenarios ${quoted(out)} --scenario ${scenarioName}`);
}

async function jobsIn(file: string): Promise<readonly Job[]> {
  const { exchanges, files } = await readHarFiles([file]);
  const unread = files.reduce((sum, { problems }) => sum + problems.length, 0);
  if (unread > 0)
    console.error(`${counted(unread, 'entry', 'entries')} of ${neutralLines(nameOf(file))} cannot be read.`);
  return readTrace(exchanges).jobs.toSorted((one, two) => startOf(one) - startOf(two));
}

/** @throws UserError when the recording has no job, has several, or has not this one */
function chosen(jobs: readonly Job[], wanted: string | undefined, file: string): Job {
  const only = jobs.length === 1 ? jobs[0] : undefined;
  const job =
    wanted === undefined ? only : (jobs.find(({ id }) => id === wanted) ?? jobs[Number(wanted) - 1]);
  if (job) return job;
  if (jobs.length === 0)
    throw new UserError('bad-har', `${nameOf(file)} has no job.`, {
      hint: 'Expected a POST to /api/v1/presentations/generate that succeeded, or a status view of a job.',
    });
  const lines = jobs
    .slice(0, 50)
    .map((each, index) => `  ${String(index + 1).padStart(2)}  ${titleOf(each)}`);
  const more = jobs.length > 50 ? [`  and ${jobs.length - 50} more`] : [];
  const lack = wanted === undefined ? `${jobs.length} jobs` : `no job "${wanted.slice(0, 100)}"`;
  throw new UserError('bad-option', `${nameOf(file)} has ${lack}.`, {
    hint: ['Choose one with --job, by its id or its number:', ...lines, ...more].join('\n'),
  });
}

function titleOf(job: Job): string {
  const date = new Date(startOf(job));
  const isValid = !Number.isNaN(date.getTime());
  const when = isValid ? date.toISOString().slice(0, 19).replace('T', ' ') : 'at an invalid time';
  return `${onOneLine(job.id)}, ${when}`;
}

/** The name of a scenario for the name of a HAR file. */
function nameFrom(file: string): string {
  const words = basename(file)
    .toLowerCase()
    .replace(/(?:\.(?:har|json))?(?:\.gz)?$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48);
  return isScenarioName(words) ? words : 'story';
}

function write(path: string, text: string, force = false): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (cause) {
    throw new UserError('bad-option', `Cannot write to ${dirname(path)}.`, {
      hint: whyUnwritten(cause),
      cause,
    });
  }
  writeNew(path, text, { force });
}
