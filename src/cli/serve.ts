/** `deckhand serve`: starts the mock server on a port of this machine. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { assignReplay } from '../app/assign-replay.js';
import type { Evicted } from '../app/bare-deckhand.js';
import { Deckhand } from '../app/deckhand.js';
import { readReplay } from '../app/replay-option.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { SourceFiles } from '../files/source-files.js';
import { neutralLines } from '../base/text/neutral.js';
import type { StateFile } from '../server/state-file.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { needAccess } from '../server/access.js';
import { startServer, type RequestedAddress } from '../server/server.js';
import { isEveryInterface, networkUrls } from '../transports/listen.js';
import { nodeHash } from '../transports/node-hash.js';
import { banner } from './banner.js';
import { CheckedCommand } from './flag.js';
import { readTls } from './reach.js';
import { ServeLog } from './serve-log.js';
import { noteAboutHost, serveFlags, type ServeOptions } from './serve-options.js';
import { readLibrary, watchLibrary } from './serve-scenarios.js';
import { configuredBy } from './shared-options.js';
import { stopSignal } from './stop-signal.js';
import { reportBug } from './terminal.js';

export function command(): Command {
  return new CheckedCommand('serve')
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

const WORDS = {
  token: '--control-token TOKEN (or DECKHAND_CONTROL_TOKEN)',
  keys: '--key KEY (or DECKHAND_KEYS), --any-key or --no-key',
};

async function serve(options: ServeOptions, self: Command): Promise<void> {
  const note = noteAboutHost(self);
  if (note !== undefined) console.error(`deckhand: ${note}`);
  const configured = configuredBy(options);
  const { keys, publicUrl } = configured.options;
  const { host, port, controlToken, allowHost = [], log: style } = options;
  const isReachable = needAccess({ host, publicUrl, controlToken, keys }, WORDS);
  const tls = readTls(options);
  const library = readLibrary(configured);

  const requested: RequestedAddress = {};
  let url = '';
  const deckhand = createMock(configured, library, () => requested.address ?? url);
  // Not before a large recording is read: Ctrl-C ends that at once.
  const stop = stopSignal();
  if (isReachable) deckhand.acceptNamedKeysOnly();
  const log = new ServeLog(deckhand, style, isReachable);
  const state = await openState(deckhand, options.state);
  const published = typeof publicUrl === 'string' ? [new URL(publicUrl).hostname] : [];
  const server = await startServer(deckhand, {
    ...log.callbacks(),
    onBug: reportBug,
    host,
    port,
    controlToken,
    requested,
    allowOrigins: configured.allowOrigins,
    allowHosts: [host.toLowerCase(), ...published, ...allowHost],
    ...(tls && { tls }),
  });
  ({ url } = server);
  // A file without a keeper is only read.
  const moment = state ? undefined : options.state;
  if (style === 'pretty') console.log(banner({ url, host, deckhand, keys, isReachable, moment, configured }));
  const network = isEveryInterface(host) ? networkUrls(url) : undefined;
  if (style === 'json') console.log(JSON.stringify({ listening: url, network, moment }));
  // Without this line the selected port would be unknown.
  if (style === 'silent' && port === 0) console.log(url);
  const stopWatching = await watchLibrary(deckhand, library, configured, style);

  await stop;
  await Promise.all([stopWatching(), server.close()]);
  state?.close();
  await log.close();
  if (style === 'pretty') console.log('Stopped.');
}

/** @returns undefined if there is no file, or if it is a moment, which is only read */
async function openState(deckhand: Deckhand, file: string | undefined): Promise<StateFile | undefined> {
  if (file === undefined) return undefined;
  const { StateFile: kept } = await import('../server/state-file.js');
  return kept.open(deckhand, file, (message) => console.error(`deckhand: ${neutralLines(message)}`));
}

/**
 * @param url the address of the server
 * @throws UserError when an option or the recording is wrong
 */
function createMock(
  { options, folders }: ReturnType<typeof configuredBy>,
  library: ScenarioLibrary,
  url: () => string,
): Deckhand {
  const recording = options.replay === undefined ? undefined : readReplay(options.replay);
  const reported = new Set<Evicted>();
  return new Deckhand(
    { publicUrl: url, ...options },
    {
      library,
      hash: nodeHash,
      idSalt: randomUUID(),
      ...(recording && { replay: assignReplay(recording, options.keys) }),
      sources: new SourceFiles(folders, BUNDLED_SCENARIOS),
      onEvict(kind, workspaceId) {
        // One line for each kind, because a load test removes thousands.
        if (!reported.has(kind)) console.error(`deckhand: ${REMOVED[kind](workspaceId)}`);
        reported.add(kind);
      },
    },
  );
}

const REMOVED: Readonly<Record<Evicted, (workspaceId: string) => string>> = {
  jobs: (id) => `The workspace ${id} is full. Its oldest jobs are removed; --max-jobs keeps more.`,
  presentations: (id) =>
    `The workspace ${id} is full. Its oldest presentations are removed; --max-jobs keeps more.`,
  sandboxes: (id) => `Too many sandboxes are open. The longest unused are removed, such as ${id}.`,
  scenarios: () => 'Jobs play too many scenarios that were sent. The oldest are removed with their jobs.',
};
