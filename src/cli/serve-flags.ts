/** The flags of `deckhand serve`. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { printableLine } from '../base/printable.js';
import {
  duration,
  host,
  hostName,
  httpUrl,
  isAddress,
  memory,
  origin,
  token,
  wholeNumber,
} from './option-values.js';
import { addStandInFlags, type StandInFlags } from './stand-in-options.js';

export interface ServeOptions extends StandInFlags {
  readonly port: number;
  readonly host: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly log: 'pretty' | 'json' | 'silent';
  readonly publicUrl?: string;
  readonly allowOrigin?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly maxJobs: number;
  readonly memory?: number;
  /** `memory`, or the address of a store. */
  readonly store: string;
  readonly state?: string;
  readonly replay?: string;
  readonly selfCheck?: boolean;
  readonly overlay?: string;
  readonly tightLoop?: number;
  readonly developmentKeys?: boolean;
  readonly openControl?: boolean;
  readonly controlToken?: string;
}

/** The command without its action. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .description('Start the stand-in, a mock server for the Presentation Generation Service.')
    .addOption(
      fromEnvironment(new Option('--port <number>', 'the port; 0 selects a free one'), 'PORT')
        .default(4010)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      fromEnvironment(new Option('--host <address>', 'the address to listen on'), 'HOST', isAddress)
        .default('127.0.0.1')
        .argParser(host),
    )
    .option('--tls-cert <file>', 'serve HTTPS with this certificate, in PEM')
    .option('--tls-key <file>', 'the private key of the certificate, in PEM');
  return addStandInFlags(command)
    .addOption(
      new Option('--store <store>', 'where the state is: memory, or valkey://HOST:PORT for several replicas')
        .env('DECKHAND_STORE')
        .default('memory')
        .argParser(store),
    )
    .addOption(
      new Option('--log <style>', 'the format of the request log')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
    .option('--public-url <address>', 'the URL of this server for browsers, if it is behind a proxy', httpUrl)
    .option(
      '--allow-origin <origin>',
      'an origin whose pages can read responses, besides those of this machine (repeatable)',
      origin,
    )
    .option(
      '--allow-host <name>',
      'another host name that clients can use for this server (repeatable)',
      hostName,
    )
    .option(
      '--max-jobs <number>',
      'the number of jobs that a workspace keeps; the oldest are removed',
      wholeNumber(1, 10_000_000),
      100_000,
    )
    .option(
      '--memory <amount>',
      'the memory for journals, jobs and presentations, such as 512MB; the oldest are removed (default: a quarter of the heap)',
      memory,
    )
    .option(
      '--state <file>',
      'load the state from this file, and save it there while running: jobs, clocks, settings, not journals',
    )
    .addOption(
      new Option(
        '--replay <file>',
        'play a recording: a file that `deckhand scenario from-har --replay` wrote',
      ).conflicts('scenario'),
    )
    .option('--overlay <file>', 'respond in the shapes that `deckhand learn` observed in a real service')
    .option(
      '--development-keys',
      'accept the development keys and sandbox-<name> keys also from other machines and through a proxy',
    )
    .option('--open-control', 'allow every page and every machine to use the control API')
    .addOption(
      new Option('--control-token <token>', 'a token that requests to the control API must have')
        .env('DECKHAND_CONTROL_TOKEN')
        .argParser(token),
    )
    .option('--self-check', 'check every response against the contract, and report violations')
    .option(
      '--tight-loop <time>',
      'polls of one job faster than this are a tight loop (default: 1s)',
      duration,
    )
    .addHelpText(
      'after',
      `
Exit codes:
  0  stopped by a signal
  1  a response broke the contract (--self-check), or a bug occurred
  2  the server could not start, or its log could not be written

Examples:
  deckhand serve --scenario rate-limited
  deckhand serve --scenarios ./scenarios --speed 10 --port 5010
  deckhand serve --replay staging.replay.yaml
`,
    );
}

/** The variable counts only if its value is usable: other tools set variables with these names. */
function fromEnvironment(
  option: Option,
  name: string,
  isUsable = (value: string): boolean => value !== '',
): Option {
  const value = process.env[name];
  return value === undefined || isUsable(value) ? option.env(name) : option;
}

/** Says that HOST was ignored; undefined if it was not, or if a flag sets the address. */
export function noteAboutHost(command: Command): string | undefined {
  const { HOST = '' } = process.env;
  if (HOST === '' || isAddress(HOST) || command.getOptionValueSource('host') !== 'default') return undefined;
  const name = printableLine(HOST).slice(0, 100);
  return `HOST in the environment is "${name}". It is ignored, because it is not an IP address. Use --host.`;
}

function store(text: string): string {
  if (text === 'memory' || /^(?:valkeys?|rediss?):\/\//.test(text)) return text;
  throw new InvalidArgumentError('Expected memory, or valkey://HOST:PORT.');
}
