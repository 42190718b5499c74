/** The traffic of the selected workspace as an archive, with the requests that no key assigns to a workspace. */
import { here } from '../api/client.js';

/** The fields of the exported archive that the panel reads. */
export interface HarFile {
  readonly log: { readonly entries: readonly { readonly _deckhand: { readonly sequence: number } }[] };
}

/** @param since the start of the first wanted exchange, in milliseconds since 1970 */
export async function exportTraffic(since?: number): Promise<HarFile> {
  const archive = await here().har({
    unassigned: true,
    ...(since !== undefined && { since: Math.floor(since) }),
  });
  return archive as unknown as HarFile;
}
