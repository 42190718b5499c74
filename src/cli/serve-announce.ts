/** What `deckhand serve` prints when it listens, in the format of its log. */
import type { Deckhand, DeckhandOptions } from '../app/deckhand.js';
import type { ServeOptions } from '../app/options/server-options.js';
import type { Access } from './access.js';
import { isEveryInterface, networkUrls } from '../transports/listen.js';
import { banner } from './banner.js';
import { say } from './terminal.js';

export interface StartedServer {
  readonly server: { readonly url: string };
  readonly deckhand: Deckhand;
  readonly options: ServeOptions;
  readonly configured: { readonly options: DeckhandOptions; readonly file: string | undefined };
  readonly access: Access;
  /** What keeps the state in a file. A file without it is a snapshot, which is only read. */
  readonly state: object | undefined;
}

export function announce(started: StartedServer): void {
  const { options, server } = started;
  if (options.log === 'pretty') say(bannerOf(started));
  if (options.log === 'json') say(JSON.stringify(recordOf(started)));
  // Without this line the selected port would be unknown.
  if (options.log === 'silent' && options.port === 0) say(server.url);
}

function bannerOf(started: StartedServer): string {
  const { server, deckhand, options, configured, access } = started;
  return banner({
    url: server.url,
    host: options.host,
    deckhand,
    keys: access.keys,
    newKeys: access.newKeys,
    isExposed: access.needsOwnKeys,
    warnings: access.warnings,
    snapshot: snapshotOf(started),
    latency: configured.options.latency,
    token: access.newToken,
    configFile: configured.file,
  });
}

function recordOf(started: StartedServer): object {
  const { server, access } = started;
  const { newToken, newKeys, warnings } = access;
  const snapshot = snapshotOf(started);
  return {
    listening: server.url,
    ...(isEveryInterface(started.options.host) && { network: networkUrls(server.url) }),
    ...(newToken && { control_token: newToken }),
    ...(newKeys && { keys: newKeys }),
    ...(snapshot !== undefined && { snapshot }),
    ...(warnings.length > 0 && { warnings }),
  };
}

const snapshotOf = ({ options, state }: StartedServer): string | undefined =>
  state ? undefined : options.state;
