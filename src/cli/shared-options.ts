/** The options that several commands share, completed with the values of the configuration file. */
import { Option } from 'commander';
import { resolveOptions, type ResolvedOptions } from '../app/config/resolve-options.js';
import type { DeckhandOptions } from '../app/deckhand.js';
import { parseBasePath, parseOrigin } from '../app/options/urls.js';
import { parseKeyFlags, type KeysOption } from '../app/options/keys.js';
import {
  parseHeaders,
  parseListenAddress,
  parseHostname,
  parseLatency,
  parsePattern,
  parsePath,
  parsePort,
  parsePositiveNumber,
  parseRateLimitOption,
  parseBasicAuth,
  parseInteger,
} from '../app/options/option-parsers.js';
import type { HeaderPairs } from '../journal/exchange.js';
import { validated, integer, Flag, optionGroup, repeatable } from './flag.js';

export const portFlag = (port: number): Option =>
  new Flag('--port <number>', 'the port; 0 selects a free one', integer(parsePort)).default(port);

/** Accepts an IPv6 address with or without the brackets that it has in a URL. */
export const hostFlag = (
  parse: (text: string, where: string, isVariable: boolean) => string = parseListenAddress,
): Option =>
  new Flag('--host <address>', 'the address to listen on', (text, where, _previous, isVariable) =>
    parse(text.replace(/^\[(.*)\]$/, '$1'), where, isVariable),
  );

export const hostNamesFlag = (flags: string, help: string): Option =>
  new Flag(flags, help, repeatable(parseHostname));

export const originsFlag = (help: string): Option =>
  new Flag('--allow-origin <origin>', help, repeatable(parseOrigin));

export const scenariosFlag = (help = 'a folder with more scenario files (repeatable)'): Option =>
  new Flag('--scenarios <folder>', help, repeatable(parsePath));

export const seedFlag = (help = 'the seed of all random values (default: 1)'): Option =>
  new Flag(
    '--seed <number>',
    help,
    integer((value, where) => parseInteger(value, where, 0)),
  );

export const basePathFlag: Option = new Flag(
  '--base-path <path>',
  'the path of the API; it can have a prefix: /backend/api/v1 (default: "/api/v1")',
  parseBasePath,
);

export const optionalApiKeyFlag = (help: string): Option => new Option('--optional-api-key', help);

export const configFlags: readonly Option[] = optionGroup(
  'Configuration file:',
  new Flag(
    '--config <file>',
    'the configuration file (default: deckhand.config.ts, if there is one)',
    parsePath,
  ),
  new Option('--no-config', 'read no configuration file'),
);

export interface MockServerFlags {
  readonly scenario?: DeckhandOptions['scenario'];
  readonly scenarios?: readonly string[];
  readonly replay?: string;
  readonly speed?: number;
  readonly rateLimit?: string;
  readonly latency?: string;
  readonly seed?: number;
  readonly basePath?: string;
  readonly apiKey?: KeysOption;
  readonly anyApiKey?: boolean;
  readonly optionalApiKey?: boolean;
  readonly config?: string | false;
  readonly publicUrl?: string;
  readonly maxStoredJobs?: number;
  readonly allowOrigin?: readonly string[];
}

/** The options of commands that start a mock server. */
export const mockServerFlags: readonly Option[] = [
  ...optionGroup(
    'Mock behaviour:',
    new Flag(
      '--scenario <name>',
      'the scenario of jobs whose request does not select one (default: "happy-path")',
    ),
    scenariosFlag(),
    new Flag(
      '--speed <factor>',
      'how many times faster than real time the clocks run (default: 1)',
      // `60x` is a usual way to write a speed.
      (text, where) =>
        parsePositiveNumber(/^\d*\.?\d+x?$/.test(text) ? Number(text.replace(/x$/, '')) : text, where),
    ),
    new Flag(
      '--rate-limit <rate>',
      'the limit for each key, as requests per time, such as 20/1m',
      validated(parseRateLimitOption),
    ),
    new Flag(
      '--latency <duration>',
      'latency of each response, such as 200ms or 200ms..600ms',
      validated(parseLatency),
    ),
    seedFlag(),
    basePathFlag,
  ),
  ...optionGroup(
    'Access:',
    new Flag(
      '--api-key <key[=workspace]>',
      'another API key, and its workspace, which is created if it is new (repeatable)',
      (text, where, previous: object = {}, isVariable) => {
        const texts = isVariable ? text.split(',').map((one) => one.trim()) : [text];
        return { ...previous, ...(parseKeyFlags(texts, where) as object) };
      },
    ).env('DECKHAND_API_KEYS'),
    new Option('--any-api-key', 'accept every API key').conflicts(['apiKey', 'optionalApiKey']),
    optionalApiKeyFlag('accept every API key, and requests without one').conflicts('apiKey'),
  ),
  ...configFlags,
];

