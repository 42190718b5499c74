/** `deckhand serve`: starts the stand-in on a port of this machine. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { Deckhand } from '../app/deckhand.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { nodeHash } from '../transports/node-hash.js';
import { heapShare } from '../server/heap-share.js';
import { selfCheck } from '../server/self-check.js';
import { SourceFiles } from '../files/source-files.js';
import { startServer } from '../server/server.js';
import type { StateKeeper } from '../server/state/state-keeper.js';
import { watchScenarios } from '../files/watch-scenarios.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { banner } from './banner.js';
import { bugText } from '../terminal/bug-text.js';
import type { ImitatedOverlay } from './imitate-overlay.js';
import { EvictionLog } from '../terminal/eviction-log.js';
import { RequestLog } from '../terminal/request-log.js';
import { duration, host, hostName, httpUrl, memory, origin, token, wholeNumber } from './option-values.js';
import { printable } from '../base/printable.js';
import { addStandInFlags, optionsOf, type StandInFlags } from './stand-in-options.js';
import { stopSignal } from './stop-signal.js';

interface ServeOptions extends StandInFlags {
  readonly port: number;
  readonly host: string;
  readonly log: 'pretty' | 'json' | 'silent';
  readonly publicUrl?: string;
  readonly allowOrigin?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly maxJobs: number;
  readonly memory?: number;
  readonly state?: string;
  readonly selfCheck?: boolean;
  readonly overlay?: string;
  readonly tightLoop?: number;
  readonly openControl?: boolean;
  readonly controlToken?: string;
}

export function command(): Command {
  const serveCommand = new Command('serve')
    .description('Start the stand-in, a mock server for the Presentation Generation Service.')
    .addOption(
      new Option('--port <number>', 'the port; 0 selects a free one')
        .env('PORT')
        .default(4010)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--host <address>', 'the address to listen on')
        .env('HOST')
        .default('127.0.0.1')
        .argParser(host),
    );
  return addStandInFlags(serveCommand)
    .addOption(new Option('--store <store>', 'where jobs are stored').default('memory').argParser(store))
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
    .option('--overlay <file>', 'respond in the shapes that `deckhand learn` observed in a real service')
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
`,
    )
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const directories = [BUNDLED_SCENARIOS, ...(options.scenarios ?? [])];
  const library = loadAll(directories);
  const following = options.overlay === undefined ? undefined : await followOverlay(options);
  const evictions = new EvictionLog(warn);
  const stop = stopSignal();
  let url = '';
  const deckhand = new Deckhand(
    {
      ...optionsOf(options),
      limits: {
        jobs: options.maxJobs,
        presentations: options.maxJobs,
        bytes: options.memory ?? heapShare(),
      },
      onEvict: (kind, workspaceId) => evictions.note(kind, workspaceId),
      publicUrl: () => options.publicUrl ?? url,
    },
    {
      library,
      hash: nodeHash,
      reshape: following?.reshape,
      sources: new SourceFiles(options.scenarios ?? [], BUNDLED_SCENARIOS),
    },
  );
  const log =
    options.log === 'silent' ? undefined : requestLog(options, options.log, deckhand.reach.basePath);
  const keeper = options.state === undefined ? undefined : await keepState(deckhand, options.state);
  const server = await startServer(deckhand, {
    host: options.host,
    port: options.port,
    allowOrigins: options.allowOrigin ?? [],
    allowHosts: hostsOf(options),
    control: {
      open: options.openControl ?? false,
      ...(options.controlToken && { token: options.controlToken }),
    },
    ...(log && {
      onExchange: log.onExchange,
      onPage: log.onPage,
      onRefusedOrigin: log.onRefusedOrigin,
    }),
    ...(options.selfCheck && {
      onResponse: (response) => reportProblem((following?.check ?? selfCheck)(response)),
    }),
    onBug: (error) => reportProblem(bugText(error)),
  });
  url = server.url;
  if (options.log === 'pretty') {
    const hasControl = options.openControl === true || options.controlToken !== undefined;
    const keys = optionsOf(options).keys;
    say(banner({ url: server.url, host: options.host, deckhand, keys, hasControl }));
  }
  if (options.log === 'pretty' && following) say(following.text);
  if (options.log === 'json') say(JSON.stringify({ listening: server.url }));
  // Without this line the selected port would be unknown.
  if (options.log === 'silent' && options.port === 0) say(server.url);

  const stopWatching = await watchScenarios(directories, library, {
    onLoad: (name, file, isNew) =>
      options.log === 'pretty' &&
      say(
        isNew
          ? `Loaded ${name} from ${file}.`
          : `Reloaded ${name} from ${file}. Running jobs keep the version they started with.`,
      ),
    onDelete: (name, file) =>
      options.log === 'pretty' && say(`${file} was deleted. ${name} stays until the next start.`),
    onShadow: (file, winner) =>
      options.log === 'pretty' && say(`${file} has no effect: ${winner} has priority.`),
    onRefuse: (errors, kept) => {
      for (const error of errors) warn(printable(error.format()));
      if (kept) warn('The last valid version stays in use.');
    },
    onChange: () => deckhand.service.emitScenarios(),
    onTrouble: (what) => warn(`deckhand: changes to scenario files may be missed: ${what}.`),
  });
  await stop;
  await Promise.all([stopWatching(), server.close()]);
  await keeper?.close();
  await log?.close();
  if (options.log === 'pretty') say('Stopped.');
}

/** Loaded on demand, as most servers keep no state. */
async function keepState(deckhand: Deckhand, file: string): Promise<StateKeeper> {
  const { StateKeeper: keeper } = await import('../server/state/state-keeper.js');
  return keeper.open(deckhand, file, (message) => warn(`deckhand: ${printable(message)}`));
}

/** Loaded on demand, so that the server starts fast without an overlay. */
async function followOverlay({
  overlay = '',
  selfCheck: isChecked = false,
}: ServeOptions): Promise<ImitatedOverlay> {
  const { imitateOverlay } = await import('./imitate-overlay.js');
  return imitateOverlay(overlay, isChecked);
}

function requestLog({ tightLoop }: ServeOptions, style: 'pretty' | 'json', basePath: string): RequestLog {
  return new RequestLog({
    style,
    basePath,
    tightLoop,
    advice: {
      setKeys: 'start with --key KEY, --any-key or --no-key',
      allowOrigin: (origin) => `start with --allow-origin ${origin}`,
    },
    write: say,
    onBug: (error) => reportProblem(bugText(error)),
  });
}

/** @throws UserError for the last mistake in the files; the others are printed before */
function loadAll(directories: readonly string[]): ScenarioLibrary {
  const library = new ScenarioLibrary();
  const errors = loadScenarios(directories, library);
  const last = errors.pop();
  for (const error of errors) warn(printable(`deckhand: ${error.format()}`));
  if (last) throw last;
  return library;
}

/** The host names that clients can use, besides those of this machine. */
function hostsOf({ host: listening, publicUrl, allowHost = [] }: ServeOptions): string[] {
  return [
    listening.toLowerCase(),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ...allowHost,
  ];
}

function store(text: string): string {
  if (text === 'memory') return text;
  throw new InvalidArgumentError('Expected memory.');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints a problem, and sets the exit code to 1. */
function reportProblem(text: string | undefined): void {
  if (text === undefined) return;
  warn(`deckhand: ${text}`);
  process.exitCode = 1;
}
