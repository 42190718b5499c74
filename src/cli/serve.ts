/** `deckhand serve`: starts the stand-in on a port of this machine. */
import type { Command } from 'commander';
import { Deckhand } from '../app/deckhand.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { nodeHash } from '../transports/node-hash.js';
import { ServerExposure } from '../server/exposure.js';
import { heapShare } from '../server/heap-share.js';
import { selfCheck } from '../server/self-check.js';
import { SourceFiles } from '../files/source-files.js';
import { startServer } from '../server/server.js';
import type { StateKeeper } from '../server/state/state-keeper.js';
import { watchScenarios } from '../files/watch-scenarios.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { accessOf, newKey, type Access } from './access.js';
import { banner } from './banner.js';
import { bugText } from '../terminal/bug-text.js';
import type { ImitatedOverlay } from './imitate-overlay.js';
import { EvictionLog } from '../terminal/eviction-log.js';
import { RequestLog } from '../terminal/request-log.js';
import { printable } from '../base/printable.js';
import { loadReplay, withReplayKeys } from './replay-option.js';
import { ReplayLog } from './replay-log.js';
import { readTls } from './tls-files.js';
import { noteAboutHost, serveCommand, type ServeOptions } from './serve-flags.js';
import type { ServeStore } from './serve-store.js';
import { configuredBy } from './stand-in-options.js';
import { stopSignal } from './stop-signal.js';

/** The default memory of replicas. All must have the same, so it does not follow the heap. */
const STORE_MEMORY = 268_435_456;

export function command(): Command {
  return serveCommand().action(serve);
}

