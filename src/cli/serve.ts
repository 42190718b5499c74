/** `deckhand serve`: starts the mock server on a port of this machine. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { mapRecordedWorkspaces } from '../app/replay-workspaces.js';
import type { EvictionKind } from '../app/deckhand-core.js';
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { loadRecording } from '../app/replay-workspaces.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { ScenarioSourceFiles } from '../files/scenario-source-files.js';
import { sanitizeLines, sanitizeLine } from '../base/text/sanitize.js';
import type { StateFile } from '../server/state-file.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { assertAccessOptions } from '../server/require-auth-options.js';
import { startServer, type CurrentOrigin, type ServerOptions } from '../server/server.js';
import { isWildcardAddress, networkUrls } from '../transports/listen.js';
import { sha256Hex } from '../transports/sha256.js';
import { banner } from './banner.js';
import { CliCommand } from './flag.js';
import { readCertificatePair } from './connection-options.js';
import { ignoredHostNote, serveFlags, type ServeOptions } from './serve-options.js';
import { resolveMockServerFlags } from './shared-options.js';
import { waitForStopSignal } from './stop-signals.js';
import { reportBug } from './terminal.js';
import { RequestLog } from '../server/log/request-log.js';
import { loadScenarios } from '../files/load-scenarios.js';
import { listScenarioFiles } from '../files/list-scenario-files.js';
import { watchScenarios } from '../files/watch-scenarios.js';
import { isScenarioFile, scenarioName } from '../scenario/file-name.js';

export function command(): Command {
  return new CliCommand('serve')
    .description('Start a mock server for the Presentation Generation Service.')
    .addOptions(...serveFlags)
    .addNotes(
      `Exit codes:
  0  stopped by a signal
  1  a bug occurred
  2  the server could not start, or its log could not be written

Examples:
  deckhand serve --scenario rate-limited
  deckhand serve --scenarios ./scenarios --speed 10 --port 5010
  deckhand serve --replay staging.har
`,
    )
    .action(serve);
}

const ACCESS_HINTS = {
  token: '--control-token TOKEN (or DECKHAND_CONTROL_TOKEN)',
  keys: '--key KEY (or DECKHAND_KEYS), --any-key or --no-key',
};

async function serve(options: ServeOptions, self: Command): Promise<void> {
  const note = ignoredHostNote(self);
  if (note !== undefined) console.error(`deckhand: ${note}`);
  const configured = resolveMockServerFlags(options);
  const { apiKeys, publicUrl } = configured.options;
  const { host, port, controlToken, allowHost = [], log: style } = options;
  const isReachable = assertAccessOptions({ host, publicUrl, controlToken, keys: apiKeys }, ACCESS_HINTS);
  const tls = readCertificatePair(options);
  const library = loadScenarioLibrary(configured);

  const requested: CurrentOrigin = {};
  let url = '';
  const deckhand = createServerDeckhand(configured, library, () => requested.address ?? url);
  // Not before a large recording is read: Ctrl-C ends that at once.
  const stop = waitForStopSignal();
  if (isReachable) deckhand.requireConfiguredKeys();
  const log = new ServeLog(deckhand, style, isReachable);
  const state = options.state === undefined ? undefined : await openStateFile(deckhand, options.state);
  if (options.snapshot !== undefined) await loadSnapshot(deckhand, options.snapshot);
  const published = typeof publicUrl === 'string' ? [new URL(publicUrl).hostname] : [];
  const server = await startServer(deckhand, {
    ...log.callbacks(),
    onBug: reportBug,
    host,
    port,
    controlToken,
    currentOrigin: requested,
    allowOrigins: configured.allowOrigins,
    allowHosts: [host.toLowerCase(), ...published, ...allowHost],
    ...(tls && { tls }),
  });
  ({ url } = server);
  if (style === 'pretty')
    console.log(
      banner({
        url,
        host,
        deckhand,
        keys: apiKeys,
        isReachable,
        snapshotFile: options.snapshot,
        resolved: configured,
      }),
    );
  const network = isWildcardAddress(host) ? networkUrls(url) : undefined;
  if (style === 'json') console.log(JSON.stringify({ listening: url, network, snapshot: options.snapshot }));
  // Without this line the selected port would be unknown.
  if (style === 'silent' && port === 0) console.log(url);
  const stopWatching = await watchScenarioFolders(deckhand, library, configured, style);

  await stop;
  await Promise.all([stopWatching(), server.close()]);
  state?.close();
  await log.close();
  if (style === 'pretty') console.log('Stopped.');
}

async function loadSnapshot(deckhand: Deckhand, file: string): Promise<void> {
  const { loadSnapshotFile } = await import('../server/snapshot-file.js');
  loadSnapshotFile(deckhand, file);
}

async function openStateFile(deckhand: Deckhand, file: string): Promise<StateFile> {
  const { StateFile } = await import('../server/state-file.js');
  return StateFile.open(deckhand, file, (message) => console.error(`deckhand: ${sanitizeLines(message)}`));
}

/**
 * @param url the address of the server
 * @throws UserError when an option or the recording is wrong
 */
