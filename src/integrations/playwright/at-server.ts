/** A running server as the mock server, such as `deckhand serve`, with a sandbox for this test. */
import { connectDeckhand } from '../../app/remote.js';
import { Reach, type ReachOptions } from '../../app/reach.js';
import { sandboxKey } from '../sandbox-key.js';
import type { MockServer } from './mock-server.js';

/** @throws UserError when the address is wrong, the server does not respond, or the token is missing */
export async function atServer(
  server: string,
  token: string | undefined,
  options: ReachOptions,
  title: string,
): Promise<MockServer> {
  const reach = new Reach(options);
  const { address, send } = connectDeckhand(server, token === undefined ? {} : { token });
  // The key is unique, because other runs, retries and workers use the same server.
  const key = sandboxKey(title, crypto.randomUUID().slice(-12));
  // Fails first if the address, the server or the token is wrong.
  await send('getWorkspace', { params: { workspace: key } });
  return { send, key, reach, address, basePath: await basePathOf(address), originFor: () => address, fetch };
}

/** The path of the server's API. Pages can have another one, if their application has a proxy. */
async function basePathOf(address: string): Promise<string> {
  const health = (await (await fetch(`${address}/_deckhand/health`)).json()) as {
    readonly base_path: string;
  };
  return health.base_path;
}
