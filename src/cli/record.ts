/** `deckhand record`: a proxy in front of a deployment that records the traffic and judges it. */
import { Command, Option } from 'commander';
import { HarStream } from '../recording/har-stream.js';
import { RotatingHar } from '../recording/rotating-har.js';
import { DEFAULT_SEGMENT } from '../journal/segments.js';
import { LiveJudge } from '../recording/live-judge.js';
import { isLocalAddress } from '../transports/local-address.js';
import { printableLine } from '../base/printable.js';
import { startRecordingProxy } from '../recording/recording-proxy.js';
import { formatDuration } from '../scenario/duration.js';
import { requireNew } from '../files/new-file.js';
import { routeTo } from '../reach/route.js';
import { UserError } from '../base/user-error.js';
import { baselineFile } from './baseline-file.js';
import { bugText } from '../terminal/bug-text.js';
import { conclude } from './conclude.js';
import { collect, duration, host, hostName, wholeNumber, withRedact } from './option-values.js';
import {
  accessOf,
  addReachOptions,
  gatewayHeaders,
  REACH_HELP,
  tlsOptions,
  type ReachFlags,
} from './reach-options.js';
import { recordBanner } from './record-banner.js';
import { RecordLog } from './record-log.js';
import { openReports, type ReportFiles } from './report-files.js';
import { stopSignal } from './stop-signal.js';
import { baseAddress } from './verify-values.js';
import { version } from './version.js';

interface RecordOptions extends ReachFlags {
  readonly port: number;
  readonly host: string;
  readonly har?: string;
  readonly force?: boolean;
  readonly readOnly?: boolean;
  readonly report?: readonly string[];
  readonly baseline?: string;
  readonly timeout: number;
  readonly allowHost?: readonly string[];
  readonly tightLoop?: number;
  readonly segment: number;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

const STDOUT = 1;

/** Milliseconds that an upstream can be silent. */
const IDLE_TIMEOUT = 300_000;

export function command(): Command {
  return withRedact(addReachOptions(recordCommand()));
}

function recordCommand(): Command {
  return new Command('record')
    .description(
      'Run a proxy in front of a deployment: forward its traffic unchanged, judge it live, and record it.',
    )
    .argument('<upstream>', 'the base URL of the service, ending in /api/v1')
    .option('--port <number>', 'the port; 0 selects a free one', wholeNumber(0, 65_535), 4020)
    .option('--host <address>', 'the address to listen on', host, '127.0.0.1')
    .option(
      '--har <file>',
      'write all traffic to a HAR file while it passes, without keys; - is standard output',
    )
    .option('--force', 'overwrite an existing HAR file')
    .option('--read-only', 'refuse requests that start a job or change something')
    .option('--baseline <file>', 'known violations that do not fail the run, as YAML or JSON')
    .option('--verbose', 'list every rule that was not reached')
    .option('-q, --quiet', 'print violations and the verdict only')
    .option(
      '--report <format[=file]>',
      'text, json, junit, html or github, to a file or to standard output, at the end (repeatable; default: text)',
      collect,
    )
    .addOption(
      new Option('--timeout <duration>', 'how long the upstream can be silent')
        .default(IDLE_TIMEOUT, formatDuration(IDLE_TIMEOUT))
        .argParser(duration),
    )
    .option(
      '--allow-host <name>',
      'another host name that clients can use for the proxy (repeatable)',
      hostName,
    )
    .option(
      '--tight-loop <time>',
      'polls of one job faster than this are a tight loop (default: 1s)',
      duration,
    )
    .option(
      '--segment <exchanges>',
      'judge the traffic in segments of this size, and start a new HAR file with each',
      wholeNumber(100, 10_000_000),
      DEFAULT_SEGMENT.exchanges,
    )
    .addHelpText(
      'after',
      `
Rules whose id starts with client/ are about clients. All others are about the service.

${REACH_HELP}
Exit codes:
  0  every promise that the traffic shows is kept
  1  at least one documented promise is broken
  2  the traffic was not enough to judge, or the HAR file is incomplete

Example:
  deckhand record https://staging.example.com/api/v1 --har staging.har
  Then use http://127.0.0.1:4020/api/v1 as the base URL of your app. Ctrl-C stops the proxy.
`,
    )
    .action(record);
}

async function record(address: string, options: RecordOptions): Promise<void> {
  const baseUrl = baseAddress(address);
  requireOtherAddress(baseUrl, options);
  const headers = gatewayHeaders(options);
  const route = await routeTo(baseUrl, tlsOptions(options));
  const access = accessOf(options, route.proxy);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const { tightLoop, segment } = options;
  const judgeOptions = {
    baseUrl,
    segment: { exchanges: segment },
    ...(tightLoop !== undefined && { tightLoop }),
  };
  const log = new RecordLog(warn);
  const judge = new LiveJudge(judgeOptions, (finding) => log.finding(finding));
  const stop = stopSignal();
  let files: Files | undefined;
  const proxy = await startRecordingProxy({
    url: baseUrl,
    route,
    headers,
    host: options.host,
    port: options.port,
    idleTimeout: options.timeout,
    readOnly: options.readOnly ?? false,
    allowHosts: options.allowHost ?? [],
    onExchange(exchange) {
      log.exchange(exchange);
      files?.har?.add(exchange);
      judge.add(exchange);
    },
    onBatch: () => files?.har?.flush(),
    onProxyResponse: (reason, detail) => log.proxyResponse(reason, detail),
    onBug: (error) => warn(`deckhand: ${bugText(error)}`),
  });
  try {
    // After the proxy has started: if its port is in use, the files of the last run stay.
    files = openFiles(options);
    warn(recordBanner(proxy.url, baseUrl, { ...options, access }));
    await stop;
  } finally {
    await proxy.close();
    files?.har?.close();
  }
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
  readonly har?: RotatingHar | HarStream;
  /** Why the HAR file is incomplete. */
  harError?: string;
}

/** @throws UserError if a file cannot be written */
function openFiles({
  report = ['text'],
  har,
  force = false,
  segment,
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
    warn(`deckhand: ${message}`);
  };
  if (isStdoutTaken) return Object.assign(files, { har: new HarStream(STDOUT, creator, onError) });
  return Object.assign(files, {
    har: new RotatingHar(har, {
      creator,
      segment: { ...DEFAULT_SEGMENT, exchanges: segment },
      force,
      onError,
      onRotate: (message) => warn(`deckhand: ${printableLine(message)}`),
    }),
  });
}

/** @throws UserError if the upstream is the proxy itself, which would cause an endless loop */
function requireOtherAddress(baseUrl: string, { host: listening, port }: RecordOptions): void {
  const upstream = new URL(baseUrl);
  const isHere = isLocalAddress(upstream.hostname.replace(/^\[|\]$/g, '')) || upstream.hostname === listening;
  if (!isHere || port === 0 || Number(upstream.port) !== port) return;
  throw new UserError('bad-option', `The upstream ${upstream.origin} is the address of this proxy.`, {
    hint: 'Choose another port for the proxy with --port.',
  });
}

function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}
