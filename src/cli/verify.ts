/** `deckhand verify`: tests a deployment against the spec. The results are reports and an exit code. */
import type { Command } from 'commander';
import { parseBaseUrl } from '../app/options/base-url.js';
import { realTimers } from '../proxy/connection/real-timers.js';
import { createHttpClient } from '../proxy/http-client.js';
import { resolveRoute } from '../proxy/connection/route.js';
import { formatConnection, serviceRules, coverageTopics, type TargetConnection } from '../judge/index.js';
import { verify, planRun, type VerifyOptions, type RunPlan } from '../verify/index.js';
import { toHar } from '../journal/har.js';
import { addSecretNames } from '../journal/redact/secret-names.js';
import { readBaselineFile } from './baseline-file.js';
import { exitWithVerdict } from './exit-with-verdict.js';
import { CliCommand } from './command.js';
import { describeConnection, gatewayHeaders, CONNECTION_HELP, readTlsOptions } from './connection-options.js';
import { pluralize } from '../base/text/pluralize.js';
import { openReports } from './report-files.js';
import {
  assertCompatibleOptions,
  assertKnownCoverage,
  assertApiKey,
  verifyFlags,
  type VerifyFlags,
} from './verify-options.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { stopSignals } from './stop-signals.js';
import { VerifyProgress } from './verify-progress.js';
import { readPackageVersion } from '../files/package-files.js';

/** @param createClock the clock of a run */
export function command(createClock = realTimers): Command {
  return new CliCommand('verify')
    .description('Test a deployment of the service against its spec.')
    .argument('<base-url>', 'the base URL of the service, ending in /api/v1')
    .addOptions(...verifyFlags)
    .addNotes(
      `Exit codes:
  0  passed: the required coverage is complete, and no rule is violated
  1  at least one rule is violated
  2  incomplete: a required topic is not covered; or no verdict, because of
     invalid options, a rejected key or no response

Required coverage: one successful GET /templates, start, poll and fetch, a rename, a completed job, and both key headers accepted and rejected. --other-api-key adds the isolation of workspaces, --create-body creating a presentation, --reply-body replying. --read-only requires less.

Topics:
  ${coverageTopics.join(', ')}
${CONNECTION_HELP}
Examples:
  DECKHAND_API_KEY=… deckhand verify https://staging.example.com/api/v1
  deckhand verify https://staging.example.com/api/v1 --dry-run
`,
    )
    .action((baseUrl: string, options: VerifyFlags) => runVerify(baseUrl, options, createClock));
}

async function runVerify(
  baseUrl: string,
  options: VerifyFlags,
  createClock: typeof realTimers,
): Promise<void> {
  const { require = [], allowUncovered = [] } = options;
  addSecretNames(options.redact);
  const target = buildVerifyOptions(baseUrl, options);
  const route = await resolveRoute(target.baseUrl, readTlsOptions(options));
  const connection = describeConnection(options, route.proxy);
  assertKnownCoverage({ require, allowUncovered }, serviceRules);
  assertCompatibleOptions(target);
  const plan = planRun(target);
  const text = formatPlan(plan, target, connection);
  if (!options.dryRun) assertApiKeys(target);
  const entries = options.baseline === undefined ? undefined : readBaselineFile(options.baseline);
  const reportTargets = options.report ?? ['text'];
  const usedFiles = options.baseline === undefined ? [] : [options.baseline];
  if (options.dryRun) {
    const needed =
      target.apiKey === '' ? 'The run itself requires a key: DECKHAND_API_KEY, or --api-key.\n' : '';
    return void process.stdout.write(text + needed);
  }
  const reports = openReports(reportTargets, options.har, { ...options, usedFiles });

  const client = createHttpClient(route);
  const { quiet = false } = options;
  const progress = new VerifyProgress(process.stderr, plan.requests, quiet ? '' : text);
  const interruption = new AbortController();
  /** What the run changed and has not restored. */
  let left: readonly string[] = [];
  const stopAtOnce = (): never => {
    progress.clear();
    process.stderr.write(formatAbandonedChanges(left));
    process.exit(130);
  };
  const interrupt = (): void => {
    interruption.abort();
    for (const signal of signals) process.once(signal, stopAtOnce);
  };
  const signals = stopSignals(process.platform);
  for (const signal of signals) process.once(signal, interrupt);
  try {
    const { report, exchanges } = await verify(target, {
      plan,
      tool: { name: 'deckhand', version: readPackageVersion() },
      transport: client.transport,
      clock: createClock(interruption.signal),
      signal: interruption.signal,
      require,
      allowUncovered,
      connection,
      onEvent: (event) => {
        if (event.kind === 'changes') left = event.left;
        else progress.show(event);
      },
      ...(entries && { baseline: { entries, now: Date.now() } }),
    });
    progress.clear();
    if (progress.hasShownPlan && !quiet)
      process.stderr.write(
        `Sent ${pluralize(report.requests, 'request')} and started ${pluralize(report.jobs, 'job')}. The plan was about ${formatCost(plan)}.\n`,
      );
    reports.write(report, toHar(exchanges, report.tool));
    exitWithVerdict(report, reports, quiet);
  } finally {
    progress.clear();
    client.close();
    for (const signal of signals) process.off(signal, interrupt).off(signal, stopAtOnce);
  }
}

