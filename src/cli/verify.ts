/** `deckhand verify`: tests a deployment against the interface. The results are reports and an exit code. */
import { Command, Option } from 'commander';
import { realPace } from '../target/real-pace.js';
import { wireClient } from '../target/wire-client.js';
import { routeTo } from '../reach/route.js';
import {
  check,
  defaults,
  plan,
  profiles,
  rules,
  settingsOf,
  topics,
  type ExploreOptions,
} from '../contract/index.js';
import { driftRules } from '../learn/compare/drift-rules.js';
import { expectationsOf } from '../learn/imitate/expectations.js';
import { toHar } from '../journal/har.js';
import { formatDuration } from '../scenario/duration.js';
import { baselineFile } from './baseline-file.js';
import { conclude } from './conclude.js';
import { requireKnownNames } from './evidence-names.js';
import { collect, collectNames, duration, identifier, wholeNumber, withRedact } from './option-values.js';
import {
  accessOf,
  addReachOptions,
  gatewayHeaders,
  REACH_HELP,
  tlsOptions,
  type ReachFlags,
} from './reach-options.js';
import { columnsOf, hangingLines } from './hanging.js';
import { VerifyProgress } from './verify-progress.js';
import { planText } from './plan-text.js';
import { overlaid } from './overlay-file.js';
import { checkReports, openReports } from './report-files.js';
import { baseAddress, bodyValue, requireFittingOptions, requireUsableKey } from './verify-values.js';
import { stopSignals } from './stop-signal.js';
import { version } from './version.js';

interface VerifyOptions
  extends
    Omit<ExploreOptions, 'baseUrl' | 'apiKey' | 'replyBody' | 'createBody' | 'startBody' | 'headers'>,
    ReachFlags {
  readonly apiKey?: string;
  readonly replyBody?: string;
  readonly createBody?: string;
  readonly startBody?: string;
  readonly dryRun?: boolean;
  readonly require?: readonly string[];
  readonly allowIncomplete?: readonly string[];
  readonly baseline?: string;
  readonly overlay?: string;
  readonly report?: readonly string[];
  readonly har?: string;
  readonly verbose?: boolean;
}

/** @param paceOf the clock of a run */
export function command(paceOf = realPace): Command {
  return withRedact(addReachOptions(verifyCommand(paceOf)));
}

function verifyCommand(paceOf: typeof realPace): Command {
  return new Command('verify')
    .description('Test a deployment of the service against its interface.')
    .argument('<base-url>', 'the base URL of the service, ending in /api/v1')
    .addOption(new Option('--api-key <key>', 'the API key to use').env('DECKHAND_API_KEY'))
    .addOption(
      new Option('--other-api-key <key>', 'a key of another workspace, to test isolation').env(
        'DECKHAND_OTHER_API_KEY',
      ),
    )
    .addOption(
      new Option(
        '--disabled-api-key <key>',
        'a key of a workspace without API access, which must be refused',
      ).env('DECKHAND_DISABLED_API_KEY'),
    )
    .option(
      '--requests-per-minute <number>',
      'the maximum rate of each key, and of the requests without one; 0 for no limit',
      wholeNumber(0, 100_000),
      defaults.requestsPerMinute,
    )
    .addOption(
      durationOption(
        '--poll-interval <duration>',
        'the minimum time between two polls of a job',
        defaults.pollInterval,
      ),
    )
    .addOption(
      durationOption('--job-timeout <duration>', 'the maximum duration of a job', defaults.jobTimeout),
    )
    .addOption(
      durationOption(
        '--settle <duration>',
        'how long an old value may be visible after a change',
        defaults.settle,
      ),
    )
    .option(
      '--max-jobs <number>',
      'the maximum number of jobs to start',
      wholeNumber(0, 100),
      defaults.maxJobs,
    )
    .addOption(
      new Option('--profile <name>', 'smoke takes less than a minute, and judges less')
        .choices(profiles)
        .default(defaults.profile),
    )
    .option('--presentation-id <id>', 'a presentation to fetch, with --read-only', identifier)
    .option('--generation-id <id>', 'a job to poll, with --read-only', identifier)
    .option('--read-only', 'start no job and change no data')
    .option('--dry-run', 'print the plan without sending a request')
    .option(
      '--template-id <id>',
      'the template to use (default: the first of the list that the service accepts)',
      identifier,
    )
    .option('--prompt <text>', 'the prompt of a job that completes', defaults.prompt)
    .option('--question-prompt <text>', 'a prompt that makes a job ask a question')
    .option('--failure-prompt <text>', 'a prompt that makes a job fail')
    .option('--reply-body <json>', 'the body of a reply; {{message}} in it is replaced by the text')
    .option(
      '--create-body <json>',
      'the body that creates a presentation; {{title}} and {{template_id}} in it are replaced',
    )
    .option(
      '--start-body <json>',
      'the body that starts a job; {{prompt}} and {{template_id}} in it are replaced',
    )
    .option('--probe-rate-limit', 'exceed the rate limit on purpose, after all other requests')
    .option(
      '--require <rule|topic>',
      'a rule or topic that the run must have evidence of, too (repeatable, or with commas)',
      collectNames,
    )
    .option(
      '--allow-incomplete <topic>',
      'a topic of the minimum that may be missing (repeatable, or with commas)',
      collectNames,
    )
    .addOption(
      new Option('--time-limit <duration>', 'the maximum duration of the whole run').argParser(duration),
    )
    .option('--baseline <file>', 'known violations that do not fail the run, as YAML or JSON')
    .option('--overlay <file>', 'the behaviour that `deckhand learn` observed; differences are warnings')
    .option('--verbose', 'list every rule that was not reached')
    .option(
      '--report <format[=file]>',
      'text, json, junit, html or github, to a file or to standard output (repeatable; default: text)',
      collect,
    )
    .option('--har <file>', 'write all requests and responses to a HAR file, without keys')
    .addHelpText(
      'after',
      `
Exit codes:
  0  enough was seen, and every examined promise is kept
  1  at least one documented promise is broken
  2  the deployment could not be tested, or less was seen than the minimum

The minimum: GET /templates, a start, a status and a fetch succeeded, a presentation was renamed, a job was seen
completed, and both key headers were seen accepted and refused. With --other-api-key also the isolation of workspaces,
with --create-body creating, with --reply-body replying. Run with --read-only, the minimum is smaller.
Topics: ${topics.join(', ')}
${REACH_HELP}
Examples:
  DECKHAND_API_KEY=… deckhand verify https://staging.example.com/api/v1
  deckhand verify https://staging.example.com/api/v1 --dry-run
`,
    )
    .action((address: string, options: VerifyOptions) => verify(address, options, paceOf));
}

