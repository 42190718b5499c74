/** `deckhand record`: a proxy in front of a deployment that records the traffic and judges it. */
import { styleText } from 'node:util';
import { Option, type Command } from 'commander';
import { parseDurationOption, parsePath, parseByteSize } from '../app/options/option-parsers.js';
import { addSecretNames } from '../journal/redact/secret-names.js';
import { HarWriter } from '../proxy/recording/har-writer.js';
import { IdleScheduler } from '../base/idle-scheduler.js';
import {
  formatConnection,
  clientRules,
  Judge,
  LiveJudge,
  serviceRules,
  formatFinding,
  sanitizeText,
  type TargetConnection,
  type LiveFinding,
} from '../judge/index.js';
import { isLoopback } from '../base/loopback.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { startRecordingProxy } from '../proxy/recording/recording-proxy.js';
import { assertNewFiles } from '../files/write-new-file.js';
import { resolveRoute } from '../proxy/connection/route.js';
import { UserError } from '../base/user-error.js';
import { baselineFile } from './baseline-file.js';
import { formatBug } from '../server/log/format-bug.js';
import { exitWithVerdict } from './exit-with-verdict.js';
import { CliCommand, Flag } from './flag.js';
import {
  describeConnection,
  parseBaseUrl,
  gatewayHeaders,
  CONNECTION_HELP,
  readTlsOptions,
} from './connection-options.js';
import { openReports, type ReportFiles } from './report-files.js';
import { waitForStopSignal } from './stop-signals.js';
import {
  hostFlag,
  hostNamesFlag,
  portFlag,
  connectionFlags,
  redactFlag,
  reportFlags,
  type ConnectionFlags,
  type ReportFlags,
} from './shared-options.js';
import { version } from './version.js';
import { pluralize } from '../base/text/pluralize.js';
import { originLength } from '../base/url-path.js';
import type { Exchange } from '../journal/exchange.js';
import { countRedactedValues } from '../journal/redact/redaction-mark.js';

interface RecordOptions extends ConnectionFlags, ReportFlags {
  readonly port: number;
  readonly host: string;
  readonly har?: string;
  readonly maxBody: number;
  readonly force?: boolean;
  readonly readOnly?: boolean;
  readonly timeout: number;
  readonly allowHost?: readonly string[];
  readonly redact?: readonly string[];
}

const flags = [
  portFlag(4020),
  hostFlag().default('127.0.0.1'),
  new Flag(
    '--har <file>',
    'write all traffic to a HAR file while it passes, without keys; - is standard output',
    parsePath,
  ),
  new Flag(
    '--max-body <size>',
    'how much of each body is kept; the rest is forwarded only',
    parseByteSize,
  ).default(1024 ** 2, '1MB'),
  new Option('--force', 'overwrite an existing HAR file'),
  new Option('--read-only', 'refuse requests that start a job or change something'),
  ...reportFlags(', at the end'),
  new Flag('--timeout <duration>', 'how long the upstream can be silent', parseDurationOption).default(
    300_000,
    '5m',
  ),
  hostNamesFlag('--allow-host <name>', 'another host name that clients can use for the proxy (repeatable)'),
  ...connectionFlags,
  redactFlag,
];

export function command(): Command {
  return new CliCommand('record')
    .description(
      'Run a proxy in front of a deployment: forward traffic unchanged, check it live, and write it as HAR.',
    )
    .argument('<upstream>', 'the base URL of the service, ending in /api/v1')
    .addOptions(...flags)
    .addNotes(
      `Rules whose id starts with client/ are about clients. All others are about the service.
${CONNECTION_HELP}
Exit codes:
  0  every promise that the traffic shows is kept
  1  at least one rule is violated
  2  the traffic was not enough to judge, or the HAR file is incomplete

Example:
  deckhand record https://staging.example.com/api/v1 --har staging.har
  Then use http://127.0.0.1:4020/api/v1 as the base URL of your app. Ctrl-C
  stops the proxy.
`,
    )
    .action(record);
}

