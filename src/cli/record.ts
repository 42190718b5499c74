/** `deckhand record`: a proxy in front of a deployment that records the traffic and judges it. */
import { styleText } from 'node:util';
import { Option, type Command } from 'commander';
import { parseDurationOption, parsePath, parseByteSize } from '../app/options/option-parsers.js';
import { parseBaseUrl } from '../app/options/base-url.js';
import { addSecretNames } from '../journal/redact/secret-names.js';
import { HarWriter } from '../proxy/recording/har-writer.js';
import { IdleScheduler } from '../base/idle-scheduler.js';
import {
  formatConnection,
  clientRules,
  Judge,
  LiveJudge,
  serviceRules,
  type TargetConnection,
} from '../judge/index.js';
import { isLoopback } from '../base/loopback.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { startRecordingProxy } from '../proxy/recording/recording-proxy.js';
import { assertNewFiles } from '../files/write-new-file.js';
import { resolveRoute } from '../proxy/connection/route.js';
import { UserError } from '../base/user-error.js';
import { readBaselineFile } from './baseline-file.js';
import { formatBug } from '../server/log/format-bug.js';
import { exitWithVerdict } from './exit-with-verdict.js';
import { CliCommand } from './command.js';
import { Flag } from './flag.js';
import { describeConnection, gatewayHeaders, CONNECTION_HELP, readTlsOptions } from './connection-options.js';
import { RecordLog } from './record-log.js';
import { openReports, type ReportFiles } from './report-files.js';
import { waitForStopSignal } from './stop-signals.js';
import {
  hostFlag,
  hostNamesFlag,
  originsFlag,
  portFlag,
  connectionFlags,
  redactFlag,
  reportFlags,
  type ConnectionFlags,
  type ReportFlags,
} from './shared-options.js';
import { readPackageVersion } from '../files/package-files.js';

interface RecordOptions extends ConnectionFlags, ReportFlags {
  readonly port: number;
  readonly host: string;
  readonly har?: string;
  readonly maxBodySize: number;
  readonly force?: boolean;
  readonly readOnly?: boolean;
  readonly idleTimeout: number;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly redact?: readonly string[];
}

const flags = [
  portFlag(4020),
  hostFlag().default('127.0.0.1'),
  new Flag(
    '--har <file>',
    'write all traffic to a HAR file as it is forwarded, without keys; - is standard output',
    parsePath,
  ),
  new Flag(
    '--max-body-size <size>',
    'the maximum size of each recorded body; larger ones are truncated in the recording',
    parseByteSize,
  ).default(1024 ** 2, '1MB'),
  new Option('--force', 'overwrite an existing HAR file'),
  new Option('--read-only', 'reject requests that start a job or change something'),
  ...reportFlags(', at the end'),
  new Flag(
    '--idle-timeout <duration>',
    'the maximum time without data from the upstream',
    parseDurationOption,
  ).default(300_000, '5m'),
  hostNamesFlag('--allow-host <name>', 'another host name that requests may have (repeatable)'),
  originsFlag('an origin whose pages may use the proxy, in addition to those of this machine (repeatable)'),
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
  0  no rule is violated
  1  at least one rule is violated
  2  the traffic covers no rule, or the HAR file is incomplete

Example:
  deckhand record https://staging.example.com/api/v1 --har staging.har
  Then use http://127.0.0.1:4020/api/v1 as the base URL of your app. Ctrl-C
  stops the proxy.
`,
    )
    .action(record);
}

async function record(upstream: string, options: RecordOptions): Promise<void> {
  addSecretNames(options.redact);
  const baseUrl = parseBaseUrl(upstream);
  assertNotOwnAddress(baseUrl, options);
  const headers = gatewayHeaders(options);
  const route = await resolveRoute(baseUrl, readTlsOptions(options));
  const connection = describeConnection(options, route.proxy);
  const entries = options.baseline === undefined ? undefined : readBaselineFile(options.baseline);
  const log = new RecordLog((line) => console.error(line));
  const judge = new Judge({ baseUrl });
  const live = new LiveJudge([...serviceRules, ...clientRules], { baseUrl }, (finding) =>
    log.finding(finding),
  );
  const judging = new IdleScheduler(live);
  const stop = waitForStopSignal();
  let files: RecordOutputs | undefined;
  const proxy = await startRecordingProxy({
    url: baseUrl,
    route,
    headers,
    host: options.host,
    port: options.port,
    idleTimeout: options.idleTimeout,
    maxBodyBytes: options.maxBodySize,
    readOnly: options.readOnly ?? false,
    allowHosts: options.allowHost ?? [],
    allowOrigins: options.allowOrigin ?? [],
    onExchange(exchange) {
      log.exchange(exchange);
      files?.har?.add(exchange);
      judge.add(exchange);
      live.add(exchange);
      judging.schedule();
    },
    onProxyResponse: (reason, detail) => log.proxyResponse(reason, detail),
    onWrongScheme: (message) => console.error(`deckhand: ${message}`),
    onBug: (error) => console.error(`deckhand: ${formatBug(error)}`),
  });
  try {
    // After the proxy has started: if its port is in use, the files of the last run stay.
    files = openFiles(options);
    console.error(banner(proxy.url, baseUrl, connection, options));
    await stop;
  } finally {
    await proxy.close();
    files?.har?.close();
  }
  judging.stop();
  live.judgeAll();
  const report = judge.report({
    tool: { name: 'deckhand', version: readPackageVersion() },
    target: baseUrl,
    connection,
    notes: log.notes(),
    ...(files.harError !== undefined && {
      gaps: [{ topic: 'recording', reason: files.harError, flags: [] }],
    }),
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
  baseline,
  force = false,
  verbose = false,
  quiet = false,
}: RecordOptions): RecordOutputs {
  const isStdoutTaken = har === '-';
  if (har !== undefined && !isStdoutTaken) assertNewFiles([har], { force });
  const usedFiles = [har, baseline].filter((file) => file !== undefined);
  const outputs: RecordOutputs = {
    reports: openReports(report, undefined, { verbose, quiet, isStdoutInUse: isStdoutTaken, usedFiles }),
  };
  if (har === undefined) return outputs;
  const creator = { name: 'deckhand', version: readPackageVersion() };
  const onError = (message: string): void => {
    outputs.harError = message;
    console.error(`deckhand: ${message}`);
  };
  return Object.assign(outputs, { har: new HarWriter(har, { creator, onError }) });
}

/** @throws UserError if the upstream is the proxy itself, which would cause an endless loop */
function assertNotOwnAddress(baseUrl: string, { host, port }: RecordOptions): void {
  const upstream = new URL(baseUrl);
  const isHere = isLoopback(upstream.hostname) || upstream.hostname === host;
  if (!isHere || port === 0 || Number(upstream.port) !== port) return;
  throw new UserError('invalid-option', `The upstream ${upstream.origin} is this proxy itself.`, {
    hint: 'Choose another port for the proxy with --port.',
  });
}

/** The text that the terminal prints when the proxy is ready. */
function banner(url: string, baseUrl: string, connection: TargetConnection, options: RecordOptions): string {
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
      ? [line('Read-only', 'requests that start a job or change something are rejected')]
      : []),
    ...formatConnection(connection).map((text) => warning(sanitizeLine(text))),
    ...(isLoopback(options.host)
      ? []
      : [warning(`Listening on ${options.host}: other machines can use this proxy.`)]),
    '',
    '  Violations are printed immediately. Ctrl-C stops the proxy and prints the report.',
    '',
  ].join('\n');
}