function durationOption(flags: string, description: string, value: number): Option {
  return new Option(flags, description).default(value, formatDuration(value)).argParser(duration);
}

async function verify(address: string, options: VerifyOptions, paceOf: typeof realPace): Promise<void> {
  const { require = [], allowIncomplete = [] } = options;
  const target = exploreOptions(address, options);
  const route = await routeTo(target.baseUrl, tlsOptions(options));
  const access = accessOf(options, route.proxy);
  const drift = options.overlay === undefined ? [] : driftRules(expectationsOf(overlaid(options.overlay)));
  const allRules = [...rules, ...drift];
  requireKnownNames({ require, allowIncomplete }, allRules);
  requireFittingOptions(target);
  const planned = plan(settingsOf(target));
  const text = planText(planned, target, access);
  if (!options.dryRun) requireKeys(target);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const reportTargets = options.report ?? ['text'];
  if (options.dryRun) {
    checkReports(reportTargets, options.har);
    return void process.stdout.write(hangingLines(text, columnsOf(process.stdout)));
  }
  const reports = openReports(reportTargets, options.har, { verbose: options.verbose ?? false });
  process.stderr.write(hangingLines(text, columnsOf(process.stderr)));

  const client = wireClient(route);
  const line = new VerifyProgress(process.stderr, planned);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const signals = stopSignals(process.platform);
  for (const signal of signals) process.once(signal, interrupt);
  try {
    const { report, exchanges } = await check(target, {
      tool: { name: 'deckhand', version: version() },
      transport: client.transport,
      pace: paceOf(interruption.signal),
      signal: interruption.signal,
      rules: allRules,
      require,
      allowIncomplete,
      access,
      onEvent: (event) => line.show(event),
      ...(entries && { baseline: { entries, now: Date.now() } }),
    });
    line.clear();
    process.stderr.write(`Sent ${report.requests} of about ${planned.requests} planned requests.\n`);
    reports.write(report, toHar(exchanges, report.tool));
    conclude(report, reports);
  } finally {
    line.clear();
    client.close();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

function requireKeys({ apiKey, otherApiKey, disabledApiKey }: ExploreOptions): void {
  requireUsableKey(apiKey, '--api-key');
  if (otherApiKey !== undefined) requireUsableKey(otherApiKey, '--other-api-key');
  if (disabledApiKey !== undefined) requireUsableKey(disabledApiKey, '--disabled-api-key');
}

function exploreOptions(address: string, options: VerifyOptions): ExploreOptions {
  const headers = gatewayHeaders(options);
  const { dryRun: _, report: __, har: ___, baseline: ____, overlay: _____, ...others } = options;
  const { require: ______, allowIncomplete: _______, verbose: ________, ...explore } = others;
  const { replyBody, createBody, startBody, apiKey = '', ...flags } = explore;
  const { header: _h, basicAuth: _b, ca: _c, insecure: _i, tlsCert: _t, tlsKey: _k, ...rest } = flags;
  return {
    ...rest,
    apiKey,
    baseUrl: baseAddress(address),
    ...(headers.length > 0 && { headers }),
    ...(replyBody !== undefined && { replyBody: bodyValue(replyBody, '--reply-body') }),
    ...(createBody !== undefined && { createBody: bodyValue(createBody, '--create-body') }),
    ...(startBody !== undefined && { startBody: bodyValue(startBody, '--start-body') }),
  };
}