async function record(address: string, options: RecordOptions): Promise<void> {
  addSecretNames(options.redact);
  const baseUrl = parseBaseUrl(address);
  assertNotOwnAddress(baseUrl, options);
  const headers = gatewayHeaders(options);
  const route = await resolveRoute(baseUrl, readTlsOptions(options));
  const access = describeConnection(options, route.proxy);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const log = new RecordLog((line) => console.error(line));
  const judge = new Judge({ baseUrl });
  const live = new LiveJudge([...serviceRules, ...clientRules], { baseUrl }, (found) => log.finding(found));
  const judging = new IdleScheduler(live);
  const stop = waitForStopSignal();
  let files: RecordOutputs | undefined;
  const proxy = await startRecordingProxy({
    url: baseUrl,
    route,
    headers,
    host: options.host,
    port: options.port,
    idleTimeout: options.timeout,
    maxBodyBytes: options.maxBody,
    readOnly: options.readOnly ?? false,
    allowHosts: options.allowHost ?? [],
    onExchange(exchange) {
      log.exchange(exchange);
      files?.har?.add(exchange);
      judge.add(exchange);
      live.add(exchange);
      judging.schedule();
    },
    onProxyResponse: (reason, detail) => log.proxyResponse(reason, detail),
    onBug: (error) => console.error(`deckhand: ${formatBug(error)}`),
  });
  try {
    // After the proxy has started: if its port is in use, the files of the last run stay.
    files = openFiles(options);
    console.error(banner(proxy.url, baseUrl, access, options));
    await stop;
  } finally {
    await proxy.close();
    files?.har?.close();
  }
  judging.stop();
  live.judgeAll();
  const report = judge.report({
    tool: { name: 'deckhand', version: version() },
    target: baseUrl,
    access,
    notes: log.notes(),
    ...(files.harError !== undefined && { gaps: [{ topic: 'recording', reason: files.harError }] }),
    ...(entries && { baseline: { entries, now: Date.now() } }),
  });
  files.reports.write(report);
  exitWithVerdict(report, files.reports, options.quiet);
}

interface RecordOutputs {
  readonly reports: ReportFiles;
  readonly har?: HarWriter;
  /** Why the HAR file is incomplete. */
  harError?: string;
}

/** @throws UserError if a file cannot be written */
function openFiles({
  report = ['text'],
  har,
  force = false,
  verbose = false,
  quiet = false,
}: RecordOptions): RecordOutputs {
  const isStdoutTaken = har === '-';
  if (har !== undefined && !isStdoutTaken) assertNewFiles([har], { force });
  const files: RecordOutputs = {
    reports: openReports(report, undefined, { verbose, quiet, isStdoutInUse: isStdoutTaken }),
  };
  if (har === undefined) return files;
  const creator = { name: 'deckhand', version: version() };
  const onError = (message: string): void => {
    files.harError = message;
    console.error(`deckhand: ${message}`);
  };
  return Object.assign(files, { har: new HarWriter(har, { creator, onError }) });
}

/** @throws UserError if the upstream is the proxy itself, which would cause an endless loop */
function assertNotOwnAddress(baseUrl: string, { host: listening, port }: RecordOptions): void {
  const upstream = new URL(baseUrl);
  const isHere = isLoopback(upstream.hostname) || upstream.hostname === listening;
  if (!isHere || port === 0 || Number(upstream.port) !== port) return;
  throw new UserError('invalid-option', `The upstream ${upstream.origin} is the address of this proxy.`, {
    hint: 'Choose another port for the proxy with --port.',
  });
}

