/** `deckhand verify`: tests a deployment against the interface. The results are reports and an exit code. */
import type { Command } from 'commander';
import { realTimers } from '../proxy/connection/real-timers.js';
import { createHttpClient } from '../proxy/http-client.js';
import { resolveRoute } from '../proxy/connection/route.js';
import {
  formatConnection,
  verify,
  planRun,
  serviceRules,
  coverageTopics,
  type TargetConnection,
  type VerifyOptions,
  type RunPlan,
  type RunEvent,
} from '../judge/index.js';
import { toHar } from '../journal/har.js';
import { addSecretNames } from '../journal/redact/secret-names.js';
import { baselineFile } from './baseline-file.js';
import { exitWithVerdict } from './exit-with-verdict.js';
import { CliCommand } from './flag.js';
import {
  describeConnection,
  parseBaseUrl,
  gatewayHeaders,
  CONNECTION_HELP,
  readTlsOptions,
} from './connection-options.js';
import { pluralize } from '../base/text/pluralize.js';
import { openReports } from './report-files.js';
import {
  assertCompatibleOptions,
  assertKnownCoverage,
  assertApiKey,
  verifyFlags,
  type VerifyFlags,
} from './verify-options.js';
import { stopSignals } from './stop-signals.js';
import { version } from './version.js';

/** @param paceOf the clock of a run */
export function command(paceOf = realTimers): Command {
  return new CliCommand('verify')
    .description('Test a deployment of the service against its interface.')
    .argument('<base-url>', 'the base URL of the service, ending in /api/v1')
    .addOptions(...verifyFlags)
    .addNotes(
      `Exit codes:
  0  passed: required coverage reached, no rule violated
  1  at least one rule is violated
  2  inconclusive: not testable, or required coverage not reached

The minimum: GET /templates, a start, a status and a fetch succeeded, a presentation was renamed, a job was seen completed, and both key headers were seen accepted and refused. With --other-api-key also the isolation of workspaces, with --create-body creating, with --reply-body replying. Run with --read-only, the minimum is smaller.

Topics:
  ${coverageTopics.join(', ')}
${CONNECTION_HELP}
Examples:
  DECKHAND_API_KEY=… deckhand verify https://staging.example.com/api/v1
  deckhand verify https://staging.example.com/api/v1 --dry-run
`,
    )
    .action((address: string, options: VerifyFlags) => runVerify(address, options, paceOf));
}

