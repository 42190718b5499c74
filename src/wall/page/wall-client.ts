/** Client of the wall's server for the wall page. */
import { TAB_HEADER } from '../constants.js';
import type { WallConfig, WallState } from '../protocol.js';

/** The server accepts commands from the newest tab only. */
const TAB_ID = crypto.randomUUID();

/** The server does not respond, or rejects a request. The message is for the user. */
export class WallUnavailableError extends Error {}

export const fetchConfig = (): Promise<WallConfig> => send('config') as Promise<WallConfig>;
export const fetchState = (): Promise<WallState> => send('state', {}) as Promise<WallState>;
export const advance = (to: number): Promise<WallState> => send('advance', { to }) as Promise<WallState>;
export const reset = (): Promise<WallState> => send('reset', {}) as Promise<WallState>;
export const restart = (name: string): Promise<WallState> => send('restart', { name }) as Promise<WallState>;

async function send(command: string, body?: object): Promise<unknown> {
  const headers = { [TAB_HEADER]: TAB_ID, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(
    `/api/${command}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  ).catch(() => undefined);
  if (!response)
    throw new WallUnavailableError('The wall was stopped. Start deckhand wall again, and reload this page.');
  const value: unknown = await response.json();
  if (response.ok) return value;
  throw new WallUnavailableError(String((value as { reason?: unknown }).reason));
}
