/** `deckhand serve`: the stand-in on a port of this machine. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { Deckhand } from '../adapters/deckhand.js';
import { BUNDLED_SCENARIOS, loadScenarios } from '../adapters/scenario-files.js';
import { nodeHash } from '../adapters/node-hash.js';
import { selfCheck } from '../adapters/self-check.js';
import { SourceFiles } from '../adapters/source-files.js';
import { startServer } from '../adapters/server.js';
import { watchScenarios } from '../adapters/watch-scenarios.js';
import type { Exchange } from '../journal/exchange.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { banner } from './banner.js';
import { bugText } from './bug-text.js';
import type { FollowedOverlay } from './follow-overlay.js';
import { EvictionLog, jsonLine, pageLine, prettyLine } from './log.js';
import {
  collect,
  duration,
  host,
  hostName,
  httpUrl,
  origin,
  positiveNumber,
  rateLimit,
  token,
  wholeNumber,
} from './option-values.js';
import { printable } from '../adapters/printable.js';
import { stopSignal } from './stop-signal.js';

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
  readonly selfCheck?: boolean;
  readonly overlay?: string;
  readonly tightLoop?: number;
  readonly openControl?: boolean;
  readonly controlToken?: string;
}

export function command(): Command {
  return new Command('serve')
    .description('Start the stand-in.')
    .addOption(
      new Option('--port <number>', 'the port; 0 for any that is free')
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
    .option('--scenario <name>', 'what jobs play unless a request says otherwise', 'happy-path')
    .option('--scenarios <folder>', 'a folder of more scenario files (repeatable)', collect)
    .option('--speed <factor>', 'how many times faster than real time the clocks run', positiveNumber, 1)
    .option('--rate-limit <rate>', 'requests per time and key, such as 20/1m', rateLimit)
    .option('--seed <number>', 'fixes everything random', wholeNumber(0, 2 ** 31 - 1), 1)
    .addOption(new Option('--store <store>', 'where jobs are kept').default('memory').argParser(store))
    .addOption(
      new Option('--log <style>', 'how requests are logged')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
    .option('--public-url <address>', "what presentations' addresses begin with, behind a proxy", httpUrl)
    .option(
      '--allow-origin <origin>',
      'a page that may read answers, beside those of this machine (repeatable)',
      origin,
    )
    .option('--allow-host <name>', 'a host name that requests may be addressed to (repeatable)', hostName)
    .option(
      '--max-jobs <number>',
      'jobs a workspace keeps before it forgets the oldest',
      wholeNumber(1, 10_000_000),
      100_000,
    )
    .option('--overlay <file>', 'answer in the shapes that a service was seen to have (deckhand learn)')
    .option('--open-control', 'let every page and every machine that reaches it use the control API')
    .addOption(
      new Option('--control-token <token>', 'what requests to the control API have to bring')
        .env('DECKHAND_CONTROL_TOKEN')
        .argParser(token),
    )
    .option('--self-check', 'check every answer against the contract, and say so when one breaks it')
    .option(
      '--tight-loop <time>',
      'polls of one job faster than this are called a tight loop (default: 1s)',
      duration,
    )
    .addHelpText(
      'after',
      `
Exit codes: 0 it was stopped, 1 an answer was not as it has to be (--self-check) or a bug showed, 2 it could not start, or its
log cannot be written.
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
      scenario: options.scenario,
      seed: options.seed,
      speed: options.speed,
      limits: { jobs: options.maxJobs, presentations: options.maxJobs },
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
  const line = options.log === 'json' ? jsonLine : prettyLine;
  const judge = conductJudge(options);
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
        say(line(exchange, took));
        judge(exchange);
      },
      onPage: (page) => say(pageLine(page, options.log === 'json')),
    }),
    ...(options.selfCheck && { onAnswer: (answer) => complain((following?.check ?? selfCheck)(answer)) }),
    onBug: (error) => complain(bugText(error)),
  });
  url = server.url;
  if (options.log === 'pretty') {
    const hasControl = options.openControl === true || options.controlToken !== undefined;
    say(banner({ url: server.url, host: options.host, library, active: options.scenario, hasControl }));
  }
  if (options.log === 'pretty' && following) say(following.text);
  if (options.log === 'json') say(JSON.stringify({ listening: server.url }));
  // Nobody could know where it listens.
  if (options.log === 'silent' && options.port === 0) say(server.url);

  const stopWatching = await watchScenarios(directories, library, {
    onLoad: (name, file, isNew) =>
      options.log === 'pretty' &&
      say(
        isNew
          ? `Loaded ${name} from ${file}.`
          : `Reloaded ${name} from ${file}. Jobs that run keep the story they began with.`,
      ),
    onDelete: (name, file) =>
      options.log === 'pretty' && say(`${file} was deleted. ${name} stays until the next start.`),
    onShadow: (file, winner) =>
      options.log === 'pretty' && say(`${file} changes nothing: ${winner} goes before it.`),
    onRefuse: (errors, kept) => {
      for (const error of errors) warn(printable(error.format()));
      if (kept) warn('The last good version stays.');
    },
    onChange: () => deckhand.service.tellOfScenarios(),
    onTrouble: (what) => warn(`deckhand: changes to scenario files may go unnoticed: ${what}.`),
  });
  await stop;
  await Promise.all([stopWatching(), server.close()]);
  if (options.log === 'pretty') say('Stopped.');
}

/** Loaded when it is asked for: starting the stand-in does not wait for it. */
async function followOverlay({
  overlay = '',
  selfCheck: isChecked = false,
}: ServeOptions): Promise<FollowedOverlay> {
  const { followed } = await import('./follow-overlay.js');
  return followed(overlay, isChecked);
}

/**
 * Says when clients misbehave. The judge is loaded when there is something to judge: nobody waits for it, and without one
 * the stand-in answers as before.
 */
function conductJudge({ log, tightLoop }: ServeOptions): (exchange: Exchange) => void {
  let loaded: Promise<(exchange: Exchange) => readonly string[]> | undefined;
  let isBroken = false;
  const giveUp = (error: unknown): void => {
    if (!isBroken) complain(bugText(error));
    isBroken = true;
  };
  return (exchange) => {
    if (log === 'silent' || isBroken) return;
    loaded ??= import('./conduct-lines.js').then(({ conductLines }) =>
      conductLines({ style: log, ...(tightLoop !== undefined && { tightLoop }) }),
    );
    loaded.then((see) => see(exchange).forEach(say)).catch(giveUp);
  };
}

/** @throws UserError with the first mistake in any file; the others are printed before it */
function loadAll(directories: readonly string[]): ScenarioLibrary {
  const library = new ScenarioLibrary();
  const errors = loadScenarios(directories, library);
  const last = errors.pop();
  for (const error of errors) warn(printable(`deckhand: ${error.format()}`));
  if (last) throw last;
  return library;
}

/** The names that requests may be addressed to, beside the local ones. */
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

/** Says what should not have happened; the exit code tells it, too. */
function complain(text: string | undefined): void {
  if (text === undefined) return;
  warn(`deckhand: ${text}`);
  process.exitCode = 1;
}
