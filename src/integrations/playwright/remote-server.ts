/** A running server as the mock server, such as `deckhand serve`, with a sandbox for the test. */
import { connectDeckhand } from '../../app/connect.js';
import { RequestMatcher, type RequestMatcherOptions } from '../../app/request-matcher.js';
import { buildSandboxKey } from '../sandbox-key.js';
import type { MockServer } from './mock-server.js';

/** @throws UserError when the URL is invalid, the server does not respond, or the token is missing */
export async function connectRemoteServer(
  serverOrigin: string,
  controlToken: string | undefined,
  options: RequestMatcherOptions,
  title: string,
): Promise<MockServer> {
  const requestMatcher = new RequestMatcher(options);
  const { origin, sendControlRequest } = connectDeckhand(
    serverOrigin,
    controlToken === undefined ? {} : { controlToken },
  );
  // The key is unique, because other runs, retries and workers use the same server.
  const apiKey = buildSandboxKey(title, crypto.randomUUID().slice(-12));
  // Fails early if the URL, the server or the token is invalid.
  await sendControlRequest('getWorkspace', { params: { workspace: apiKey } });
  return {
    send: sendControlRequest,
    apiKey,
    requestMatcher,
    origin,
    basePath: await fetchBasePath(origin),
    originFor: () => origin,
    fetch,
  };
}

/** The base path of the server's API. Pages can use another one, through a proxy of their application. */
async function fetchBasePath(origin: string): Promise<string> {
  const health = (await (await fetch(`${origin}/_deckhand/health`)).json()) as {
    readonly base_path: string;
  };
  return health.base_path;
}
