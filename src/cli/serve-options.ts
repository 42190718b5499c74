/** The options of `deckhand serve`. */
import { isIP } from 'node:net';
import { Option, type Command } from 'commander';
import { parseHttpUrl } from '../app/options/urls.js';
import {
  parseListenAddress,
  parsePath,
  parseControlToken,
  parseInteger,
} from '../app/options/option-parsers.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { integer, Flag, optionGroup } from './flag.js';
import {
  hostFlag,
  hostNamesFlag,
  mockServerFlags,
  originsFlag,
  portFlag,
  type MockServerFlags,
} from './shared-options.js';

export interface ServeOptions extends MockServerFlags {
  readonly port: number;
  readonly host: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly log: 'pretty' | 'json' | 'silent';
  readonly allowHost?: readonly string[];
  readonly state?: string;
  readonly snapshot?: string;
  readonly controlToken?: string;
}

const LOOPBACK = '127.0.0.1';

const LOG_FORMATS = ['pretty', 'json', 'silent'];

export const serveFlags: readonly Option[] = [
  ...optionGroup(
    'Address:',
    portFlag(4010).env('PORT'),
    hostFlag((text, where, isVariable) =>
      isVariable && !isListenAddress(text) ? LOOPBACK : parseListenAddress(text, where),
    )
      .env('HOST')
      .default(LOOPBACK),
    new Flag('--tls-cert <file>', 'serve HTTPS with this certificate, in PEM', parsePath),
    new Flag('--tls-key <file>', 'the private key of the certificate, in PEM', parsePath),
    new Flag(
      '--public-url <url>',
      'the URL of this server for browsers, if it is behind a proxy',
      parseHttpUrl,
    ),
    hostNamesFlag('--allow-host <name>', 'another host name that requests may have (repeatable)'),
  ),
  ...mockServerFlags,
  ...optionGroup(
    'Mock behaviour:',
    new Flag(
      '--replay <file>',
      'replay a recording: a HAR file, its gzip file, or the .zip file of Playwright',
      parsePath,
    ).conflicts('scenario'),
    new Flag(
      '--max-stored-jobs <number>',
      'the maximum number of jobs of a workspace; the oldest are evicted (default: 10000)',
      integer((value, where) => parseInteger(value, where, 1, 10_000_000)),
    ),
    new Flag('--state <file>', "keep the server's state in this file across restarts", parsePath).conflicts(
      'snapshot',
    ),
    new Flag(
      '--snapshot <file>',
      'restore a workspace from this snapshot, with a paused clock; the file is never written',
      parsePath,
    ),
  ),
  ...optionGroup(
    'Access:',
    originsFlag(
      'an origin whose pages may read responses, in addition to those of this machine (repeatable)',
    ),
    new Flag('--control-token <token>', 'a token that the control API requires', parseControlToken).env(
      'DECKHAND_CONTROL_TOKEN',
    ),
  ),
  new Option('--log <style>', 'the format of the request log').choices(LOG_FORMATS).default('pretty'),
];

/** Ignores HOST unless it is an IP address: conda and some shells set it. */
const isListenAddress = (text: string): boolean => isIP(text) !== 0 || text === 'localhost';

/** A warning that HOST is ignored; undefined if it is used, or if a flag sets the address. */
export function ignoredHostWarning(command: Command): string | undefined {
  const { HOST = '' } = process.env;
  if (HOST === '' || isListenAddress(HOST) || command.getOptionValueSource('host') === 'cli')
    return undefined;
  const name = sanitizeLine(HOST).slice(0, 100);
  return `Ignoring HOST="${name}": not an IP address. Use --host.`;
}
