/** `deckhand verify`: tests a deployment against the interface. The results are reports and an exit code. */
import type { Command } from 'commander';
import { realPace } from '../proxy/reach/real-pace.js';
import { wireClient } from '../proxy/client.js';
import { routeTo } from '../proxy/reach/route.js';
import {
  accessLines,
  check,
  plan,
  rules,
  topics,
  type Access,
  type ExploreOptions,
  type Plan,
  type ExploreEvent,
} from '../contract/index.js';
import { toHar } from '../journal/har.js';
import { redactNames } from '../journal/redact/names.js';
import { baselineFile } from './baseline-file.js';
import { conclude } from './conclude.js';
import { CheckedCommand } from './flag.js';
import { accessOf, baseAddress, gatewayHeaders, REACH_HELP, tlsOptions } from './reach.js';
import { counted } from '../base/text/counted.js';
import { openReports } from './report-files.js';
import {
  requireFittingOptions,
  requireKnownNames,
  requireUsableKey,
  verifyFlags,
  type VerifyOptions,
} from './verify-options.js';
import { stopSignals } from './stop-signal.js';
import { version } from './version.js';

/** @param paceOf the clock of a run */
export function command(paceOf = realPace): Command {
  return new CheckedCommand('verify')
    .description('Test a deployment of the service against its interface.')
    .argument('<base-url>', 'the base URL of the service, ending in /api/v1')
    .addOptions(...verifyFlags)
    .addNotes(
      `Exit codes:
  0  enough was seen, and every examined promise is kept
  1  at least one documented promise is broken
  2  the deployment could not be tested, or less was seen than the minimum

The minimum: GET /templates, a start, a status and a fetch succeeded, a presentation was renamed, a job was seen completed, and both key headers were seen accepted and refused. With --other-api-key also the isolation of workspaces, with --create-body creating, with --reply-body replying. Run with --read-only, the minimum is smaller.

Topics:
  ${topics.join(', ')}
${REACH_HELP}
Examples:
  DECKHAND_API_KEY=… deckhand verify https://staging.example.com/api/v1
  deckhand verify https://staging.example.com/api/v1 --dry-run
`,
    )
    .action((address: string, options: VerifyOptions) => verify(address, options, paceOf));
}

async function verify(address: string, options: VerifyOptions, paceOf: typeof realPace): Promise<void> {
  const { require = [], allowIncomplete = [] } = options;
  redactNames(options.redact);
  const target = exploreOptions(address, options);
  const route = await routeTo(target.baseUrl, tlsOptions(options));
  const access = accessOf(options, route.proxy);
  requireKnownNames({ require, allowIncomplete }, rules);
  requireFittingOptions(target);
  const planned = plan(target);
  const text = planText(planned, target, access);
  if (!options.dryRun) requireKeys(target);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const reportTargets = options.report ?? ['text'];
  if (options.dryRun) {
    const needed =
      target.apiKey === '' ? 'The run itself needs a key: DECKHAND_API_KEY, or --api-key.\n' : '';
    return void process.stdout.write(text + needed);
  }
  const reports = openReports(reportTargets, options.har, options);

  const client = wireClient(route);
  const { quiet = false } = options;
  const line = new VerifyProgress(process.stderr, planned.requests, quiet ? '' : text);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const signals = stopSignals(process.platform);
  for (const signal of signals) process.once(signal, interrupt);
  try {
    const { report, exchanges } = await check(target, {
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
    if (line.isPastCheck && !quiet)
      process.stderr.write(
        `Sent ${counted(report.requests, 'request')} and started ${counted(report.jobs, 'job')}. The plan was about ${costText(planned)}.\n`,
      );
    reports.write(report, toHar(exchanges, report.tool));
    conclude(report, reports, quiet);
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
  const { dryRun, require, allowIncomplete, har, redact, baseline, verbose, quiet, report, ...others } =
    options;
  const { header, basicAuth, ca, insecure, tlsCert, tlsKey, ...explore } = others;
  const headers = gatewayHeaders(options);
  return {
    apiKey: '',
    ...explore,
    baseUrl: baseAddress(address),
    ...(headers.length > 0 && { headers }),
  };
}

const costText = ({ requests, jobs, hasOtherJob }: Plan): string =>
  `${requests} requests and ${counted(jobs.length + (hasOtherJob ? 1 : 0), 'job')}`;

/** The plan as text: its cost, and the rules that it will not reach. */
function planText(
  planned: Plan,
  { baseUrl, requestsPerMinute = 0 }: ExploreOptions,
  access: Access = {},
): string {
  const { jobs, minutes, phases, unreached } = planned;
  const time = `about ${counted(minutes, 'minute')}${jobs.length === 0 ? '' : ', if jobs take some seconds'}`;
  const rate =
    requestsPerMinute === 0
      ? ` without pacing${jobs.length === 0 ? '' : ', if jobs take a second; longer ones need more polls'}`
      : `\n  at ${requestsPerMinute} requests a minute for each key: ${time}`;
  const width = Math.max(...phases.map(({ title }) => title.length));
  const lines = [
    ...accessLines(access),
    `Plan for ${baseUrl}: about ${costText(planned)}${rate}`,
    ...phases.map(({ title, requests: cost }) => `  ${title.padEnd(width)}  ${String(cost).padStart(3)}`),
    ...(unreached.length === 0 ? [] : ['Not covered by this plan, and the options that add it:']),
    ...unreached.map(({ what, flag }) => `  ${what}: ${flag}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

/*
 * Shows the plan of `verify` once the target has passed the first check, so that a refused target gets one error only. Then shows
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
  isPastCheck = false;
  #phase = '';
  #sent = 0;

  constructor(terminal: Terminal, expected = 0, plan = '') {
    this.#terminal = terminal;
    this.#expected = expected;
    this.#plan = plan;
  }

  show(event: ExploreEvent): void {
    if (event.kind === 'phase' && this.#phase !== '' && !this.isPastCheck) {
      this.isPastCheck = true;
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
