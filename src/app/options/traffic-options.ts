/** The options that `verify`, `record` and `judge` share: how to reach a deployment behind a gateway, and reports. */
import { headers, userAndPassword } from './gateway-kinds.js';
import * as kind from './kinds.js';
import { optionTable, rowsAt, type Values } from './option.js';

/** How to reach a deployment behind a gateway. */
const reach = rowsAt('verify', 'record');

export const reachOptions = optionTable({
  header: reach(
    '--header <name: value>',
    headers,
    'a header for a gateway, sent with every request; its value is in no output (repeatable)',
    { env: 'DECKHAND_HEADERS' },
  ),
  basicAuth: reach('--basic-auth <user:password>', userAndPassword, 'basic authentication for a gateway', {
    env: 'DECKHAND_BASIC_AUTH',
  }),
  ca: reach('--ca <file>', kind.text, "certificates to trust in addition to Node's, as PEM"),
  insecure: reach('--insecure', kind.trueOrFalse, 'accept any certificate'),
  tlsCert: reach('--tls-cert <file>', kind.text, 'the certificate of the client for mutual TLS, as PEM'),
  tlsKey: reach('--tls-key <file>', kind.text, 'the private key of this certificate, as PEM'),
});

/** Reports, and how much they say. */
const report = rowsAt('verify', 'record', 'judge');

export const reportOptions = optionTable({
  baseline: report(
    '--baseline <file>',
    kind.text,
    'known violations that do not fail the run, as YAML or JSON',
  ),
  verbose: report('--verbose', kind.trueOrFalse, 'list every rule that was not reached'),
  quiet: rowsAt('record', 'judge')('-q, --quiet', kind.trueOrFalse, 'print violations and the verdict only'),
  output: rowsAt('judge')(
    '-o, --output <file>',
    kind.text,
    'write the report to a file, too; its ending selects the format: .html, .json, .xml (JUnit) or .txt',
  ),
  report: report(
    '--report <format[=file]>',
    kind.listOf(kind.text, "['json=report.json']"),
    'text, json, junit, html or github, to a file or to standard output (repeatable; default: text)',
  ),
});

/** For every command that reads or writes the traffic of a deployment. */
export const redact = {
  kind: kind.listOf(
    kind.stringKind((name) => /^[\w.-]{1,100}$/.test(name), 'Expected a name such as x-session.'),
    "['x-session']",
  ),
  doors: ['verify', 'record', 'judge', 'scenario from-har'],
  flag: '--redact <name>',
  help: 'another header, parameter or field whose values are secret (repeatable)',
} as const;

export type ReachOptions = Values<typeof reachOptions, 'verify'>;