/** The last words of a run that a second signal ends. */
export const formatAbandonedChanges = (left: readonly string[]): string =>
  left.length === 0
    ? 'Stopped at once. Nothing is left to restore; created jobs and presentations stay.\n'
    : `Stopped at once. Not restored: ${left.map(sanitizeLine).join(', ')}. Created jobs and presentations stay.\n`;

function assertApiKeys({ apiKey, otherApiKey, apiKeyWithoutAccess }: VerifyOptions): void {
  assertApiKey(apiKey, '--api-key');
  if (otherApiKey !== undefined) assertApiKey(otherApiKey, '--other-api-key');
  if (apiKeyWithoutAccess !== undefined) assertApiKey(apiKeyWithoutAccess, '--api-key-without-access');
}

function buildVerifyOptions(baseUrl: string, options: VerifyFlags): VerifyOptions {
  const { dryRun, require, allowUncovered, har, redact, baseline, verbose, quiet, report, ...others } =
    options;
  const { header, basicAuth, ca, insecure, tlsCert, tlsKey, ...verifyOptions } = others;
  const headers = gatewayHeaders(options);
  return {
    apiKey: '',
    ...verifyOptions,
    baseUrl: parseBaseUrl(baseUrl),
    ...(headers.length > 0 && { headers }),
  };
}

const formatCost = ({ requests, jobs, hasOtherJob }: RunPlan): string =>
  `${requests} requests and ${pluralize(jobs.length + (hasOtherJob ? 1 : 0), 'job')}`;

/** The plan as text: its cost, and the rules that it will not cover. */
function formatPlan(
  plan: RunPlan,
  { baseUrl, requestsPerMinute = 0 }: VerifyOptions,
  connection: TargetConnection = {},
): string {
  const { jobs, minutes, phases, notCovered } = plan;
  const time = `about ${pluralize(minutes, 'minute')}${jobs.length === 0 ? '' : ', if jobs take some seconds'}`;
  const rate =
    requestsPerMinute === 0
      ? ` without pacing${jobs.length === 0 ? '' : ', if jobs take a second; longer ones need more polls'}`
      : `\n  at ${requestsPerMinute} requests a minute for each key: ${time}`;
  const width = Math.max(...phases.map(({ title }) => title.length));
  const lines = [
    ...formatConnection(connection),
    `Plan for ${baseUrl}: about ${formatCost(plan)}${rate}`,
    ...phases.map(({ title, requests: cost }) => `  ${title.padEnd(width)}  ${String(cost).padStart(3)}`),
    ...(notCovered.length === 0 ? [] : ['Not covered (option that adds it):']),
    ...notCovered.map(({ what, flag }) => `  ${what}: ${flag}`),
  ];
  return `${lines.join('\n')}\n\n`;
}
