/** The options of `deckhand serve`. */
import { Option } from 'commander';
import { needAddress, needOrigin } from '../app/options/address.js';
import { needPath, needToken, needWhole } from '../app/options/parsers.js';
import { figure, Flag, group, repeatable } from './flag.js';
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
  readonly controlToken?: string;
}

const LOG = ['pretty', 'json', 'silent'];

export const serveFlags: readonly Option[] = [
  ...group(
    'Address:',
    portFlag(4010).env('PORT'),
    hostFlag().env('HOST').default('127.0.0.1'),
    new Flag('--tls-cert <file>', 'serve HTTPS with this certificate, in PEM', needPath),
    new Flag('--tls-key <file>', 'the private key of the certificate, in PEM', needPath),
    new Flag(
      '--public-url <address>',
      'the URL of this server for browsers, if it is behind a proxy',
      needAddress,
    ),
    hostNamesFlag(
      '--allow-host <name>',
      'another host name that clients can use for this server (repeatable)',
    ),
  ),
  ...mockServerFlags,
  ...group(
    'Responses:',
    new Flag(
      '--replay <file>',
      'play a recording: a HAR file, its gzip file, or the .zip file of Playwright',
      needPath,
    ).conflicts('scenario'),
    new Flag(
      '--max-jobs <number>',
      'the number of jobs that a workspace keeps; the oldest are removed (default: 10000)',
      figure((value, where) => needWhole(value, where, 1, 10_000_000)),
    ),
    new Flag(
      '--state <file>',
      'load the state from this file, and save it there while running; a moment that the panel or a script saved is only read',
      needPath,
    ),
  ),
  ...group(
    'Access:',
    new Flag(
      '--allow-origin <origin>',
      'an origin whose pages can read responses, besides those of this machine (repeatable)',
      repeatable(needOrigin),
    ),
    new Flag('--control-token <token>', 'a token that requests to the control API must have', needToken).env(
      'DECKHAND_CONTROL_TOKEN',
    ),
  ),
  new Option('--log <style>', 'the format of the request log').choices(LOG).default('pretty'),
];
