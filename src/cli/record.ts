/** `deckhand record`: a proxy in front of a deployment that records the traffic and judges it. */
import { styleText } from 'node:util';
import { Option, type Command } from 'commander';
import { needDuration, needPath, needSize } from '../app/options/parsers.js';
import { redactNames } from '../journal/redact/names.js';
import { HarWriter } from '../proxy/recording/har-writer.js';
import { IdleWork } from '../base/idle-work.js';
import {
  accessLines,
  clientRules,
  Judge,
  LiveJudge,
  rules,
  findingWords,
  neutral,
  type Access,
  type LiveFinding,
} from '../contract/index.js';
import { isLoopback } from '../base/loopback.js';
import { onOneLine } from '../base/text/neutral.js';
import { startRecordingProxy } from '../proxy/recording-proxy.js';
import { requireNew } from '../files/new-file.js';
import { routeTo } from '../proxy/reach/route.js';
import { UserError } from '../base/user-error.js';
import { baselineFile } from './baseline-file.js';
import { bugText } from '../server/log/bug-text.js';
import { conclude } from './conclude.js';
import { CheckedCommand, Flag } from './flag.js';
import { accessOf, baseAddress, gatewayHeaders, REACH_HELP, tlsOptions } from './reach.js';
import { openReports, type ReportFiles } from './report-files.js';
import { stopSignal } from './stop-signal.js';
import {
  hostFlag,
  hostNamesFlag,
  portFlag,
  reachFlags,
  redactFlag,
  reportFlags,
  type ReachFlags,
  type ReportFlags,
} from './shared-options.js';
import { version } from './version.js';
import { counted } from '../base/text/counted.js';
import { endOfOrigin } from '../base/url-path.js';
import type { Exchange } from '../journal/exchange.js';
import { countSecrets } from '../journal/redact/mark.js';

interface RecordOptions extends ReachFlags, ReportFlags {
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
    needPath,
  ),
  new Flag(
    '--max-body <size>',
    'how much of each body is kept; the rest is forwarded only',
    needSize,
  ).default(1024 ** 2, '1MB'),
  new Option('--force', 'overwrite an existing HAR file'),
  new Option('--read-only', 'refuse requests that start a job or change something'),
  ...reportFlags(', at the end'),
  new Flag('--timeout <duration>', 'how long the upstream can be silent', needDuration).default(
    300_000,
    '5m',
  ),
  hostNamesFlag('--allow-host <name>', 'another host name that clients can use for the proxy (repeatable)'),
  ...reachFlags,
  redactFlag,
];

