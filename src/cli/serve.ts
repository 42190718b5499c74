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
import { watchScenarios } from '../files/watch-scenarios.js';
import type { Exchange } from '../journal/exchange.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { banner } from './banner.js';
import { bugText } from './bug-text.js';
import type { ClientRuleLog } from './client-rule-log.js';
import type { ImitatedOverlay } from './imitate-overlay.js';
import { EvictionLog, jsonLine, pageLine, prettyLine } from './log.js';
import {
  collect,
  duration,
  host,
  hostName,
  httpUrl,
  memory,
  origin,
  positiveNumber,
  rateLimit,
  token,
  wholeNumber,
} from './option-values.js';
import { printable } from '../base/printable.js';
import { stopSignal } from './stop-signal.js';
import type { ScenarioName } from '../app/scenario-names.js';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly scenario: string;
  readonly scenarios?: readonly string[];
  readonly speed: number;
  readonly rateLimit?: string;
  readonly seed: number;
  readonly log: 'pretty' | 'json' | 'silent';
  readonly publicUrl?: string;
  readonly allowOrigin?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly maxJobs: number;
  readonly memory?: number;
  readonly selfCheck?: boolean;
  readonly overlay?: string;
  readonly tightLoop?: number;
  readonly openControl?: boolean;
  readonly controlToken?: string;
}

export function command(): Command {
  return new Command('serve')
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
    )
    .option('--scenario <name>', 'the scenario of jobs whose request does not select one', 'happy-path')
    .option('--scenarios <folder>', 'a folder with more scenario files (repeatable)', collect)
    .option('--speed <factor>', 'how many times faster than real time the clocks run', positiveNumber, 1)
    .option('--rate-limit <rate>', 'the limit for each key, as requests per time, such as 20/1m', rateLimit)
    .option('--seed <number>', 'the seed of all random values', wholeNumber(0, 2 ** 31 - 1), 1)
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
      scenario: options.scenario as ScenarioName,
      seed: options.seed,
      speed: options.speed,
      limits: {
        jobs: options.maxJobs,
        presentations: options.maxJobs,
        bytes: options.memory ?? heapShare(),
      },
      onEvict: (kind, workspaceId) => evictions.note(kind, workspaceId),
      publicUrl: () => options.publicUrl ?? url,
      ...(options.rateLimit !== undefined && { rateLimit: options.rateLimit }),
    },
    {
      library,
      hash: nodeHash,
      reshape: following?.reshape,
      sources: new SourceFiles(options.scenarios ?? [], BUNDLED_SCENARIOS),
    },
  );
  const requestLine = options.log === 'json' ? jsonLine : prettyLine;
  const ruleLog = clientRuleLog(options);
  const server = await startServer(deckhand, {
    host: options.host,
    port: options.port,
    allowOrigins: options.allowOrigin ?? [],
    allowHosts: hostsOf(options),
    control: {
      open: options.openControl ?? false,
      ...(options.controlToken && { token: options.controlToken }),
    },
    ...(options.log !== 'silent' && {
      onExchange: (exchange, took) => {
        say(requestLine(exchange, took));
        ruleLog.add(exchange);
      },
      onPage: (page) => say(pageLine(page, options.log === 'json')),
    }),
    ...(options.selfCheck && {
      onResponse: (response) => reportProblem((following?.check ?? selfCheck)(response)),
    }),
    onBug: (error) => reportProblem(bugText(error)),
  });
  url = server.url;
  if (options.log === 'pretty') {
    const hasControl = options.openControl === true || options.controlToken !== undefined;
    say(
      banner({
        url: server.url,
        host: options.host,
        library,
        active: deckhand.service.defaultScenario,
        hasControl,
      }),
    );
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
  await ruleLog.close();
  if (options.log === 'pretty') say('Stopped.');
}

/** Loaded on demand, so that the server starts fast without an overlay. */
async function followOverlay({
  overlay = '',
  selfCheck: isChecked = false,
}: ServeOptions): Promise<ImitatedOverlay> {
  const { imitateOverlay } = await import('./imitate-overlay.js');
  return imitateOverlay(overlay, isChecked);
}

/** Logs clients that break a rule. The rules are loaded with the first exchange, so that the server starts fast. */
function clientRuleLog({ log, tightLoop }: ServeOptions): LazyClientRuleLog {
  if (log === 'silent') return { add: () => {}, close: () => Promise.resolve() };
  let loaded: Promise<ClientRuleLog> | undefined;
  let isBroken = false;
  const onBug = (error: unknown): void => {
    if (!isBroken) reportProblem(bugText(error));
    isBroken = true;
  };
  const add = (exchange: Exchange): void => {
    if (isBroken) return;
    loaded ??= import('./client-rule-log.js').then(
      (module) =>
        new module.ClientRuleLog({
          style: log,
          write: say,
          onBug,
          ...(tightLoop !== undefined && { tightLoop }),
        }),
    );
    loaded.then((ruleLog) => ruleLog.add(exchange)).catch(onBug);
  };
  const close = async (): Promise<void> => (isBroken ? undefined : (await loaded)?.close());
  return { add, close };
}

interface LazyClientRuleLog {
  readonly add: (exchange: Exchange) => void;
  /** Judges the rest. */
  readonly close: () => Promise<void>;
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
