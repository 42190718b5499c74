/** `deckhand exec -- COMMAND`: runs a command with the stand-in beside it, and says how the clients in it behaved. */
import { Command } from 'commander';
import { Deckhand, DEVELOPMENT_KEYS } from '../adapters/deckhand.js';
import { exchangeLine } from '../adapters/journal-text.js';
import { nodeHash } from '../adapters/node-hash.js';
import { printable } from '../adapters/printable.js';
import { BUNDLED_SCENARIOS, loadScenarios } from '../adapters/scenario-files.js';
import { startServer } from '../adapters/server.js';
import { conductReport, conductRules, conductText, brokenRules, watchWorkspaces } from '../contract/index.js';
import { basePath } from '../generated/routes.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { didYouMean } from '../scenario/nearest.js';
import { UserError } from '../user-error.js';
import { bugText } from './bug-text.js';
import {
  collect,
  duration,
  environmentName,
  positiveNumber,
  rateLimit,
  wholeNumber,
} from './option-values.js';
import { runCommand } from './run-command.js';

interface ExecOptions {
  readonly port: number;
  readonly scenario: string;
  readonly scenarios?: readonly string[];
  readonly speed: number;
  readonly rateLimit?: string;
  readonly seed: number;
  readonly tightLoop?: number;
  readonly strictConduct?: boolean;
  readonly except?: readonly string[];
  readonly urlAs?: readonly string[];
  readonly keyAs?: readonly string[];
}

