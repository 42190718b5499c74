/** The stand-in as a server that runs already, such as `deckhand serve`, with a sandbox for this test. */
import { connectDeckhand } from '../../app/remote.js';
import { httpLine } from '../../app/remote/http-line.js';
import { sandboxKey } from '../sandbox-key.js';
import type { StandIn } from './stand-in.js';

/** @throws UserError when the address is wrong, nobody answers there, or the token is missing */
export async function atServer(server: string, token: string | undefined, title: string): Promise<StandIn> {
  const { address, client } = connectDeckhand(server, token === undefined ? {} : { token });
  const line = httpLine(client);
  // Other runs, retries and workers are at the same server.
  const key = sandboxKey(title, crypto.randomUUID().slice(-12));
  await line.run('getWorkspace', { params: { workspace: key } });
  return { line, key, address, originFor: () => address, fetch };
}
