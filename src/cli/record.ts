/** `deckhand record`: a proxy in front of a deployment that judges what passes and writes it down. */
import { readFileSync, statSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { Command, Option } from 'commander';
import { HarWriter } from '../adapters/har-writer.js';
import { LiveJudge } from '../adapters/live-judge.js';
import { isLocalAddress } from '../adapters/local-address.js';
import { printableLine } from '../adapters/printable.js';
import { startRecordingProxy } from '../adapters/recording-proxy.js';
import { neutral, type Report } from '../contract/index.js';
import { formatDuration } from '../scenario/duration.js';
import { whyUnread } from '../adapters/file-trouble.js';
import { UserError } from '../user-error.js';
import { baselineFile } from './baseline-file.js';
import { bugText } from './bug-text.js';
import { collect, duration, host, hostName, wholeNumber } from './option-values.js';
import { recordBanner } from './record-banner.js';
import { RecordLines } from './record-lines.js';
import { openReports, type ReportFiles } from './report-files.js';
import { stopSignal } from './stop-signal.js';
import { baseAddress } from './verify-values.js';
import { version } from './version.js';

interface RecordOptions {
  readonly port: number;
  readonly host: string;
  readonly har?: string;
  readonly force?: boolean;
  readonly readOnly?: boolean;
  readonly report?: readonly string[];
  readonly baseline?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly timeout: number;
  readonly allowHost?: readonly string[];
  readonly tightLoop?: number;
}

/** Milliseconds that an upstream may be silent. */
const SILENCE = 300_000;

export function command(): Command {
  return new Command('record')
    .description(
      'Stand in front of a deployment: pass its traffic on as it is, judge it live, write it down.',
    )
    .argument('<upstream>', 'where the service answers; ends in /api/v1')
    .option('--port <number>', 'the port; 0 for any that is free', wholeNumber(0, 65_535), 4020)
    .option('--host <address>', 'the address to listen on', host, '127.0.0.1')
    .option('--har <file>', 'write everything that passes as HAR, keys removed, as it passes')
    .option('--force', 'begin the HAR file anew when there is one')
    .option('--read-only', 'refuse whatever starts a job or changes something')
    .option('--baseline <file>', 'known violations that shall not fail the run, as YAML or JSON')
    .option(
      '--report <format[=file]>',
      'text, json, junit, html or github, to a file or to the output, at the end (repeatable; default: text)',
      collect,
    )
    .option('--ca <file>', 'certificates to trust beside those that Node trusts, as PEM')
    .option('--insecure', 'trust any certificate of the upstream')
    .addOption(
      new Option('--timeout <duration>', 'how long the upstream may be silent')
        .default(SILENCE, formatDuration(SILENCE))
        .argParser(duration),
    )
    .option('--allow-host <name>', 'a host name that requests may be addressed to (repeatable)', hostName)
    .option(
      '--tight-loop <time>',
      'polls of one job faster than this are called a tight loop (default: 1s)',
      duration,
    )
    .addHelpText(
      'after',
      `
Rules that begin with client/ are about the clients, all others about the service.
Exit codes: 0 nothing documented is broken, 1 something is, 2 nothing could be judged, or the HAR file is not whole.
`,
    )
    .action(record);
}

async function record(address: string, options: RecordOptions): Promise<void> {
  const baseUrl = baseAddress(address);
  notItself(baseUrl, options);
  const ca = options.ca === undefined ? undefined : certificates(options.ca);
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const { tightLoop } = options;
  const judgeOptions = { baseUrl, ...(tightLoop !== undefined && { tightLoop }) };
  const lines = new RecordLines(warn);
  const judge = new LiveJudge(judgeOptions, (found) => lines.found(found));
  const stop = stopSignal();
  let files: Files | undefined;
  const proxy = await startRecordingProxy({
    url: baseUrl,
    host: options.host,
    port: options.port,
    silence: options.timeout,
    readOnly: options.readOnly ?? false,
    insecure: options.insecure ?? false,
    allowHosts: options.allowHost ?? [],
    ...(ca !== undefined && { ca }),
    onExchange(exchange) {
      files?.har?.add(exchange);
      judge.add(exchange);
    },
    onPause: () => files?.har?.flush(),
    onOwn: (reason, detail) => lines.own(reason, detail),
    onBug: (error) => warn(`deckhand: ${bugText(error)}`),
  });
  try {
    // Only now: a port that is taken leaves the files of the run before as they are.
    files = openFiles(options);
    warn(recordBanner(proxy.url, baseUrl, options));
    await stop;
  } finally {
    await proxy.close();
    files?.har?.close();
  }
  const report = judge.report({
    tool: { name: 'deckhand', version: version() },
    target: baseUrl,
    notes: lines.notes(),
    ...(entries && { baseline: { entries, now: Date.now() } }),
  });
  files.reports.write(report);
  conclude(report, files.trouble);
}

interface Files {
  readonly reports: ReportFiles;
  readonly har?: HarWriter;
  /** Why the HAR file is not whole. */
  trouble?: string;
}

/** @throws UserError when one cannot be written */
function openFiles({ report = ['text'], har, force = false }: RecordOptions): Files {
  const files: Files = { reports: openReports(report) };
  if (har === undefined) return files;
  if (!force && isFilled(har))
    throw new UserError('bad-option', `${printableLine(har)} is there already.`, {
      hint: '--force begins it anew; what it holds is lost then.',
    });
  const onTrouble = (what: string): void => {
    files.trouble = what;
    warn(`deckhand: ${what}`);
  };
  return Object.assign(files, {
    har: new HarWriter(har, { name: 'deckhand', version: version() }, onTrouble),
  });
}

const isFilled = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** @throws UserError when the upstream would be the proxy: it would ask itself for ever */
function notItself(baseUrl: string, { host: listening, port }: RecordOptions): void {
  const upstream = new URL(baseUrl);
  const isHere = isLocalAddress(upstream.hostname.replace(/^\[|\]$/g, '')) || upstream.hostname === listening;
  if (!isHere || port === 0 || Number(upstream.port) !== port) return;
  throw new UserError('bad-option', `The upstream ${upstream.origin} is the address of this proxy itself.`, {
    hint: 'Choose another port for it with --port.',
  });
}

/** @throws UserError when the file holds no certificate */
function certificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    for (const [certificate] of text.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g))
      new X509Certificate(certificate);
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    throw new Error('Expected certificates in PEM, which begin with -----BEGIN CERTIFICATE-----.');
  } catch (cause) {
    throw new UserError('bad-option', `${file} cannot be read as certificates.`, {
      hint: whyUnread(cause),
      cause,
    });
  }
}

function conclude({ outcome, reason }: Report, lost: string | undefined): void {
  process.exitCode = lost === undefined ? { pass: 0, fail: 1, error: 2 }[outcome] : 2;
  if (outcome === 'error') warn(`deckhand: ${neutral(reason ?? 'it could not be judged')}`);
}

function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}