export function command(): Command {
  return new Command('exec')
    .description('Run a command with the stand-in beside it, and say how its clients behaved.')
    .usage('[options] -- COMMAND [ARGUMENT…]')
    .argument('[command...]', 'what to run, such as: npm test')
    .option('--strict-conduct', 'exit with 1 when a client broke a rule, though the command was content')
    .option('--except <rule>', 'a rule of conduct that does not count (repeatable)', collect)
    .option(
      '--tight-loop <time>',
      'polls of one job faster than this are a tight loop (default: 1s)',
      duration,
    )
    .option(
      '--url-as <name>',
      'a further variable for the base URL, such as VITE_API_URL (repeatable)',
      environmentName,
    )
    .option('--key-as <name>', 'a further variable for the API key (repeatable)', environmentName)
    .option('--scenario <name>', 'what jobs play unless a request says otherwise', 'happy-path')
    .option('--scenarios <folder>', 'a folder of more scenario files (repeatable)', collect)
    .option('--speed <factor>', 'how many times faster than real time the clocks run', positiveNumber, 1)
    .option('--rate-limit <rate>', 'requests per time and key, such as 20/1m', rateLimit)
    .option('--seed <number>', 'fixes everything random', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--port <number>', 'the port; 0 for any that is free', wholeNumber(0, 65_535), 0)
    .addHelpText(
      'after',
      `
The command finds in its environment:
  DECKHAND_URL            the base URL of the API, which ends in ${basePath}
  DECKHAND_ADDRESS        scheme, host and port, for connectDeckhand and the control API
  DECKHAND_API_KEY        a key of the workspace ws_dev
  DECKHAND_OTHER_API_KEY  a key of the workspace ws_other

The exit code is the command's; 128 and the signal's number when a signal ended it; 1 when the command was content and a
client broke a rule (--strict-conduct); 2 when it could not be run. The report goes to stderr.

Examples:
  deckhand exec -- npm test
  deckhand exec --strict-conduct --url-as VITE_API_URL -- npx playwright test
  deckhand exec --scenario rate-limited -- node make-deck.js`,
    )
    .action(exec);
}

async function exec(words: readonly string[], options: ExecOptions): Promise<void> {
  const [program, ...args] = words;
  if (program === undefined)
    throw new UserError('no-command', 'There is no command to run.', {
      hint: 'Write it after two dashes: deckhand exec -- npm test',
    });
  refuseClashes(options);
  const rules = conductRules.filter(({ id }) => !needRules(options.except ?? []).includes(id));
  const watch = watchWorkspaces({
    baseUrl: basePath,
    rules,
    ...(options.tightLoop !== undefined && { tightLoop: options.tightLoop }),
  });
  let exchanges = 0;
  const lines = new Map<number, string>();
  let url = '';
  const deckhand = new Deckhand(
    {
      scenario: options.scenario,
      seed: options.seed,
      speed: options.speed,
      publicUrl: () => url,
      ...(options.rateLimit !== undefined && { rateLimit: options.rateLimit }),
    },
    { library: libraryOf(options.scenarios ?? []), hash: nodeHash },
  );
  const server = await startServer(deckhand, {
    host: '127.0.0.1',
    port: options.port,
    onExchange(exchange) {
      exchanges += 1;
      remember(lines, exchange.sequence, exchangeLine(exchange));
      watch.see(exchange);
    },
    onBug: (error) => warn(`deckhand: ${bugText(error)}`),
  });
  url = server.url;
  try {
    const code = await runCommand([program, ...args], environmentOf(url, options));
    const report = conductReport(watch.verdicts(), { exchanges });
    warn(`\n${conductText(report, (sequence) => lines.get(sequence))}`);
    const isMisbehaved = brokenRules(report).length > 0;
    process.exitCode = code === 0 && options.strictConduct && isMisbehaved ? 1 : code;
  } finally {
    await server.close();
  }
}

/** How many exchanges a report can show. */
const SHOWN = 20_000;

function remember(lines: Map<number, string>, sequence: number, line: string): void {
  lines.set(sequence, line);
  const [oldest] = lines.keys();
  if (lines.size > SHOWN && oldest !== undefined) lines.delete(oldest);
}

function environmentOf(address: string, { urlAs = [], keyAs = [] }: ExecOptions): Record<string, string> {
  const url = address + basePath;
  const key = DEVELOPMENT_KEYS.ws_dev;
  return {
    DECKHAND_URL: url,
    DECKHAND_ADDRESS: address,
    DECKHAND_API_KEY: key,
    DECKHAND_OTHER_API_KEY: DEVELOPMENT_KEYS.ws_other,
    ...Object.fromEntries(urlAs.map((name) => [name, url])),
    ...Object.fromEntries(keyAs.map((name) => [name, key])),
  };
}

/** What the command finds by these names in any case. */
const OWN_VARIABLES: Readonly<Record<string, string>> = {
  DECKHAND_URL: 'the base URL',
  DECKHAND_ADDRESS: 'the address',
  DECKHAND_API_KEY: 'the API key',
  DECKHAND_OTHER_API_KEY: 'the other API key',
};

/** @throws UserError for a variable that would have to hold two things */
function refuseClashes({ urlAs = [], keyAs = [] }: ExecOptions): void {
  const held = new Map(Object.entries(OWN_VARIABLES));
  const wishes = [
    ...urlAs.map((name) => ['--url-as', name, 'the base URL'] as const),
    ...keyAs.map((name) => ['--key-as', name, 'the API key'] as const),
  ];
  for (const [option, name, what] of wishes) {
    const before = held.get(name) ?? what;
    if (before !== what)
      throw new UserError('bad-option', `${option} ${name}: the variable holds ${before} already.`, {
        hint: 'Give it another name.',
      });
    held.set(name, what);
  }
}

function needRules(named: readonly string[]): readonly string[] {
  const ids = conductRules.map(({ id }) => id);
  for (const name of named) {
    if (!ids.includes(name))
      throw new UserError('bad-option', `There is no rule of conduct "${name}".${didYouMean(name, ids)}`, {
        hint: `There are: ${ids.join(', ')}`,
      });
  }
  return named;
}

/** @throws UserError with the first mistake in any file; the others are printed before it */
function libraryOf(folders: readonly string[]): ScenarioLibrary {
  const library = new ScenarioLibrary();
  const errors = loadScenarios([BUNDLED_SCENARIOS, ...folders], library);
  const last = errors.pop();
  for (const error of errors) warn(printable(`deckhand: ${error.format()}`));
  if (last) throw last;
  return library;
}

function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}
