/** The line from the page to the wall's server. */
import { TAB_HEADER, type WallConfig, type WallState } from '../../wall/protocol.js';

/** Only the newest tab can move the wall. */
const TAB_ID = crypto.randomUUID();

/** Thrown with a sentence for the user. */
export class WallUnavailableError extends Error {}

export const fetchConfig = (): Promise<WallConfig> => send('facts') as Promise<WallConfig>;
export const fetchState = (): Promise<WallState> => send('state', {}) as Promise<WallState>;
export const advance = (to: number): Promise<WallState> => send('advance', { to }) as Promise<WallState>;
export const reset = (): Promise<WallState> => send('reset', {}) as Promise<WallState>;

async function send(what: string, body?: object): Promise<unknown> {
  const headers = { [TAB_HEADER]: TAB_ID, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(
    `/api/${what}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  ).catch(() => undefined);
  if (!response)
    throw new WallUnavailableError('The wall was stopped. Start deckhand wall again, and reload this page.');
  const value: unknown = await response.json();
  if (response.ok) return value;
  throw new WallUnavailableError(String((value as { reason?: unknown }).reason));
}
