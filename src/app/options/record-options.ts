/** The options of `deckhand record` and `deckhand judge`. */
import * as kind from './kinds.js';
import { refuse } from './check.js';
import { optionTable, rowsAt, type Values } from './option.js';
import { host, hostNames, port } from './server-options.js';
import { reachOptions, redact, reportOptions } from './traffic-options.js';

const UNITS: Readonly<Record<string, number>> = { kb: 1024, mb: 1024 ** 2 };

/** The most that both bodies of an exchange can have, so that readers accept its entry in a file. */
const MOST_BODY = 10 * 1024 ** 2;

/** Bytes. */
const bodySize: kind.Kind<number> = {
  check(value, where) {
    const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([km]b)$/i.exec(String(value)) ?? [];
    const bytes = Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? NaN));
    if (bytes >= 1024 && bytes <= MOST_BODY) return bytes;
    return refuse(value, where, 'Expected a size from 1KB to 10MB, such as 500KB or 2MB.');
  },
};

const record = rowsAt('record');
const judge = rowsAt('judge');

export const recordOptions = optionTable({
  port: record('--port <number>', port, 'the port; 0 selects a free one', { default: 4020 }),
  host: record('--host <address>', host, 'the address to listen on', { default: '127.0.0.1' }),
  har: record(
    '--har <file>',
    kind.text,
    'write all traffic to a HAR file while it passes, without keys; - is standard output',
  ),
  maxBody: record(
    '--max-body <size>',
    bodySize,
    'how much of each body is kept; the rest is forwarded only',
    { default: 1024 ** 2, defaultText: '1MB' },
  ),
  force: record('--force', kind.trueOrFalse, 'overwrite an existing HAR file'),
  readOnly: record('--read-only', kind.trueOrFalse, 'refuse requests that start a job or change something'),
  ...reportOptions,
  report: record(
    '--report <format[=file]>',
    reportOptions.report.kind,
    'text, json, junit, html or github, to a file or to standard output, at the end (repeatable; default: text)',
  ),
  timeout: record('--timeout <duration>', kind.duration, 'how long the upstream can be silent', {
    default: 300_000,
    defaultText: '5m',
  }),
  allowHosts: record(
    '--allow-host <name>',
    hostNames,
    'another host name that clients can use for the proxy (repeatable)',
  ),
  ...reachOptions,
  redact,
});

export const judgeOptions = optionTable({
  baseUrl: judge(
    '--base-url <url>',
    kind.text,
    'judge this service only (default: every URL with /api/v1 in its path)',
  ),
  settle: judge(
    '--settle <time>',
    kind.duration,
    'how long an old value may be visible after a change (default: 2s)',
  ),
  ...reportOptions,
  redact,
});

export type RecordOptions = Values<typeof recordOptions, 'record'>;
export type JudgeOptions = Values<typeof judgeOptions, 'judge'>;
