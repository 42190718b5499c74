/** The options for reaching a deployment: headers and certificates for gateways. `verify` and `record` share them. */
import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { Option, type Command } from 'commander';
import { UserError } from '../base/user-error.js';
import type { Access } from '../contract/index.js';
import { whyUnread } from '../files/file-trouble.js';
import type { HeaderPairs } from '../journal/exchange.js';
import type { TlsOptions } from '../reach/tls-context.js';
import { readTls } from './tls-files.js';

export interface ReachFlags {
  readonly header?: HeaderPairs;
  readonly basicAuth?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Headers that Deckhand sets itself, and what to use instead. */
const RESERVED: Readonly<Record<string, string>> = {
  'x-api-key': 'The key belongs in --api-key.',
  accept: 'It asks for JSON.',
  'content-type': 'The bodies are JSON.',
  'content-length': 'It is set for each request.',
  'transfer-encoding': 'It is set for each request.',
  connection: 'It is set for each connection.',
  host: 'It is the host of the base URL.',
  upgrade: 'Requests are HTTP/1.1.',
};

/** Adds the options to a command. */
export function addReachOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--header <name: value>',
        'a header for a gateway, sent with every request; its value is in no output (repeatable)',
      )
        .env('DECKHAND_HEADERS')
        .argParser(collectHeaders),
    )
    .addOption(
      new Option('--basic-auth <user:password>', 'basic authentication for a gateway')
        .env('DECKHAND_BASIC_AUTH')
        .argParser(userAndPassword),
    )
    .option('--ca <file>', "certificates to trust in addition to Node's, as PEM")
    .option('--insecure', 'accept any certificate')
    .option('--tls-cert <file>', 'the certificate of the client for mutual TLS, as PEM')
    .option('--tls-key <file>', 'the private key of this certificate, as PEM');
}

/** The text in the help of these commands. */
export const REACH_HELP = `
HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are used, except for addresses of this machine.
DECKHAND_HEADERS can have several headers, one on each line.
`;

/**
 * The headers for a gateway.
 * @throws UserError if both --basic-auth and --header set `Authorization`
 */
export function gatewayHeaders({ header = [], basicAuth }: ReachFlags): HeaderPairs {
  if (basicAuth === undefined) return header;
  if (header.some(([name]) => name.toLowerCase() === 'authorization'))
    throw new UserError('bad-option', '--basic-auth and --header set the same header, Authorization.', {
      hint: 'Leave one out.',
    });
  return [...header, ['Authorization', `Basic ${Buffer.from(basicAuth).toString('base64')}`]];
}

/** @throws UserError if a file is missing or has no certificate */
export function tlsOptions({ ca, insecure, tlsCert, tlsKey }: ReachFlags): TlsOptions {
  const clientCertificate = readTls({
    ...(tlsCert !== undefined && { tlsCert }),
    ...(tlsKey !== undefined && { tlsKey }),
  });
  return {
    ...(ca !== undefined && { ca: certificates(ca) }),
    ...(insecure && { insecure }),
    ...(clientCertificate && { clientCertificate }),
  };
}

/** How the requests reach the target, for reports. Without secrets. */
export function accessOf(flags: ReachFlags, proxy: string | undefined): Access {
  const { header = [], basicAuth, ca, insecure, tlsCert, tlsKey } = flags;
  return {
    ...(insecure && { insecure }),
    ...(proxy !== undefined && { proxy }),
    ...(header.length > 0 && { headers: header.map(([name]) => name) }),
    ...(basicAuth !== undefined && { basicAuth: true }),
    ...(ca !== undefined && { ca }),
    ...(tlsCert !== undefined &&
      tlsKey !== undefined && { clientCertificate: { cert: tlsCert, key: tlsKey } }),
  };
}

/** Headers, one on each line. An error never contains a value. */
function collectHeaders(text: string, before: HeaderPairs = []): HeaderPairs {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw wrong('--header is empty.', EXAMPLE);
  return lines.reduce(addHeader, before);
}

function addHeader(before: HeaderPairs, line: string): HeaderPairs {
  const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
  if (name === '') throw wrong('A value of --header has no name.', EXAMPLE);
  const lower = name.toLowerCase();
  const reserved = RESERVED[lower];
  if (reserved !== undefined) throw wrong(`--header cannot set ${name}.`, reserved);
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(value))
    throw wrong(
      `The value of ${name} in --header is empty, or has characters that no header can have.`,
      EXAMPLE,
    );
  if (before.some(([other]) => other.toLowerCase() === lower))
    throw wrong(`--header sets ${name} twice.`, 'Leave one out.');
  return [...before, [name, value]];
}

function userAndPassword(text: string): string {
  if (/^[^:]+:/.test(text)) return text;
  throw wrong(
    '--basic-auth cannot be used.',
    'Expected a user and a password with a colon between them: ann:secret.',
  );
}

const EXAMPLE = "Expected a header such as 'X-Gate: value'.";

/** Never shows the value, which is a secret. (Commander's own error for a wrong argument would.) */
const wrong = (message: string, hint: string): UserError => new UserError('bad-option', message, { hint });

/** @throws UserError if the file contains no certificate */
function certificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    for (const [certificate] of text.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g))
      new X509Certificate(certificate);
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    throw new Error('Expected certificates in PEM, which start with -----BEGIN CERTIFICATE-----.');
  } catch (cause) {
    throw new UserError('bad-option', `${file} cannot be read as certificates.`, {
      hint: whyUnread(cause),
      cause,
    });
  }
}
