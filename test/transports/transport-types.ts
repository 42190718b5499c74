/** A transport for the shared suite: a way to send requests, and its mock server. */
import type { RemoteWorkspace } from '../../src/app/remote-workspace.js';
import type { Deckhand } from '../../src/app/deckhand.js';
import type { Workspace } from '../../src/service/workspace.js';

export interface TransportResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws when it is not JSON. */
  json(): ReturnType<typeof JSON.parse>;
}

export interface TransportRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborted when the client aborts. */
  readonly signal?: AbortSignal;
}

export type TransportWorkspace = Workspace | RemoteWorkspace;

export interface Transport {
  /**
   * @param path with the base path: `/api/v1/templates`
   * @returns after the whole body; rejects when there is no whole response
   */
  readonly request: (method: string, path: string, request?: TransportRequest) => Promise<TransportResponse>;
  readonly deckhand: Pick<Deckhand, 'service' | 'workspace'> | { workspace(id: string): TransportWorkspace };
  /** The mock servers that delay responses, if `deckhand` is not one of them. */
  readonly stateOwners?: readonly Deckhand[];
  readonly close: () => Promise<void>;
}

export type StartTransport = () => Promise<Transport>;

/** A fetch response, read to its end. */
export async function readResponse(response: Response): Promise<TransportResponse> {
  // A fetch handler returns this when there is no response; fetch itself rejects.
  if (response.type === 'error') throw new TypeError('There was no response');
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}