export function command(): Command {
  return new CheckedCommand('record')
    .description(
      'Run a proxy in front of a deployment: forward its traffic unchanged, judge it live, and record it.',
    )
    .argument('<upstream>', 'the base URL of the service, ending in /api/v1')
    .addOptions(...flags)
    .addNotes(
      `Rules whose id starts with client/ are about clients. All others are about the service.
${REACH_HELP}
Exit codes:
  0  every promise that the traffic shows is kept
  1  at least one documented promise is broken
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
  redactNames(options.redact);
  const baseUrl = baseAddress(address);
  requireOtherAddress(baseUrl, options);
  const headers = gatewayHeaders(options);
  const route = await routeTo(baseUrl, tlsOptions(options));
  const access = accessOf(options, route.proxy);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const log = new RecordLog((line) => console.error(line));
  const judge = new Judge({ baseUrl });
  const live = new LiveJudge([...rules, ...clientRules], { baseUrl }, (found) => log.finding(found));
  const judging = new IdleWork(live);
  const stop = stopSignal();
  let files: Files | undefined;
  const proxy = await startRecordingProxy({
    url: baseUrl,
    route,
    headers,
    host: options.host,
    port: options.port,
    idleTimeout: options.timeout,
    maxBody: options.maxBody,
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
    onBug: (error) => console.error(`deckhand: ${bugText(error)}`),
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
  live.flush();
  const report = judge.report({
    tool: { name: 'deckhand', version: version() },
    target: baseUrl,
    access,
    notes: log.notes(),
    ...(files.harError !== undefined && { gaps: [{ topic: 'recording', why: files.harError }] }),
    ...(entries && { baseline: { entries, now: Date.now() } }),
  });
  files.reports.write(report);
  conclude(report, files.reports, options.quiet);
}

interface Files {
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
}: RecordOptions): Files {
  const isStdoutTaken = har === '-';
  if (har !== undefined && !isStdoutTaken) requireNew([har], { force });
  const files: Files = { reports: openReports(report, undefined, { verbose, quiet, isStdoutTaken }) };
  if (har === undefined) return files;
  const creator = { name: 'deckhand', version: version() };
  const onError = (message: string): void => {
    files.harError = message;
    console.error(`deckhand: ${message}`);
  };
  return Object.assign(files, { har: new HarWriter(har, { creator, onError }) });
}

/** @throws UserError if the upstream is the proxy itself, which would cause an endless loop */
function requireOtherAddress(baseUrl: string, { host: listening, port }: RecordOptions): void {
  const upstream = new URL(baseUrl);
  const isHere = isLoopback(upstream.hostname) || upstream.hostname === listening;
  if (!isHere || port === 0 || Number(upstream.port) !== port) return;
  throw new UserError('bad-option', `The upstream ${upstream.origin} is the address of this proxy.`, {
    hint: 'Choose another port for the proxy with --port.',
  });
}

/** What the terminal shows when the proxy is ready. */
function banner(url: string, baseUrl: string, access: Access, options: RecordOptions): string {
  const { origin, pathname } = new URL(baseUrl);
  const line = (name: string, text: string) => `  ${name.padEnd(12)}${text}`;
  const warning = (text: string) => styleText('yellow', `  ${text}`);
  return [
    '',
    `${styleText('bold', 'Deckhand')} records the traffic between clients and ${onOneLine(origin)}`,
    '',
    line('Use', styleText('cyan', url + pathname)),
    line('instead of', onOneLine(baseUrl)),
    ...(options.har === undefined
      ? []
      : [line('HAR', options.har === '-' ? 'standard output' : onOneLine(options.har))]),
    ...(options.readOnly
      ? [line('Read-only', 'requests that start a job or change something are refused')]
      : []),
    ...accessLines(access).map((text) => warning(onOneLine(text))),
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

const PROXY_RESPONSES: Readonly<Record<string, string>> = {
  unreachable: 'the upstream could not be reached',
  timeout: 'the upstream did not respond in time',
  'not-http': 'the upstream sent a response that is not HTTP',
  'read-only': 'refused because of --read-only',
  upgrade: 'refused because the client asked for another protocol',
  'other-host': 'refused because the client named another host',
  'bad-request': 'it could not be forwarded',
};

/** The number of broken exchanges with a line of their own. The report counts all. */
const MAX_BROKEN = 50;

class RecordLog {
  #broken = 0;
  #secrets = 0;
  readonly #write: (line: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  finding({ rule, finding, exchange }: LiveFinding): void {
    const word = finding.kind === 'fail' ? styleText('red', 'FAIL') : styleText('yellow', 'warn');
    const what = neutral(`${rule.id} (${rule.sections.join(', ')}): ${findingWords(finding)}`);
    this.#line(`${word} ${what} ${styleText('dim', whereOf(exchange))}`);
  }

  /** Counts the secrets of an exchange. Logs it if it broke. */
  exchange(exchange: Exchange): void {
    const { failure, notes } = exchange;
    this.#secrets += countSecrets(exchange);
    if (!failure) return;
    this.#broken += 1;
    if (this.#broken > MAX_BROKEN) return;
    const what = neutral(notes?.failure ?? 'no complete response');
    this.#line(`${styleText('magenta', failure)} ${what} ${styleText('dim', whereOf(exchange))}`);
    if (this.#broken === MAX_BROKEN) this.#line('Further broken requests are in the report only.');
  }

  /** Logs each reason once. The report has the counts. */
  proxyResponse(reason: string, detail: string): void {
    const times = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, times);
    if (times === 1) this.#line(`${styleText('magenta', 'proxy response')} ${reason}: ${neutral(detail)}`);
  }

  #line(text: string): void {
    this.#write(`${styleText('dim', clockText())} ${text}`);
  }

  /** The notes for the report. */
  notes(): readonly string[] {
    const fromProxy = [...this.#counts].map(
      ([reason, times]) =>
        `${counted(times, 'response')} came from the proxy, not from the service: ${PROXY_RESPONSES[reason] ?? reason}`,
    );
    if (this.#secrets === 0) return fromProxy;
    return [
      ...fromProxy,
      `${counted(this.#secrets, 'value')} beside the API keys ${this.#secrets === 1 ? 'reads' : 'read'} [redacted] in the recording`,
    ];
  }
}

function whereOf({ sequence, request }: Exchange): string {
  const path = request.url.slice(endOfOrigin(request.url));
  return onOneLine(`#${sequence} ${request.method} ${path}`).slice(0, 160);
}

function clockText(): string {
  return new Date().toTimeString().slice(0, 8);
}
