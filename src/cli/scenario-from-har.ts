/** `deckhand scenario from-har`: writes a job of a recording as a scenario to edit. */
import { basename, dirname, join } from 'node:path';
import { Option, type Command } from 'commander';
import { parsePath, parseScenarioName } from '../app/options/option-parsers.js';
import { pluralize } from '../base/text/pluralize.js';
import { sanitizeLines, sanitizeLine } from '../base/text/sanitize.js';
import { shellQuote } from '../base/text/shell-quote.js';
import { UserError } from '../base/user-error.js';
import { writeErrorReason } from '../files/file-error-reason.js';
import { createParentFolders } from '../files/create-folders.js';
import { assertNewFiles, writeNewFile } from '../files/write-new-file.js';
import { relativePath } from '../files/list-scenario-files.js';
import { addSecretNames } from '../journal/redact/secret-names.js';
import { displayName, readHarFiles } from '../proxy/recording/read-har-files.js';
import { getStartTime, scenarioFromJob } from '../replay/scenario-from-job.js';
import { isScenarioName } from '../scenario/scenario-name.js';
import { formatScenario } from '../scenario/format-yaml.js';
import { buildTrace } from '../judge/model/trace.js';
import type { JobHistory } from '../judge/model/job-history.js';
import { CliCommand } from './command.js';
import { Flag } from './flag.js';
import { redactFlag } from './shared-options.js';

interface FromHarOptions {
  readonly job?: string;
  readonly outputFolder?: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly redact?: readonly string[];
}

const flags = [
  new Flag('--job <id>', 'which of several jobs: its generation_id, or its number in the list'),
  new Flag('--output-folder <folder>', 'the folder for the file (default: print the scenario)', parsePath),
  new Flag(
    '--name <name>',
    'the name of the scenario (default: the name of the HAR file)',
    parseScenarioName,
  ),
  new Option('--force', 'overwrite existing files'),
  redactFlag,
];

export function fromHarCommand(): Command {
  return new CliCommand('from-har')
    .description(
      'Convert a job of a recording to a scenario: its statuses, their times and texts, and how it ended. ' +
        'To replay the recording unchanged, use "deckhand serve --replay".',
    )
    .argument('<file>', 'the HAR file, or its gzip file; - reads standard input')
    .addOptions(...flags)
    .addNotes(
      `A HAR file comes from the network tab of a browser, from "deckhand record", from --har, or from the journal of a mock server. The command lists what the scenario omits, such as failed requests. Review the texts before you share the file.

Exit codes:
  0  the scenario is written
  2  the recording or an option cannot be used

Examples:
  deckhand scenario from-har staging.har
  deckhand scenario from-har staging.har --job gen_7f3k --output-folder scenarios
  deckhand serve --scenarios scenarios --scenario staging`,
    )
    .action(fromHar);
}

async function fromHar(file: string, options: FromHarOptions): Promise<void> {
  const { job: jobId, outputFolder, name, force, redact } = options;
  addSecretNames(redact);
  const job = selectJob(await readJobs(file), jobId, file);
  const { scenario, omitted } = scenarioFromJob(job);
  const heading = `# Generated from ${sanitizeLine(basename(displayName(file)))} by \`deckhand scenario from-har\`.`;
  const text = `${heading}\n\n${formatScenario(scenario)}`;
  const scenarioName = name ?? scenarioNameFor(file);
  if (outputFolder === undefined) process.stdout.write(text);
  else {
    const path = join(outputFolder, `${scenarioName}.yaml`);
    write(path, text, force);
    console.error(`${formatJob(job)}: ${relativePath(path)}`);
  }
  if (omitted.length > 0) console.error(`Omitted: ${sanitizeLine(omitted.join(', '))}.`);
  if (outputFolder !== undefined)
    console.error(
      `Use it: npx --no deckhand serve --scenarios ${shellQuote(outputFolder)} --scenario ${scenarioName}`,
    );
}

async function readJobs(file: string): Promise<readonly JobHistory[]> {
  const { exchanges, files } = await readHarFiles([file]);
  const unread = files.reduce((sum, { warnings }) => sum + warnings.length, 0);
  if (unread > 0)
    console.error(
      `${pluralize(unread, 'entry', 'entries')} of ${sanitizeLines(displayName(file))} cannot be read.`,
    );
  return buildTrace(exchanges).jobs.toSorted((one, two) => getStartTime(one) - getStartTime(two));
}

/** @throws UserError when the recording has no job, several, or not this one */
function selectJob(jobs: readonly JobHistory[], requested: string | undefined, file: string): JobHistory {
  const only = jobs.length === 1 ? jobs[0] : undefined;
  const job =
    requested === undefined ? only : (jobs.find(({ id }) => id === requested) ?? jobs[Number(requested) - 1]);
  if (job) return job;
  if (jobs.length === 0)
    throw new UserError('invalid-har', `${displayName(file)} has no job.`, {
      hint: 'Expected a POST to /api/v1/presentations/generate that succeeded, or a status response of a job.',
    });
  const lines = jobs
    .slice(0, 50)
    .map((each, index) => `  ${String(index + 1).padStart(2)}  ${formatJob(each)}`);
  const more = jobs.length > 50 ? [`  and ${jobs.length - 50} more`] : [];
  const reason = requested === undefined ? `${jobs.length} jobs` : `no job "${requested.slice(0, 100)}"`;
  throw new UserError('invalid-option', `${displayName(file)} has ${reason}.`, {
    hint: ['Choose one with --job, by its id or its number:', ...lines, ...more].join('\n'),
  });
}

function formatJob(job: JobHistory): string {
  const date = new Date(getStartTime(job));
  const isValid = !Number.isNaN(date.getTime());
  const when = isValid ? date.toISOString().slice(0, 19).replace('T', ' ') : 'at an invalid time';
  return `${sanitizeLine(job.id)}, ${when}`;
}

/** Derives the name of a scenario from the name of a HAR file. */
function scenarioNameFor(file: string): string {
  const name = basename(file)
    .toLowerCase()
    .replace(/(?:\.(?:har|json))?(?:\.gz)?$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48);
  return isScenarioName(name) ? name : 'recording';
}

function write(path: string, text: string, force = false): void {
  assertNewFiles([path], { force });
  try {
    createParentFolders(path);
  } catch (cause) {
    throw new UserError('invalid-option', `Cannot write to ${dirname(path)}.`, {
      hint: writeErrorReason(cause),
      cause,
    });
  }
  writeNewFile(path, text, { force });
}
