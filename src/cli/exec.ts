/** `deckhand exec -- COMMAND`: runs a command with a mock server, and checks its clients against the client rules. */
import { Option, type Command } from 'commander';
import { Deckhand, DEVELOPMENT_KEYS } from '../app/deckhand.js';
import { sha256Hex } from '../transports/sha256.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { startServer } from '../server/server.js';
import { clientRules, formatClientReport, Judge, type Report } from '../judge/index.js';
import { basePath } from '../generated/routes.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { UserError } from '../base/user-error.js';
import { formatBug } from '../server/log/format-bug.js';
import { CliCommand } from './flag.js';
import { resolveMockServerFlags, mockServerFlags, portFlag, type MockServerFlags } from './shared-options.js';
import { throwErrors } from './terminal.js';
import { version } from './version.js';
import { constants } from 'node:os';
import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';

interface ExecOptions extends MockServerFlags {
  readonly strictConduct?: boolean;
  readonly port: number;
}

const flags = [
  new Option('--strict-conduct', 'exit with 1 if a client broke a rule, even if the command succeeded'),
  ...mockServerFlags,
  portFlag(0),
];

export function command(): Command {
  return new CliCommand('exec')
    .description(
      'Run a command, such as your tests, against a mock server, and report how its clients behaved.',
    )
    .usage('[options] -- COMMAND [ARGUMENT…]')
    .argument('[command...]', 'the command to run, such as: npm test')
    .addOptions(...flags)
    .addNotes(
      `The command gets these environment variables:
  DECKHAND_URL            the base URL of the API, ending in ${basePath}
  DECKHAND_ADDRESS        scheme, host and port, for connectDeckhand
  DECKHAND_API_KEY        a key of the workspace ws_dev
  DECKHAND_OTHER_API_KEY  a key of the workspace ws_other

The report goes to stderr.

Exit codes:
  that of the command; 128 plus the signal number if a signal ended it
  1 if the command succeeded and a client broke a rule (--strict-conduct)
  2 if the command could not be run, or if it succeeded and nothing could be judged (--strict-conduct)

Examples:
  deckhand exec -- npm test
  deckhand exec --strict-conduct -- npx playwright test
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
  const configured = resolveMockServerFlags(options);
  const base = configured.options.basePath ?? basePath;
  const judge = new Judge({
    baseUrl: base,
    rules: clientRules,
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
    onBug: (error) => console.error(`deckhand: ${formatBug(error)}`),
  });
  url = server.url;
  try {
    const code = await runCommand([program, ...args], buildEnvironment(url + base, url));
    const report = judge.report({ tool: { name: 'deckhand', version: version() }, target: url + base });
    console.error(`\n${formatClientReport(report)}`);
    process.exitCode = code === 0 && options.strictConduct ? clientRulesExitCode(report) : code;
  } finally {
    await server.close();
  }
}

/** With `--strict-conduct`: 1 if a client broke a rule, and 2 if no rule could be judged. */
function clientRulesExitCode({ summary, evidence }: Report): 0 | 1 | 2 {
  if (summary.fail + summary.warn > 0) return 1;
  const [gap] = evidence.gaps;
  if (summary.error === 0 && !gap && summary.pass + summary.info > 0) return 0;
  const why =
    summary.error > 0
      ? 'a rule has a bug'
      : (gap?.reason ??
        'not seen: a request that a rule judges; give the clients DECKHAND_URL and DECKHAND_API_KEY');
  console.error(`deckhand: Incomplete: ${why}.`);
  return 2;
}

/** @param url the base URL of the API */
function buildEnvironment(url: string, address: string): Record<string, string> {
  return {
    DECKHAND_URL: url,
    DECKHAND_ADDRESS: address,
    DECKHAND_API_KEY: DEVELOPMENT_KEYS.ws_dev,
    DECKHAND_OTHER_API_KEY: DEVELOPMENT_KEYS.ws_other,
  };
}

/** @throws UserError for the last mistake in the files; the others are printed before */
function libraryOf(folders: readonly string[]): ScenarioLibrary {
  const library = new ScenarioLibrary();
  throwErrors(loadScenarios([BUNDLED_SCENARIOS, ...folders], library));
  return library;
}

/* Runs a command in this terminal until it ends. It receives the signals of this process, and it ends with this process. */

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Milliseconds between the signal and a kill, in which the command can end by itself. */
const GRACE_PERIOD_MS = 5_000;

/**
 * @returns the exit code; 128 plus the signal number if a signal ended the command, as in a shell
 * @throws UserError if the command cannot be started
 */
async function runCommand(
  command: readonly [program: string, ...args: string[]],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const [program, ...args] = command;
  // `npm test` starts others, and they are a group. At a terminal, the command stays in the group that gets Ctrl-C.
  const hasGroup = process.platform !== 'win32' && !process.stdin.isTTY;
  const forwarding = new SignalForwarder(hasGroup);
  try {
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(program, args, {
        stdio: 'inherit',
        env: { ...process.env, ...env },
        detached: hasGroup,
      });
      forwarding.child = child;
      child.once('error', (error: NodeJS.ErrnoException) => reject(spawnError(program, error)));
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      );
    });
  } finally {
    forwarding.stop();
  }
}

/**
 * Whether the terminal has sent the signal to the command, too. On Windows, a forwarded signal would kill the command before its cleanup.
 */
export function isSentToProcessGroup(
  signal: NodeJS.Signals,
  { platform, stdin }: { readonly platform: NodeJS.Platform; readonly stdin: { readonly isTTY?: boolean } },
): boolean {
  return platform === 'win32' ? signal !== 'SIGTERM' : signal === 'SIGINT' && stdin.isTTY === true;
}

/** Forwards signals to the command, and kills it when this process ends. It begins before the command, so that no signal is lost. */
class SignalForwarder {
  child: ChildProcess | undefined;
  readonly #hasGroup: boolean;
  #killTimer: NodeJS.Timeout | undefined;

  /** @param hasGroup whether the command and what it starts are a group of processes */
  constructor(hasGroup: boolean) {
    this.#hasGroup = hasGroup;
    for (const signal of FORWARDED_SIGNALS) process.on(signal, this.#forward);
    process.once('exit', this.#kill);
  }

  /** After a signal, no process of the group stays. */
  stop(): void {
    clearTimeout(this.#killTimer);
    if (this.#killTimer && this.#hasGroup) this.#kill();
    for (const signal of FORWARDED_SIGNALS) process.off(signal, this.#forward);
    process.off('exit', this.#kill);
  }

  readonly #forward = (signal: NodeJS.Signals): void => {
    if (!isSentToProcessGroup(signal, process)) this.#send(signal);
    if (this.#killTimer) this.#kill();
    this.#killTimer ??= setTimeout(this.#kill, GRACE_PERIOD_MS);
  };

  readonly #kill = (): void => {
    const { pid } = this.child ?? {};
    // A program such as npx is run by a shell there, which would leave it behind.
    if (process.platform === 'win32' && pid !== undefined)
      spawn.sync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    else this.#send('SIGKILL');
  };

  #send(signal: NodeJS.Signals): void {
    const { child } = this;
    if (!this.#hasGroup || child?.pid === undefined) return void child?.kill(signal);
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The whole group has ended.
    }
  }
}

function spawnError(program: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT')
    return new UserError('no-command', `There is no command "${program}".`, {
      hint: 'To run a command of this project, write: deckhand exec -- npx NAME',
      cause: error,
    });
  if (error.code === 'EACCES')
    return new UserError(
      'no-command',
      `"${program}" cannot be run: it is not an executable, or permission is denied.`,
      {
        cause: error,
      },
    );
  return error;
}
