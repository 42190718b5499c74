/** `deckhand learn`: learns from recorded traffic what a service does where the interface leaves a choice. */
import { basename } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { readHarFiles } from '../recording/har-source.js';
import { counted } from '../base/counted.js';
import { columnsOf, hangingLines } from '../terminal/hanging.js';
import { printable } from '../base/printable.js';
import { servicesOf } from '../learn/observe/services.js';
import { learnReport, type LearnReport } from '../learn/learn-report.js';
import { writeOverlay } from '../learn/overlay/write.js';
import { paceScenario } from '../replay/pace-scenario.js';
import { checkScenario, describe } from '../scenario/check.js';
import { writeScenario } from '../scenario/write.js';
import { reportText } from '../learn/report-text.js';
import { requireNew, writeNew } from '../files/new-file.js';
import { UserError } from '../base/user-error.js';
import { harNotes } from './har-notes.js';
import { baseAddress } from './verify-values.js';
import { version } from './version.js';
import { withRedact } from './option-values.js';

interface LearnOptions {
  readonly overlay?: string;
  readonly force?: boolean;
  readonly scenario?: string;
  readonly baseUrl?: string;
  readonly json?: boolean;
}

export function command(): Command {
  return withRedact(
    new Command('learn')
      .description('Learn from recorded traffic what a service does where the interface leaves a choice.')
      .argument('<file.har...>', 'HAR files from Deckhand, a browser or a proxy')
      .option(
        '-o, --overlay <file>',
        'write an OpenAPI Overlay, for the --overlay option of serve and verify',
      )
      .option('--force', 'overwrite existing files')
      .option(
        '--scenario <file>',
        'write a scenario with the pace of the jobs: how long they take, how often they ask or fail',
      )
      .option(
        '--base-url <address>',
        'the only service to learn from; ends in /api/v1 (default: all services, one by one)',
      )
      .option('--json', 'print the report as JSON')
      .addHelpText(
        'after',
        '\nExit codes: 0 the recordings show something, 2 they show nothing or cannot be read.\n',
      )
      .action(learn),
  );
}

async function learn(files: readonly string[], options: LearnOptions): Promise<void> {
  const baseUrl = options.baseUrl === undefined ? undefined : baseAddress(options.baseUrl);
  requireNew(
    [options.overlay, options.scenario].filter((file) => file !== undefined),
    options,
  );
  const services = servicesOf(baseUrl);
  const traffic = readHarFiles(files, baseUrl === undefined ? {} : { baseUrl });
  for await (const exchange of traffic) services.add(exchange);
  for (const line of harNotes(traffic)) warn(line);
  const reports = [...services.finish()].map(([service, learner]) => learnReport(learner, service));
  const found = reports.filter(({ places }) => places.length > 0);
  if (found.length === 0)
    throw new UserError('bad-input', nothing(baseUrl), {
      hint: 'Requests to the service have /api/v1 in their URL.',
    });
  // Both texts exist before either file is written.
  const texts = [
    ...(options.overlay === undefined ? [] : [[options.overlay, overlayText(onlyOne(found))] as const]),
    ...(options.scenario === undefined
      ? []
      : [[options.scenario, scenarioText(onlyOne(found), files)] as const]),
  ];
  for (const [file, text] of texts) writeNew(file, text, options);
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ tool: { name: 'deckhand', version: version() }, services: found }, undefined, 2)}\n`,
    );
  else {
    const text = printable(found.map(reportText).join('\n\n'));
    process.stdout.write(hangingLines(text, columnsOf(process.stdout)));
  }
}

function nothing(baseUrl: string | undefined): string {
  return `The recordings show nothing: no request went to ${baseUrl ?? 'an operation of the service'}.`;
}

function onlyOne([first, ...others]: readonly LearnReport[]): LearnReport {
  if (first && others.length === 0) return first;
  const names = [first, ...others].map((one) => one?.service);
  throw new UserError(
    'bad-option',
    `The recordings have ${names.length} services, but an overlay or a scenario describes one.`,
    {
      hint: `Choose one with --base-url: ${names.join(', ')}`,
    },
  );
}

function overlayText(report: LearnReport): string {
  return stringify(writeOverlay(report, version()), {
    lineWidth: 110,
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });
}

/** @throws UserError if no job was recorded from its start */
function scenarioText({ pace, service }: LearnReport, files: readonly string[]): string {
  if (!pace)
    throw new UserError('bad-input', 'The recordings show no pace: no job was recorded from its start.', {
      hint: 'Record a client that starts jobs and polls them, with the bodies of the responses.',
    });
  const { scenario, comments } = paceScenario(pace, service);
  const checked = checkScenario('learned', scenario);
  if ('mistakes' in checked)
    throw new Error(`A learned scenario is refused: ${checked.mistakes.map(describe).join('; ')}`);
  const names = files.map((file) => basename(file)).join(', ');
  return writeScenario(
    scenario,
    comments,
    `Learned from ${counted(pace.jobs, 'job')} in ${names}, by deckhand ${version()}. An observation, not a promise.`,
  );
}

function warn(text: string): void {
  process.stderr.write(`deckhand: ${printable(text)}\n`);
}
