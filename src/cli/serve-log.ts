/** What `deckhand serve` prints about requests. */
import type { Deckhand } from '../app/deckhand.js';
import type { ServeOptions } from './serve-options.js';
import { RequestLog } from '../server/log/request-log.js';
import type { ServerOptions } from '../server/server.js';
import { ReplayLog } from './replay-log.js';
import { reportBug, say } from './terminal.js';

export interface ServeLogs {
  readonly requests: RequestLog | undefined;
  readonly replay: ReplayLog | undefined;
  readonly close: () => Promise<void>;
}

/** @param isReachable whether other machines can connect */
export function openLogs(deckhand: Deckhand, { log: style }: ServeOptions, isReachable: boolean): ServeLogs {
  const requests = style === 'silent' ? undefined : requestLog(style, deckhand.reach.basePath, isReachable);
  const replay = deckhand.replay && new ReplayLog(deckhand, style, say);
  return {
    requests,
    replay,
    close: async () => {
      await requests?.close();
      replay?.close();
    },
  };
}

/** The server's callbacks. Without a reader, the server does not call them. */
export function withLogs({ requests, replay }: ServeLogs): Partial<ServerOptions> {
  return {
    ...((requests ?? replay) && {
      onExchange: (exchange, took) => {
        requests?.onExchange(exchange, took);
        replay?.add(exchange);
      },
    }),
    ...(requests && { onPage: requests.onPage, onRefusedOrigin: requests.onRefusedOrigin }),
    onBug: reportBug,
  };
}

function requestLog(style: 'pretty' | 'json', basePath: string, isReachable: boolean): RequestLog {
  return new RequestLog({
    style,
    basePath,
    advice: {
      setKeys: 'start with --key KEY, --any-key or --no-key',
      isReachable,
      allowOrigin: (origin) => `start with --allow-origin ${origin}`,
    },
    write: say,
    onBug: reportBug,
  });
}
