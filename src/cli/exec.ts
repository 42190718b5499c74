/** `deckhand exec -- COMMAND`: runs a command with a mock server, and checks its clients against the client rules. */
import { Option, type Command } from 'commander';
import { Deckhand, DEVELOPMENT_KEYS } from '../app/deckhand.js';
import { sha256Hex } from '../transports/sha256.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { startServer } from '../server/server.js';
import { clientRules, formatClientReport, Judge, type Report } from '../judge/index.js';
import { basePath } from '../generated/routes.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { UserError } from '../base/user-error.js';
import { formatBug } from '../server/log/format-bug.js';
import { Hints } from '../server/log/hints.js';
import { CliCommand } from './command.js';
import { runCommand } from './run-command.js';
import { resolveMockServerFlags, mockServerFlags, portFlag, type MockServerFlags } from './shared-options.js';
import { throwErrors } from './terminal.js';
import { BUNDLED_SCENARIOS, readPackageVersion } from '../files/package-files.js';

interface ExecOptions extends MockServerFlags {
  readonly failOnViolation?: boolean;
  readonly port: number;
}

const flags = [
  new Option('--fail-on-violation', 'exit with 1 if a client violates a rule, even if the command succeeds'),
  ...mockServerFlags,
  portFlag(0),
];

export function command(): Command {
  return new CliCommand('exec')
    .description(
      'Run a command, such as your tests, against a mock server, and check its clients against the client rules.',
    )
    .usage('[options] -- COMMAND [ARGUMENT…]')
    .argument('[command...]', 'the command to run, such as: npm test')
    .addOptions(...flags)
    .addNotes(
      `The command gets these environment variables:
  DECKHAND_BASE_URL       the base URL of the API, ending in ${basePath}
  DECKHAND_ORIGIN         scheme, host and port, for connectDeckhand
  DECKHAND_API_KEY        a key of the workspace ws_dev
  DECKHAND_OTHER_API_KEY  a key of the workspace ws_other

The report goes to stderr.

Exit codes:
  that of the command; 128 plus the signal number if a signal ended it
  1 if the command succeeded and a client violated a rule (--fail-on-violation)
  2 if the command could not be run, or if it succeeded and no rule was covered (--fail-on-violation)

Examples:
  deckhand exec -- npm test
  deckhand exec --fail-on-violation -- npx playwright test
  deckhand exec --scenario rate-limited -- node make-deck.js`,
    )
    .action(exec);
}

async function exec([program, ...args]: readonly string[], options: ExecOptions): Promise<void> {
  if (program === undefined)
    throw new UserError('no-command', 'No command to run.', {
      hint: 'Write the command after two dashes: deckhand exec -- npm test',
    });
  const configured = resolveMockServerFlags(options);
  const base = configured.options.basePath ?? basePath;
  const judge = new Judge({
    baseUrl: base,
    rules: clientRules,
    singleClient: true,
  });
  const hints = new Hints({
    setKeys: 'pass --api-key KEY',
    allowOrigin: (origin) => `set allowOrigins: ['${origin}'] in the configuration file`,
  });
  let url = '';
  const deckhand = new Deckhand(
    {
      ...configured.options,
      publicUrl: () => url,
    },
    { library: libraryOf(configured.folders), hash: sha256Hex },
  );
  const server = await startServer(deckhand, {
    host: '127.0.0.1',
    port: options.port,
    allowOrigins: configured.allowOrigins,
    onExchange: (exchange) => judge.add(exchange),
    onBlockedOrigin: (origin) => {
      const hint = hints.forOrigin(origin);
      if (hint !== undefined) console.error(`deckhand: ${hint}`);
    },
    onBug: (error) => console.error(`deckhand: ${formatBug(error)}`),
  });
  url = server.url;
  try {
    const code = await runCommand([program, ...args], buildEnvironment(url + base, url));
    const report = judge.report({
      tool: { name: 'deckhand', version: readPackageVersion() },
      target: url + base,
    });
    console.error(`\n${formatClientReport(report)}`);
    process.exitCode = code === 0 && options.failOnViolation ? clientRulesExitCode(report) : code;
  } finally {
    await server.close();
  }
}

/** With `--fail-on-violation`: 1 if a client violated a rule, and 2 if no rule was covered. */
function clientRulesExitCode({ summary, coverage }: Report): 0 | 1 | 2 {
  if (summary.fail + summary.warn > 0) return 1;
  const [gap] = coverage.gaps;
  if (summary.error === 0 && !gap && summary.pass + summary.info > 0) return 0;
  const reason =
    summary.error > 0
      ? 'a rule has a bug'
      : (gap?.reason ??
        'no request covers a rule; use DECKHAND_BASE_URL and DECKHAND_API_KEY in the clients');
  console.error(`deckhand: Incomplete: ${reason}.`);
  return 2;
}

function buildEnvironment(baseUrl: string, origin: string): Record<string, string> {
  return {
    DECKHAND_BASE_URL: baseUrl,
    DECKHAND_ORIGIN: origin,
    DECKHAND_API_KEY: DEVELOPMENT_KEYS.ws_dev,
    DECKHAND_OTHER_API_KEY: DEVELOPMENT_KEYS.ws_other,
  };
}

/** @throws UserError for the last error in the files; the others are printed first */
function libraryOf(folders: readonly string[]): ScenarioLibrary {
  const library = new ScenarioLibrary();
  throwErrors(loadScenarios([BUNDLED_SCENARIOS, ...folders], library));
  return library;
}
