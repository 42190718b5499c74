/** The options of `deckhand serve`. */
import { isIP } from 'node:net';
import { Option, type Command } from 'commander';
import { parseHttpUrl, parseOrigin } from '../app/options/urls.js';
import {
  parseListenAddress,
  parsePath,
  parseControlToken,
  parseInteger,
} from '../app/options/option-parsers.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { integer, Flag, optionGroup, repeatable } from './flag.js';
import {
  hostFlag,
  hostNamesFlag,
  mockServerFlags,
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
      '--public-url <address>',
      'the URL of this server for browsers, if it is behind a proxy',
      parseHttpUrl,
    ),
    hostNamesFlag(
      '--allow-host <name>',
      'another host name that clients can use for this server (repeatable)',
    ),
  ),
  ...mockServerFlags,
  ...optionGroup(
    'Responses:',
    new Flag(
      '--replay <file>',
      'play a recording: a HAR file, its gzip file, or the .zip file of Playwright',
      parsePath,
    ).conflicts('scenario'),
    new Flag(
      '--max-stored-jobs <number>',
      'the number of jobs that a workspace keeps; the oldest are removed (default: 10000)',
      integer((value, where) => parseInteger(value, where, 1, 10_000_000)),
    ),
    new Flag(
      '--state <file>',
      'restore the server from this file, and write it while running',
      parsePath,
    ).conflicts('snapshot'),
    new Flag(
      '--snapshot <file>',
      'restore a workspace from a snapshot that the panel or a script saved; the file is only read, and the clock is paused',
      parsePath,
    ),
  ),
  ...optionGroup(
    'Access:',
    new Flag(
      '--allow-origin <origin>',
      'an origin whose pages can read responses, besides those of this machine (repeatable)',
      repeatable(parseOrigin),
    ),
    new Flag(
      '--control-token <token>',
      'a token that requests to the control API must have',
      parseControlToken,
    ).env('DECKHAND_CONTROL_TOKEN'),
  ),
  new Option('--log <style>', 'the format of the request log').choices(LOG_FORMATS).default('pretty'),
];

/** Ignores HOST unless it is an IP address: conda and some shells set it. */
const isListenAddress = (text: string): boolean => isIP(text) !== 0 || text === 'localhost';

/** Says that HOST was ignored; undefined if it was not, or if a flag sets the address. */
export function ignoredHostNote(command: Command): string | undefined {
  const { HOST = '' } = process.env;
  if (HOST === '' || isListenAddress(HOST) || command.getOptionValueSource('host') === 'cli')
    return undefined;
  const name = sanitizeLine(HOST).slice(0, 100);
  return `HOST in the environment is "${name}". It is ignored, because it is not an IP address. Use --host.`;
}
