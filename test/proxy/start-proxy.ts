/** Starts the proxy for a test. It stops with the test, and a bug in it fails the test. */
import { onTestFinished } from 'vitest';
import {
  startRecordingProxy,
  type RecordingProxyOptions,
} from '../../src/proxy/recording/recording-proxy.js';
import { createDirectRoute } from '../../src/proxy/connection/route.js';
import type { TlsOptions } from '../../src/proxy/connection/tls-context.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';

export interface TestProxy {
  readonly url: string;
  readonly port: number;
  readonly exchanges: readonly Exchange[];
  /** The reasons of the responses that the proxy itself sent. */
  readonly own: readonly string[];
  /** Stops the proxy and returns all exchanges. */
  readonly close: () => Promise<readonly Exchange[]>;
}

export async function startProxy(
  url: string,
  { ca, insecure, ...options }: Partial<RecordingProxyOptions> & TlsOptions = {},
): Promise<TestProxy> {
  const [exchanges, own, bugs]: [Exchange[], string[], unknown[]] = [[], [], []];
  const proxy = await startRecordingProxy({
    url,
    route: createDirectRoute(url, { ...(ca !== undefined && { ca }), ...(insecure && { insecure }) }),
    host: '127.0.0.1',
    port: 0,
    idleTimeout: 20_000,
    onExchange: (exchange) => exchanges.push(exchange),
    onProxyResponse: (reason) => own.push(reason),
    onBug: (error) => bugs.push(error),
    ...options,
  });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await (closed ??= proxy.close());
    if (bugs.length > 0) throw new AggregateError(bugs, 'Bugs surfaced while traffic passed');
    return exchanges;
  };
  onTestFinished(() => void close());
  return { url: proxy.url, port: Number(new URL(proxy.url).port), exchanges, own, close };
}

/** The first exchange, after it went through a HAR file. */
export function throughHar(exchanges: readonly Exchange[]): Exchange | undefined {
  const har: unknown = JSON.parse(JSON.stringify(toHar(exchanges, { name: 'x', version: '1' })));
  return fromHar(har).exchanges[0];
}
