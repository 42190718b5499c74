/** `deckhand serve`: starts the mock server on a port of this machine. */
import type { Command } from 'commander';
import { needAccess } from '../server/access.js';
import { startServer } from '../server/server.js';
import { CheckedCommand } from './flag.js';
import { configuredBy } from './shared-options.js';
import { announce } from './serve-announce.js';
import { openLogs, withLogs } from './serve-log.js';
import { serveFlags, type ServeOptions } from './serve-options.js';
import { createMock, type Address } from './serve-mock.js';
import { readLibrary, watchLibrary } from './serve-scenarios.js';
import { openState } from './serve-state.js';
import { listeningOptions, noteAboutHost } from './serve-listen.js';
import { stopSignal } from './stop-signal.js';
import { say, warn } from './terminal.js';

export function command(): Command {
  return new CheckedCommand('serve')
    .description('Start a mock server for the Presentation Generation Service.')
    .addOptions(...serveFlags)
    .addHelpText(
      'after',
      `
Exit codes:
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

async function serve(options: ServeOptions, self: Command): Promise<void> {
  warnAboutHost(self);
  const configured = configuredBy(options);
  const { publicUrl, keys } = configured.options;
  const { host, controlToken } = options;
  const isReachable = needAccess({ host, publicUrl, controlToken, keys }, WORDS);
  const listening = listeningOptions(options, configured);
  const library = readLibrary(configured);
  const stop = stopSignal();

  const address: Address = { url: '', requested: {} };
  const deckhand = createMock({ configured, isReachable, library, address });
  const logs = openLogs(deckhand, options, isReachable);
  const state = await openState(deckhand, options.state);
  const server = await startServer(deckhand, {
    ...listening,
    ...withLogs(logs),
    requested: address.requested,
  });
  address.url = server.url;
  announce({ server, deckhand, options, configured, isReachable, state });
  const stopWatching = await watchLibrary(deckhand, library, configured, options.log);

  await stop;
  await Promise.all([stopWatching(), server.close()]);
  await state?.close();
  await logs.close();
  if (options.log === 'pretty') say('Stopped.');
}

const WORDS = {
  token: '--control-token TOKEN (or DECKHAND_CONTROL_TOKEN)',
  keys: '--key KEY (or DECKHAND_KEYS), --any-key or --no-key',
};

function warnAboutHost(self: Command): void {
  const note = noteAboutHost(self);
  if (note !== undefined) warn(`deckhand: ${note}`);
}