/** What the terminal shows when the proxy is ready. */
function banner(url: string, baseUrl: string, access: TargetConnection, options: RecordOptions): string {
  const { origin, pathname } = new URL(baseUrl);
  const line = (name: string, text: string) => `  ${name.padEnd(12)}${text}`;
  const warning = (text: string) => styleText('yellow', `  ${text}`);
  return [
    '',
    `${styleText('bold', 'Deckhand')} records the traffic between clients and ${sanitizeLine(origin)}`,
    '',
    line('Use', styleText('cyan', url + pathname)),
    line('instead of', sanitizeLine(baseUrl)),
    ...(options.har === undefined
      ? []
      : [line('HAR', options.har === '-' ? 'standard output' : sanitizeLine(options.har))]),
    ...(options.readOnly
      ? [line('Read-only', 'requests that start a job or change something are refused')]
      : []),
    ...formatConnection(access).map((text) => warning(sanitizeLine(text))),
    ...(isLoopback(options.host)
      ? []
      : [warning(`Listening on ${options.host}: other machines can use this proxy.`)]),
    '',
    '  Violations are shown at once. Ctrl-C stops the proxy and prints the report.',
    '',
  ].join('\n');
}

/*
 * The log of the recording proxy: one line for each violation, for each broken exchange, and for each reason why it sent its own
 * responses.
 */

const PROXY_RESPONSE_REASONS: Readonly<Record<string, string>> = {
  unreachable: 'the upstream could not be reached',
  timeout: 'the upstream did not respond in time',
  'not-http': 'the upstream sent a response that is not HTTP',
  'read-only': 'refused because of --read-only',
  upgrade: 'refused because the client asked for another protocol',
  'other-host': 'refused because the client named another host',
  'bad-request': 'it could not be forwarded',
};

/** The number of broken exchanges with a line of their own. The report counts all. */
const MAX_LOGGED_FAILURES = 50;

class RecordLog {
  #broken = 0;
  #secrets = 0;
  readonly #write: (line: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  finding({ rule, finding, exchange }: LiveFinding): void {
    const word = finding.severity === 'fail' ? styleText('red', 'FAIL') : styleText('yellow', 'warn');
    const what = sanitizeText(`${rule.id} (${rule.sections.join(', ')}): ${formatFinding(finding)}`);
    this.#line(`${word} ${what} ${styleText('dim', formatRequest(exchange))}`);
  }

  /** Counts the secrets of an exchange. Logs it if it broke. */
  exchange(exchange: Exchange): void {
    const { failure, metadata } = exchange;
    this.#secrets += countRedactedValues(exchange);
    if (!failure) return;
    this.#broken += 1;
    if (this.#broken > MAX_LOGGED_FAILURES) return;
    const what = sanitizeText(metadata?.failure ?? 'no complete response');
    this.#line(`${styleText('magenta', failure)} ${what} ${styleText('dim', formatRequest(exchange))}`);
    if (this.#broken === MAX_LOGGED_FAILURES) this.#line('Further broken requests are in the report only.');
  }

  /** Logs each reason once. The report has the counts. */
  proxyResponse(reason: string, detail: string): void {
    const times = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, times);
    if (times === 1)
      this.#line(`${styleText('magenta', 'proxy response')} ${reason}: ${sanitizeText(detail)}`);
  }

  #line(text: string): void {
    this.#write(`${styleText('dim', formatTime())} ${text}`);
  }

  /** The notes for the report. */
  notes(): readonly string[] {
    const fromProxy = [...this.#counts].map(
      ([reason, times]) =>
        `${pluralize(times, 'response')} came from the proxy, not from the service: ${PROXY_RESPONSE_REASONS[reason] ?? reason}`,
    );
    if (this.#secrets === 0) return fromProxy;
    return [
      ...fromProxy,
      `${pluralize(this.#secrets, 'value')} beside the API keys ${this.#secrets === 1 ? 'reads' : 'read'} [redacted] in the recording`,
    ];
  }
}

function formatRequest({ sequence, request }: Exchange): string {
  const path = request.url.slice(originLength(request.url));
  return sanitizeLine(`#${sequence} ${request.method} ${path}`).slice(0, 160);
}

function formatTime(): string {
  return new Date().toTimeString().slice(0, 8);
}
