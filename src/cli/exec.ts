/** `deckhand exec -- COMMAND`: runs a command with a stand-in for it, and reports how the clients in the command behaved. */
import { Command } from 'commander';
import { Deckhand, DEVELOPMENT_KEYS } from '../app/deckhand.js';
import { exchangeLine } from '../app/journal-text.js';
import { DEFAULT_SEGMENT } from '../journal/segments.js';
import { nodeHash } from '../transports/node-hash.js';
import { printable } from '../base/printable.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { startServer } from '../server/server.js';
import {
  brokenRules,
  conductReport,
  conductRules,
  conductText,
  TrafficJudge,
  type ConductReport,
  type ConductVerdict,
} from '../contract/index.js';
import { basePath } from '../generated/routes.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { didYouMean } from '../base/nearest.js';
import { UserError } from '../base/user-error.js';
import { bugText } from '../terminal/bug-text.js';
import { collect, duration, environmentName, wholeNumber } from './option-values.js';
import { runCommand } from './run-command.js';
import { addStandInFlags, configuredBy, type StandInFlags } from './stand-in-options.js';

interface ExecOptions extends StandInFlags {
  readonly port: number;
  readonly tightLoop?: number;
  readonly segment: number;
  readonly strictConduct?: boolean;
  readonly except?: readonly string[];
  readonly urlAs?: readonly string[];
  readonly keyAs?: readonly string[];
}

export function command(): Command {
  const execCommand = new Command('exec')
    .description(
      'Run a command, such as your tests, against a mock server, and report how its clients behaved.',
    )
    .usage('[options] -- COMMAND [ARGUMENT…]')
    .argument('[command...]', 'the command to run, such as: npm test')
    .option('--strict-conduct', 'exit with 1 if a client broke a rule, even if the command succeeded')
    .option('--except <rule>', 'a client rule to ignore (repeatable)', collect)
    .option(
      '--tight-loop <time>',
      'polls of one job faster than this are a tight loop (default: 1s)',
      duration,
    )
    .option(
      '--url-as <name>',
      'another variable that holds the base URL, such as VITE_API_URL (repeatable)',
      environmentName,
    )
    .option('--key-as <name>', 'another variable that holds the API key (repeatable)', environmentName);
  return addStandInFlags(execCommand)
    .option('--port <number>', 'the port; 0 selects a free one', wholeNumber(0, 65_535), 0)
    .option(
      '--segment <exchanges>',
      'judge the traffic in segments of this size',
      wholeNumber(100, 10_000_000),
      DEFAULT_SEGMENT.exchanges,
    )
    .addHelpText(
      'after',
      `
The command gets these environment variables:
  DECKHAND_URL            the base URL of the API, ending in ${basePath}
  DECKHAND_ADDRESS        scheme, host and port, for connectDeckhand and the control API
  DECKHAND_API_KEY        a key of the workspace ws_dev
  DECKHAND_OTHER_API_KEY  a key of the workspace ws_other

The report goes to stderr.

Exit codes:
  that of the command; 128 plus the signal number if a signal ended it
  1 if the command succeeded and a client broke a rule (--strict-conduct)
  2 if the command could not be run, or if it succeeded and nothing could be judged (--strict-conduct)

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
      hint: 'Write the command after two dashes: deckhand exec -- npm test',
    });
  requireDistinctVariables(options);
  const rules = conductRules.filter(({ id }) => !requireRules(options.except ?? []).includes(id));
  const configured = configuredBy(options);
  const base = configured.options.basePath ?? basePath;
  const judge = new TrafficJudge({
    baseUrl: base,
    rules,
    segment: { exchanges: options.segment },
    ...(options.tightLoop !== undefined && { tightLoop: options.tightLoop }),
  });
  let url = '';
  const deckhand = new Deckhand(
    {
      ...configured.options,
      publicUrl: () => url,
    },
    { library: libraryOf(configured.folders), hash: nodeHash },
  );
  const server = await startServer(deckhand, {
    host: '127.0.0.1',
    port: options.port,
    allowOrigins: configured.allowOrigins,
    onExchange: (exchange) => judge.add(exchange),
    onBug: (error) => warn(`deckhand: ${bugText(error)}`),
  });
  url = server.url;
  try {
    const code = await runCommand([program, ...args], environmentOf(url + base, url, options));
    const verdicts = judge.verdicts() as readonly ConductVerdict[];
    const { requests, exchange } = judge.evidence();
    const report = conductReport(verdicts, { exchanges: requests });
    const lineOf = (sequence: number): string | undefined => {
      const cited = exchange(sequence);
      return cited && exchangeLine(cited);
    };
    warn(`\n${conductText(report, lineOf)}`);
    process.exitCode = code === 0 && options.strictConduct ? conductCode(report) : code;
  } finally {
    await server.close();
  }
}

/** With `--strict-conduct`: 1 if a client broke a rule, and 2 if no rule could be judged. */
function conductCode(report: ConductReport): 0 | 1 | 2 {
  if (brokenRules(report).length > 0) return 1;
  if (report.outcome === 'pass') return 0;
  const why =
    report.outcome === 'error'
      ? 'a rule has a bug'
      : 'not seen: a request that a rule judges; give the clients DECKHAND_URL and DECKHAND_API_KEY';
  warn(`deckhand: Incomplete: ${why}.`);
  return 2;
}

/** @param url the base URL of the API */
function environmentOf(
  url: string,
  address: string,
  { urlAs = [], keyAs = [] }: ExecOptions,
): Record<string, string> {
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

/** The variables that the command always gets, and what they hold. */
const STANDARD_VARIABLES: Readonly<Record<string, string>> = {
  DECKHAND_URL: 'the base URL',
  DECKHAND_ADDRESS: 'the address',
  DECKHAND_API_KEY: 'the API key',
  DECKHAND_OTHER_API_KEY: 'the other API key',
};

/** @throws UserError for a variable that would hold two values */
function requireDistinctVariables({ urlAs = [], keyAs = [] }: ExecOptions): void {
  const contents = new Map(Object.entries(STANDARD_VARIABLES));
  const requested = [
    ...urlAs.map((name) => ['--url-as', name, 'the base URL'] as const),
    ...keyAs.map((name) => ['--key-as', name, 'the API key'] as const),
  ];
  for (const [option, name, what] of requested) {
    const before = contents.get(name) ?? what;
    if (before !== what)
      throw new UserError('bad-option', `${option} ${name}: this variable already holds ${before}.`, {
        hint: 'Choose another name.',
      });
    contents.set(name, what);
  }
}

function requireRules(named: readonly string[]): readonly string[] {
  const ids = conductRules.map(({ id }) => id);
  for (const name of named) {
    if (!ids.includes(name))
      throw new UserError('bad-option', `There is no client rule "${name}".${didYouMean(name, ids)}`, {
        hint: `The client rules are: ${ids.join(', ')}`,
      });
  }
  return named;
}

/** @throws UserError for the last mistake in the files; the others are printed before */
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
