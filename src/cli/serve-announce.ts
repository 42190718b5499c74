/** What `deckhand serve` prints when it listens, in the format of its log. */
import type { Deckhand, DeckhandOptions } from '../app/deckhand.js';
import type { ServeOptions } from './serve-options.js';
import { isEveryInterface, networkUrls } from '../transports/listen.js';
import { banner } from './banner.js';
import { say } from './terminal.js';

export interface StartedServer {
  readonly server: { readonly url: string };
  readonly deckhand: Deckhand;
  readonly options: ServeOptions;
  readonly configured: { readonly options: DeckhandOptions; readonly file: string | undefined };
  /** Whether other machines can connect. */
  readonly isReachable: boolean;
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
  const { server, deckhand, options, configured, isReachable } = started;
  return banner({
    url: server.url,
    host: options.host,
    deckhand,
    keys: configured.options.keys,
    isReachable,
    snapshot: snapshotOf(started),
    latency: configured.options.latency,
    configFile: configured.file,
  });
}

function recordOf(started: StartedServer): object {
  const snapshot = snapshotOf(started);
  return {
    listening: started.server.url,
    ...(isEveryInterface(started.options.host) && { network: networkUrls(started.server.url) }),
    ...(snapshot !== undefined && { snapshot }),
  };
}

const snapshotOf = ({ options, state }: StartedServer): string | undefined =>
  state ? undefined : options.state;
