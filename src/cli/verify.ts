/** `deckhand verify`: checks a deployment against the interface, and says so in reports and an exit code. */
import { Command, Option } from 'commander';
import { realPace } from '../adapters/real-pace.js';
import { wireClient } from '../adapters/wire-client.js';
import {
  check,
  defaults,
  neutral,
  plan,
  rules,
  settingsOf,
  type ExploreOptions,
  type Report,
} from '../contract/index.js';
import { driftRules } from '../learn/compare/drift-rules.js';
import { expectationsOf } from '../learn/follow/expected.js';
import { toHar } from '../journal/har.js';
import { formatDuration } from '../scenario/duration.js';
import { baselineFile } from './baseline-file.js';
import { collect, duration, wholeNumber } from './option-values.js';
import { LiveLine } from './live-line.js';
import { planText } from './plan-text.js';
import { overlaid } from './overlay-file.js';
import { checkReports, openReports } from './report-files.js';
import { baseAddress, jsonValue, usableKey } from './verify-values.js';
import { version } from './version.js';

interface VerifyOptions extends Omit<ExploreOptions, 'baseUrl' | 'apiKey' | 'replyBody' | 'createBody'> {
  readonly apiKey?: string;
  readonly replyBody?: string;
  readonly createBody?: string;
  readonly dryRun?: boolean;
  readonly baseline?: string;
  readonly overlay?: string;
  readonly report?: readonly string[];
  readonly har?: string;
}

export function command(): Command {
  return new Command('verify')
    .description('Check a deployment of the service against its interface.')
    .argument('<base-url>', 'where the service answers; ends in /api/v1')
    .addOption(new Option('--api-key <key>', 'the API key to check with').env('DECKHAND_API_KEY'))
    .addOption(
      new Option('--other-api-key <key>', 'a key of another workspace').env('DECKHAND_OTHER_API_KEY'),
    )
    .option(
      '--requests-per-minute <number>',
      'the rate to keep to; 0 for none',
      wholeNumber(0, 100_000),
      defaults.requestsPerMinute,
    )
    .addOption(
      time('--poll-interval <duration>', 'between two polls of a job, at least', defaults.pollInterval),
    )
    .addOption(time('--job-timeout <duration>', 'how long a job may take', defaults.jobTimeout))
    .option('--max-jobs <number>', 'start no more jobs than this', wholeNumber(0, 100), defaults.maxJobs)
    .option('--read-only', 'start no job and change nothing')
    .option('--dry-run', 'print the plan, and stop there')
    .option('--template-id <id>', 'the template to use (default: the first that is listed)')
    .option('--prompt <text>', 'the prompt of a job that just runs', defaults.prompt)
    .option('--question-prompt <text>', 'a prompt that makes a job ask a question')
    .option('--failure-prompt <text>', 'a prompt that makes a job fail')
    .option('--reply-body <json>', 'the body of a reply; {{message}} in it stands for the words')
    .option(
      '--create-body <json>',
      'the body that creates a presentation; {{title}} and {{template_id}} are filled in',
    )
    .option('--probe-rate-limit', 'exceed the rate on purpose, last of all')
    .option('--baseline <file>', 'known violations that shall not fail the run, as YAML or JSON')
    .option(
      '--overlay <file>',
      'what the service was seen to do (deckhand learn); warn where it does otherwise',
    )
    .option(
      '--report <format[=file]>',
      'text, json, junit, html or github, to a file or to the output (repeatable; default: text)',
      collect,
    )
    .option('--har <file>', 'write everything that was exchanged, keys removed')
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing documented is broken, 1 something is, 2 it could not be judged.

Examples:
  DECKHAND_API_KEY=… deckhand verify https://staging.example.com/api/v1
  deckhand verify https://staging.example.com/api/v1 --dry-run
`,
    )
    .action(verify);
}

function time(flags: string, description: string, value: number): Option {
  return new Option(flags, description).default(value, formatDuration(value)).argParser(duration);
}

async function verify(address: string, options: VerifyOptions): Promise<void> {
  const asked = exploreOptions(address, options);
  const text = planText(plan(settingsOf(asked)), asked);
  if (!options.dryRun) needKeys(asked);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const drift = options.overlay === undefined ? [] : driftRules(expectationsOf(overlaid(options.overlay)));
  const wishes = options.report ?? ['text'];
  if (options.dryRun) {
    checkReports(wishes, options.har);
    return void process.stdout.write(text);
  }
  const reports = openReports(wishes, options.har);
  process.stderr.write(text);

  const client = wireClient();
  const line = new LiveLine(process.stderr);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const { report, exchanges } = await check(asked, {
      tool: { name: 'deckhand', version: version() },
      transport: client.transport,
      pace: realPace(interruption.signal),
      signal: interruption.signal,
      rules: [...rules, ...drift],
      onEvent: (event) => line.show(event),
      ...(entries && { baseline: { entries, now: Date.now() } }),
    });
    line.clear();
    reports.write(report, toHar(exchanges, report.tool));
    conclude(report);
  } finally {
    line.clear();
    client.close();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

function needKeys({ apiKey, otherApiKey }: ExploreOptions): void {
  usableKey(apiKey, '--api-key');
  if (otherApiKey !== undefined) usableKey(otherApiKey, '--other-api-key');
}

function exploreOptions(address: string, options: VerifyOptions): ExploreOptions {
  const { dryRun: _, report: __, har: ___, baseline: ____, overlay: _____, ...explore } = options;
  const { replyBody, createBody, apiKey = '', ...rest } = explore;
  return {
    ...rest,
    apiKey,
    baseUrl: baseAddress(address),
    ...(replyBody !== undefined && { replyBody: jsonValue(replyBody, '--reply-body') }),
    ...(createBody !== undefined && { createBody: jsonValue(createBody, '--create-body') }),
  };
}

function conclude({ outcome, reason }: Report): void {
  process.exitCode = { pass: 0, fail: 1, error: 2 }[outcome];
  if (outcome === 'error') process.stderr.write(`deckhand: ${neutral(reason ?? 'it could not be judged')}\n`);
}
