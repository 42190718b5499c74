/** Runs the verification with the real network, or with a function of the caller. Shared by `deckhand/verify` and `describeContract`. */
import { parseBaseUrl } from '../../app/options/base-url.js';
import { readPackageVersion } from '../../files/package-files.js';
import {
  fetchTransport,
  type FetchFunction,
  type RunClock,
  type Transport,
} from '../../journal/transport.js';
import type { CoverageOptions, Rule } from '../../judge/index.js';
import { realTimers } from '../../proxy/connection/real-timers.js';
import { resolveRoute } from '../../proxy/connection/route.js';
import type { TlsOptions } from '../../proxy/connection/tls-context.js';
import { createHttpClient } from '../../proxy/http-client.js';
import { verify, type VerifyOptions, type VerifyResult } from '../../verify/index.js';

/** The options of `verify`. */
export interface VerifyServiceOptions extends VerifyOptions, CoverageOptions {
  /** Trusted certificates, a client certificate, or `insecure`. Proxies come from the environment. */
  readonly tls?: TlsOptions;
  /** Used instead of the network, such as `(request) => deckhand.fetch(request)`. */
  readonly fetch?: FetchFunction;
  /** Ends the run early: it sends no new request, restores what it changed, and reports what it saw. */
  readonly signal?: AbortSignal;
}

/** For tests of Deckhand itself. */
export interface RunInternals {
  /** As `fetch`, with access to connections and raw headers. */
  readonly transport?: Transport;
  /** The clock for pacing and polling. Default: real time. */
  readonly clock?: RunClock;
  /** Default: all service rules. */
  readonly rules?: readonly Rule[];
}

export async function verifyService(
  options: VerifyServiceOptions,
  { transport, clock, rules }: RunInternals = {},
): Promise<VerifyResult> {
  const { tls, fetch, signal, require = [], allowUncovered = [], ...rest } = options;
  const target = { ...rest, baseUrl: parseBaseUrl(rest.baseUrl) };
  const given = transport ?? (fetch && fetchTransport(fetch));
  const route = given ? undefined : await resolveRoute(target.baseUrl, tls);
  const client = createHttpClient(route);
  try {
    return await verify(target, {
      tool: { name: 'deckhand', version: readPackageVersion() },
      transport: given ?? client.transport,
      clock: clock ?? realTimers(signal),
      ...(signal && { signal }),
      ...(rules && { rules }),
      ...(route?.proxy !== undefined && { connection: { proxy: route.proxy } }),
      require,
      allowUncovered,
    });
  } finally {
    client.close();
  }
}