/**
 * The options of the mock server, with those of the file.
 * @throws UserError with the position of an invalid value in the file
 */
export function resolveMockServerFlags(
  flags: MockServerFlags,
): ResolvedOptions<DeckhandOptions> & { readonly folders: readonly string[] } {
  const { apiKey, anyApiKey, optionalApiKey, allowOrigin, config, ...others } = flags;
  const { scenario, scenarios, replay, speed, rateLimit, latency, seed, basePath, publicUrl, maxStoredJobs } =
    others;
  const apiKeys = anyApiKey ? 'any' : optionalApiKey ? 'optional' : apiKey;
  const mockOptions: DeckhandOptions = {
    ...{ scenario, scenarios, replay, speed, rateLimit, latency, seed, basePath },
    ...{ apiKeys, publicUrl, maxStoredJobs },
  };
  const resolved = resolveOptions({ ...mockOptions, config, allowOrigins: allowOrigin });
  const { scenarios: sources, ...options } = resolved.options;
  const folders = [sources ?? []].flat().filter((source) => typeof source === 'string');
  return { ...resolved, options, folders };
}

/** How `verify` and `record` connect to a deployment behind a gateway. */
export interface ConnectionFlags {
  readonly header?: HeaderPairs;
  readonly basicAuth?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

export const connectionFlags: readonly Option[] = optionGroup(
  'Connection:',
  new Flag(
    '--header <name: value>',
    'an extra header for every request; its value is never printed (repeatable)',
    parseHeaders,
  ).env('DECKHAND_HEADERS'),
  new Flag('--basic-auth <user:password>', 'basic authentication for a gateway', parseBasicAuth).env(
    'DECKHAND_BASIC_AUTH',
  ),
  new Flag('--ca <file>', "certificates to trust in addition to Node's, as PEM", parsePath),
  new Option('--insecure', 'accept any certificate'),
  new Flag('--tls-cert <file>', 'the certificate of the client for mutual TLS, as PEM', parsePath),
  new Flag('--tls-key <file>', 'the private key of this certificate, as PEM', parsePath),
);

export interface ReportFlags {
  readonly baseline?: string;
  readonly verbose?: boolean;
  readonly report?: readonly string[];
  readonly quiet?: boolean;
}

/** @param when the time of the report, for the help */
export const reportFlags = (when = ''): readonly Option[] =>
  optionGroup(
    'Report:',
    new Flag('--baseline <file>', 'known violations that do not fail the run, as YAML or JSON', parsePath),
    new Option('--verbose', 'also list all requests, statistics, and passed and skipped rules'),
    new Flag(
      '--report <format[=file]>',
      `text, json, junit, html or github, to a file or to standard output${when} (repeatable; default: text)`,
      repeatable(String),
    ),
    new Option('-q, --quiet', 'print violations and the verdict only'),
  );

/** For every command that reads or writes the traffic of a deployment. Its action passes the names to `addSecretNames`. */
export const redactFlag: Option = new Flag(
  '--redact <name>',
  'another header, parameter or field whose values are secret (repeatable)',
  repeatable((text, where) =>
    parsePattern(text, where, /^[\w.-]{1,100}$/, 'Expected a name such as x-session.'),
  ),
).helpGroup('Report:');