function createServerDeckhand(
  { options, folders }: ReturnType<typeof resolveMockServerFlags>,
  library: ScenarioLibrary,
  url: () => string,
): Deckhand {
  const recording = options.replay === undefined ? undefined : loadRecording(options.replay);
  const reported = new Set<EvictionKind>();
  return new Deckhand(
    { publicUrl: url, ...options },
    {
      library,
      hash: sha256Hex,
      idSalt: randomUUID(),
      ...(recording && { replay: mapRecordedWorkspaces(recording, options.apiKeys) }),
      sources: new ScenarioSourceFiles(folders, BUNDLED_SCENARIOS),
      onEviction(kind, workspaceId) {
        // One line for each kind, because a load test removes thousands.
        if (!reported.has(kind)) console.error(`deckhand: ${EVICTION_MESSAGES[kind](workspaceId)}`);
        reported.add(kind);
      },
    },
  );
}

const EVICTION_MESSAGES: Readonly<Record<EvictionKind, (workspaceId: string) => string>> = {
  jobs: (id) => `The workspace ${id} is full. Its oldest jobs are removed; --max-jobs keeps more.`,
  presentations: (id) =>
    `The workspace ${id} is full. Its oldest presentations are removed; --max-jobs keeps more.`,
  sandboxes: (id) => `Too many sandboxes are open. The longest unused are removed, such as ${id}.`,
  scenarios: () => 'Too many inline scenarios are in use: the oldest and their jobs are evicted.',
};

/* What `deckhand serve` prints about requests, and which of them a recording does not hold. */

class ServeLog {
  readonly #deckhand: Deckhand;
  readonly #style: ServeOptions['log'];
  readonly #requests: RequestLog | undefined;

  /** @param isReachable whether other machines can connect */
  constructor(deckhand: Deckhand, style: ServeOptions['log'], isReachable: boolean) {
    this.#deckhand = deckhand;
    this.#style = style;
    if (style === 'silent') return;
    this.#requests = new RequestLog({
      style,
      basePath: deckhand.requestMatcher.basePath,
      advice: {
        setKeys: 'start with --key KEY, --any-key or --no-key',
        isReachable,
        allowOrigin: (origin) => `start with --allow-origin ${origin}`,
      },
      write: (line) => console.log(line),
      onBug: reportBug,
    });
  }

  /** The server does not call what is not here. */
  callbacks(): Partial<ServerOptions> {
    const requests = this.#requests;
    if (!requests) return {};
    return {
      onExchange: requests.onExchange,
      onPage: requests.onPage,
      onBlockedOrigin: requests.onRefusedOrigin,
      onBlockedHost: requests.onRefusedHost,
    };
  }

  async close(): Promise<void> {
    await this.#requests?.close();
    if (this.#style !== 'pretty') return;
    for (const { id, replay } of this.#deckhand.service.workspaceStates()) {
      const lines = replay?.summary() ?? [];
      const name = id === '' ? 'Requests without a valid key' : id;
      if (replay && lines.length === 0)
        console.log(`${name}: every recorded failure was played, and no request was new.`);
      else if (replay)
        console.log([`${name}:`, ...lines.map((line) => `  ${sanitizeLine(line)}`)].join('\n'));
    }
  }
}

/* The scenario files of `deckhand serve`: read at the start, and again when they are saved. */

interface Folders {
  readonly options: DeckhandOptions;
  /** The folders and files of the options. */
  readonly folders: readonly string[];
}

/**
 * Reads all scenario files. A file with mistakes is reported, and the others are read.
 * @throws UserError when a scenario that the user named has mistakes, or every file of a folder
 */
function loadScenarioLibrary({ options, folders }: Folders): ScenarioLibrary {
  const library = new ScenarioLibrary();
  loadScenarios([BUNDLED_SCENARIOS, ...folders], library);
  const named = new Set<unknown>([options.scenario, ...folders.filter(isScenarioFile).map(scenarioName)]);
  const invalid = library.invalidFiles();
  // A folder without a valid scenario is probably a mistake.
  for (const folder of folders) {
    const files = listScenarioFiles(folder).map(scenarioName);
    if (files.every((file) => invalid.some(({ name }) => name === file)))
      for (const file of files) named.add(file);
  }
  const [last] = invalid.filter(({ name }) => named.has(name)).flatMap(({ errors }) => errors.slice(-1));
  for (const error of invalid.flatMap(({ errors }) => errors))
    if (error !== last) console.error(sanitizeLines(`deckhand: ${error.format()}`));
  if (last) throw last;
  for (const { name } of invalid)
    console.error(
      sanitizeLines(
        library.get(name)
          ? `deckhand: ${name}: the bundled version is used until the file is valid.`
          : `deckhand: ${name} is loaded when its file is valid.`,
      ),
    );
  return library;
}

/** @returns a function that stops watching */
function watchScenarioFolders(
  deckhand: Deckhand,
  library: ScenarioLibrary,
  { folders }: Folders,
  log: 'pretty' | 'json' | 'silent',
): Promise<() => Promise<void>> {
  const report = (text: string): void => {
    if (log === 'pretty') console.log(text);
  };
  return watchScenarios([BUNDLED_SCENARIOS, ...folders], library, {
    onLoad: (name, file, isNew) =>
      report(
        isNew
          ? `Loaded ${name} from ${file}.`
          : `Reloaded ${name} from ${file}. Running jobs keep the version they started with.`,
      ),
    onDelete: (name, file) => report(`${file} was deleted. ${name} stays until the next start.`),
    onOverridden: (file, winner) => report(`${file} has no effect: ${winner} has priority.`),
    onInvalid: (errors, kept) => {
      for (const error of errors) console.error(sanitizeLines(error.format()));
      if (kept) console.error('The last valid version stays in use.');
    },
    onChange: () => deckhand.service.markScenariosChanged(),
    onWatchError: (what) => console.error(`deckhand: changes to scenario files may be missed: ${what}.`),
  });
}
