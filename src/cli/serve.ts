/** `deckhand serve`: starts the mock server on a port of this machine. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { Deckhand, type EvictionKind } from '../app/deckhand.js';
import { loadRecording } from '../app/options/replay.js';
import { createContentDecoder } from '../files/decode-body.js';
import { unzstd } from '../proxy/unzstd.js';
import { mapRecordedWorkspaces } from '../app/replay-workspaces.js';
import { BUNDLED_SCENARIOS } from '../files/package-files.js';
import { ScenarioSourceFiles } from '../files/scenario-source-files.js';
import { sanitizeLines } from '../base/text/sanitize.js';
import type { StateFile } from '../server/state-file.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { assertAccessOptions } from '../server/require-auth-options.js';
import { startServer, type CurrentOrigin } from '../server/server.js';
import { isWildcardAddress, networkUrls } from '../transports/listen.js';
import { sha256Hex } from '../transports/sha256.js';
import { banner } from './banner.js';
import { CliCommand } from './command.js';
import { readCertificatePair } from './connection-options.js';
import { loadScenarioLibrary, watchScenarioFolders } from './scenario-folders.js';
import { ServeLog } from './serve-log.js';
import { ignoredHostWarning, serveFlags, type ServeOptions } from './serve-options.js';
import { resolveMockServerFlags } from './shared-options.js';
import { waitForStopSignal } from './stop-signals.js';
import { reportBug } from './terminal.js';

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
  keys: '--api-key KEY (or DECKHAND_API_KEYS), --any-api-key or --optional-api-key',
};

async function serve(options: ServeOptions, self: Command): Promise<void> {
  const warning = ignoredHostWarning(self);
  if (warning !== undefined) console.error(`deckhand: ${warning}`);
  const configured = resolveMockServerFlags(options);
  const { apiKeys, publicUrl } = configured.options;
  const { host, port, controlToken, allowHost = [], log: style } = options;
  const isReachable = assertAccessOptions({ host, publicUrl, controlToken, keys: apiKeys }, ACCESS_HINTS);
  const tls = readCertificatePair(options);
  const library = loadScenarioLibrary(configured);

  const currentOrigin: CurrentOrigin = {};
  let url = '';
  const deckhand = createServerDeckhand(configured, library, () => currentOrigin.origin ?? url);
  // After a large recording is read, which Ctrl-C ends immediately.
  const stop = waitForStopSignal();
  if (isReachable) deckhand.requireConfiguredKeys();
  const log = new ServeLog(deckhand, style, isReachable);
  const state = options.state === undefined ? undefined : await openStateFile(deckhand, options.state);
  if (options.snapshot !== undefined) await loadSnapshot(deckhand, options.snapshot);
  const publicHosts = typeof publicUrl === 'string' ? [new URL(publicUrl).hostname] : [];
  const server = await startServer(deckhand, {
    ...log.callbacks(),
    onBug: reportBug,
    host,
    port,
    controlToken,
    currentOrigin,
    allowOrigins: configured.allowOrigins,
    allowHosts: [host.toLowerCase(), ...publicHosts, ...allowHost],
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
 * @param url the URL of the server
 * @throws UserError when an option or the recording is invalid
 */
function createServerDeckhand(
  { options, folders }: ReturnType<typeof resolveMockServerFlags>,
  library: ScenarioLibrary,
  url: () => string,
): Deckhand {
  const recording =
    options.replay === undefined ? undefined : loadRecording(options.replay, createContentDecoder(unzstd));
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
        // One line for each kind, because a load test evicts thousands.
        if (!reported.has(kind)) console.error(`deckhand: ${EVICTION_MESSAGES[kind](workspaceId)}`);
        reported.add(kind);
      },
    },
  );
}

const EVICTION_MESSAGES: Readonly<Record<EvictionKind, (workspaceId: string) => string>> = {
  jobs: (id) =>
    `Workspace ${id} reached its job limit: the oldest jobs are evicted. Raise --max-stored-jobs.`,
  presentations: (id) =>
    `Workspace ${id} reached its presentation limit: the oldest presentations are evicted. Raise --max-stored-jobs.`,
  sandboxes: (id) => `Too many sandboxes: the least recently used are evicted, such as ${id}.`,
  scenarios: () => 'Too many scenarios without a file are in use: the oldest and their jobs are evicted.',
};