async function serve(options: ServeOptions, self: Command): Promise<void> {
  const note = noteAboutHost(self);
  if (note !== undefined) warn(`deckhand: ${note}`);
  const tls = readTls(options);
  const configured = configuredBy(options);
  const access = accessOf(options, configured.options);
  const { isExposed: exposed, token, newToken, newKeys, warnings } = access;
  const replay =
    options.replay === undefined
      ? undefined
      : loadReplay(options.replay, exposed && !options.developmentKeys ? newKey : undefined);
  const keys = replay ? withReplayKeys(access.keys, replay) : access.keys;
  const directories = [BUNDLED_SCENARIOS, ...configured.folders];
  const library = loadAll(directories, namesAskedFor(configured.options.scenario, configured.folders));
  const following = options.overlay === undefined ? undefined : await followOverlay(options);
  const store = options.store === 'memory' ? undefined : await sharedStore(options, access);
  const evictions = new EvictionLog(warn);
  const stop = stopSignal();
  let url = '';
  const deckhand = new Deckhand(
    {
      ...configured.options,
      ...(keys !== undefined && { keys }),
      limits: {
        jobs: options.maxJobs,
        presentations: options.maxJobs,
        bytes: options.memory ?? (store ? STORE_MEMORY : heapShare()),
      },
      onEvict: (kind, workspaceId) => evictions.note(kind, workspaceId),
      publicUrl: () => options.publicUrl ?? url,
    },
    {
      library,
      hash: nodeHash,
      reshape: following?.reshape,
      replays: replay?.timelines,
      ...(store
        ? { sources: store.sources, shared: store.shared }
        : { sources: new SourceFiles(configured.folders, BUNDLED_SCENARIOS) }),
    },
  );
  const log =
    options.log === 'silent'
      ? undefined
      : requestLog(options, options.log, deckhand.reach.basePath, exposed && !options.developmentKeys);
  const replayLog = replay && new ReplayLog(deckhand, replay.recordings, options.log, say);
  deckhand.service.world.exposure = new ServerExposure(deckhand.given, {
    token,
    developmentKeys: options.developmentKeys,
    isExposed: () => exposed,
    advice: 'start the server with --key KEY, or allow it with --development-keys',
  });
  const keeper = options.state === undefined ? undefined : await keepState(deckhand, options.state);
  const storeWarnings = await store?.start(deckhand, options);
  const server = await startServer(deckhand, {
    host: options.host,
    port: options.port,
    allowOrigins: configured.allowOrigins,
    allowHosts: hostsOf(options),
    ...(tls && { tls }),
    control: {
      open: options.openControl ?? false,
      exposed,
      ...(token !== undefined && { token }),
    },
    ...((log ?? replayLog) && {
      onExchange: (exchange, took) => {
        log?.onExchange(exchange, took);
        replayLog?.add(exchange);
      },
    }),
    ...(log && {
      onPage: log.onPage,
      onRefusedOrigin: log.onRefusedOrigin,
    }),
    ...(options.selfCheck && {
      onResponse: (response) => reportProblem((following?.check ?? selfCheck)(response)),
    }),
    onBug: (error) => reportProblem(bugText(error)),
  });
  url = server.url;
  const allWarnings = [...warnings, ...(storeWarnings ?? [])];
  if (options.log === 'pretty') {
    const { latency } = configured.options;
    say(
      banner({
        url: server.url,
        host: options.host,
        deckhand,
        keys: access.keys,
        newKeys,
        ...(replay && { replay }),
        isExposed: exposed && !options.developmentKeys,
        warnings: allWarnings,
        ...(store && { store: store.shown }),
        latency,
        token: newToken,
        configFile: configured.file,
      }),
    );
  }
  if (options.log === 'pretty' && following) say(following.text);
  if (options.log === 'json')
    say(
      JSON.stringify({
        listening: server.url,
        ...(newToken && { control_token: newToken }),
        ...(newKeys && { keys: newKeys }),
        ...(store && { store: store.shown }),
        ...(allWarnings.length > 0 && { warnings: allWarnings }),
      }),
    );
  // Without this line the selected port would be unknown.
  if (options.log === 'silent' && options.port === 0) say(server.url);

  // Replicas must have the same scenarios, so they do not read files again.
  const stopWatching = store
    ? undefined
    : await watchScenarios(directories, library, {
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
  await Promise.all([stopWatching?.(), server.close()]);
  await keeper?.close();
  await store?.close();
  await log?.close();
  replayLog?.close();
  if (options.log === 'pretty') say('Stopped.');
}

/** Loaded on demand, as most servers are alone. @throws UserError when a flag does not fit */
async function sharedStore(options: ServeOptions, access: Access): Promise<ServeStore> {
  const { ServeStore: create } = await import('./serve-store.js');
  return new create(options, access, { warn, onBug: (error) => reportProblem(bugText(error)) });
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

function requestLog(
  { tightLoop }: ServeOptions,
  style: 'pretty' | 'json',
  basePath: string,
  isExposed: boolean,
): RequestLog {
  return new RequestLog({
    style,
    basePath,
    tightLoop,
    advice: {
      setKeys: `start with --key KEY, ${isExposed ? '--development-keys, ' : ''}--any-key or --no-key`,
      isExposed,
      allowOrigin: (origin) => `start with --allow-origin ${origin}`,
    },
    write: say,
    onBug: (error) => reportProblem(bugText(error)),
  });
}

/** @throws UserError for the last mistake in the files; the others are printed before */
/**
 * Loads all scenario files. A file with mistakes is reported, and the others are loaded.
 * @throws UserError when a scenario that the user asked for by name has mistakes
 */
function loadAll(directories: readonly string[], asked: ReadonlySet<string>): ScenarioLibrary {
  const library = new ScenarioLibrary();
  loadScenarios(directories, library);
  const invalid = library.invalidFiles();
  const [last] = invalid.filter(({ name }) => asked.has(name)).flatMap(({ errors }) => errors.slice(-1));
  for (const error of invalid.flatMap(({ errors }) => errors))
    if (error !== last) warn(printable(`deckhand: ${error.format()}`));
  if (last) throw last;
  for (const { name } of invalid)
    warn(
      printable(
        library.get(name)
          ? `deckhand: ${name}: the bundled version is used until the file is valid.`
          : `deckhand: ${name} is loaded when its file is valid.`,
      ),
    );
  return library;
}

/** The scenarios of `--scenario`, and of files in `--scenarios`. */
function namesAskedFor(scenario: unknown, folders: readonly string[]): Set<string> {
  return new Set([
    ...(typeof scenario === 'string' ? [scenario] : []),
    ...folders.filter(isScenarioFile).map(scenarioName),
  ]);
}

/** The host names that clients can use, besides those of this machine. */
function hostsOf({ host: listening, publicUrl, allowHost = [] }: ServeOptions): string[] {
  return [
    listening.toLowerCase(),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ...allowHost,
  ];
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