async function runVerify(address: string, options: VerifyFlags, paceOf: typeof realTimers): Promise<void> {
  const { require = [], allowIncomplete = [] } = options;
  addSecretNames(options.redact);
  const target = exploreOptions(address, options);
  const route = await resolveRoute(target.baseUrl, readTlsOptions(options));
  const access = describeConnection(options, route.proxy);
  assertKnownCoverage({ require, allowIncomplete }, serviceRules);
  assertCompatibleOptions(target);
  const planned = planRun(target);
  const text = formatPlan(planned, target, access);
  if (!options.dryRun) assertApiKeys(target);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const reportTargets = options.report ?? ['text'];
  if (options.dryRun) {
    const needed =
      target.apiKey === '' ? 'The run itself needs a key: DECKHAND_API_KEY, or --api-key.\n' : '';
    return void process.stdout.write(text + needed);
  }
  const reports = openReports(reportTargets, options.har, options);

  const client = createHttpClient(route);
  const { quiet = false } = options;
  const line = new VerifyProgress(process.stderr, planned.requests, quiet ? '' : text);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const signals = stopSignals(process.platform);
  for (const signal of signals) process.once(signal, interrupt);
  try {
    const { report, exchanges } = await verify(target, {
      plan: planned,
      tool: { name: 'deckhand', version: version() },
      transport: client.transport,
      pace: paceOf(interruption.signal),
      signal: interruption.signal,
      require,
      allowIncomplete,
      access,
      onEvent: (event) => line.show(event),
      ...(entries && { baseline: { entries, now: Date.now() } }),
    });
    line.clear();
    if (line.hasShownPlan && !quiet)
      process.stderr.write(
        `Sent ${pluralize(report.requests, 'request')} and started ${pluralize(report.jobs, 'job')}. The plan was about ${formatCost(planned)}.\n`,
      );
    reports.write(report, toHar(exchanges, report.tool));
    exitWithVerdict(report, reports, quiet);
  } finally {
    line.clear();
    client.close();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

function assertApiKeys({ apiKey, otherApiKey, disabledApiKey }: VerifyOptions): void {
  assertApiKey(apiKey, '--api-key');
  if (otherApiKey !== undefined) assertApiKey(otherApiKey, '--other-api-key');
  if (disabledApiKey !== undefined) assertApiKey(disabledApiKey, '--disabled-api-key');
}

function exploreOptions(address: string, options: VerifyFlags): VerifyOptions {
  const { dryRun, require, allowIncomplete, har, redact, baseline, verbose, quiet, report, ...others } =
    options;
  const { header, basicAuth, ca, insecure, tlsCert, tlsKey, ...explore } = others;
  const headers = gatewayHeaders(options);
  return {
    apiKey: '',
    ...explore,
    baseUrl: parseBaseUrl(address),
    ...(headers.length > 0 && { headers }),
  };
}

const formatCost = ({ requests, jobs, hasOtherJob }: RunPlan): string =>
  `${requests} requests and ${pluralize(jobs.length + (hasOtherJob ? 1 : 0), 'job')}`;

/** The plan as text: its cost, and the rules that it will not reach. */
function formatPlan(
  planned: RunPlan,
  { baseUrl, requestsPerMinute = 0 }: VerifyOptions,
  access: TargetConnection = {},
): string {
  const { jobs, minutes, phases, notCovered } = planned;
  const time = `about ${pluralize(minutes, 'minute')}${jobs.length === 0 ? '' : ', if jobs take some seconds'}`;
  const rate =
    requestsPerMinute === 0
      ? ` without pacing${jobs.length === 0 ? '' : ', if jobs take a second; longer ones need more polls'}`
      : `\n  at ${requestsPerMinute} requests a minute for each key: ${time}`;
  const width = Math.max(...phases.map(({ title }) => title.length));
  const lines = [
    ...formatConnection(access),
    `Plan for ${baseUrl}: about ${formatCost(planned)}${rate}`,
    ...phases.map(({ title, requests: cost }) => `  ${title.padEnd(width)}  ${String(cost).padStart(3)}`),
    ...(notCovered.length === 0 ? [] : ['Not covered (option that adds it):']),
    ...notCovered.map(({ what, flag }) => `  ${what}: ${flag}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

/*
 * Shows the plan of `runVerify` once the target has passed the first check, so that a refused target gets one error only. Then shows
 * the progress in one line at the bottom of a terminal.
 */

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class VerifyProgress {
  readonly #terminal: Terminal;
  readonly #plan: string;
  /** The requests that the plan expects. */
  readonly #expected: number;
  /** Whether the plan was shown. */
  hasShownPlan = false;
  #phase = '';
  #sent = 0;

  constructor(terminal: Terminal, expected = 0, plan = '') {
    this.#terminal = terminal;
    this.#expected = expected;
    this.#plan = plan;
  }

  show(event: RunEvent): void {
    if (event.kind === 'phase' && this.#phase !== '' && !this.hasShownPlan) {
      this.hasShownPlan = true;
      this.clear();
      this.#terminal.write(this.#plan);
    }
    if (event.kind === 'phase') this.#phase = event.title;
    else if (event.kind === 'request') this.#sent = event.sent;
    if (!this.#terminal.isTTY) return;
    // The plan is an estimate, so a run can take more requests.
    const expected = this.#expected > this.#sent ? ` of about ${this.#expected}` : '';
    const text = `${this.#phase} · ${this.#sent}${expected} requests`;
    this.#terminal.write(`\r\u001b[K${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001b[K');
  }
}
