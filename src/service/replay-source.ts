/** The interface of a recording that replaces scenarios, which `src/replay` implements. */
import type { OperationId } from '../generated/routes.js';

/** Opens the recording of each workspace. */
export interface ReplaySource {
  /** The name of the file, for messages. */
  readonly name: string;
  /** @param workspaceId empty for requests without a valid key */
  open(workspaceId: string): Replay | undefined;
  /**
   * The operation of a request, as the judge reads a recording: a trailing slash is allowed.
   * @param path below the base path
   */
  matchOperation(
    method: string,
    path: string,
  ): { readonly operation: OperationId; readonly id: string } | undefined;
}

export interface ReplayRequest {
  /** `undefined` for a request that the interface does not document. */
  readonly operation: OperationId | undefined;
  /** A HEAD gets the headers of a GET. */
  readonly method: string;
  /** The path below the base path, not decoded. */
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly query: string;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The body as text; `undefined` without one. */
  readonly body: string | undefined;
  /** A request header. `name` is in lower case. */
  header(name: string): string | undefined;
  /** On the clock of the workspace, in milliseconds since 1970. */
  readonly now: number;
  /** The base URL of this API for the client, without `/api/v1`. */
  readonly baseUrl: string;
}

/** The recording of one workspace. */
export interface Replay {
  /** The name of the recording, for messages. */
  readonly name: string;
  /** Increases with every start and message, because each can change a job. */
  readonly jobChangeCount: number;
  respond(request: ReplayRequest): ReplayResponse | UnrecordedRequest;
  /** Replays a start. @param body JSON. @returns the id of its job; `undefined` if the start failed in the recording */
  start(body: string, now: number): { readonly jobId: string | undefined } | UnrecordedRequest;
  /** Replays a message to a job. @param body JSON */
  reply(jobId: string, body: string, now: number): UnrecordedRequest | undefined;
  /** The jobs that were started, the newest first. */
  jobs(now: number): readonly ReplayJob[];
  /** The recorded failures that were not replayed, and the requests without a recorded response. */
  summary(): readonly string[];
  /** Replays from the start again. */
  reset(): void;
  /** The progress of the replay, as plain data. */
  snapshot(): ReplaySnapshot;
  /** @param snapshot of a replay of the same recording */
  restore(snapshot: ReplaySnapshot): void;
}

export interface ReplaySnapshot {
  /** The name of the recording. */
  readonly recording: string;
  readonly state: Record<string, unknown>;
}

/** Why the recording has no response. */
export interface UnrecordedRequest {
  readonly reason: string;
}

export interface ReplayResponse {
  /** 0 if the client got no headers. */
  readonly status: number;
  /** The reason phrase; `undefined` if it was not recorded. */
  readonly statusText: string | undefined;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** Milliseconds from the request to the first byte, and from the first byte to the last one. */
  readonly timeToFirstByte: number;
  readonly drip: number;
  /** The failure of the connection, instead of headers or after the bytes of the body. */
  readonly failure: 'reset' | 'timeout' | 'truncated' | undefined;
  /** The recorded `Content-Length`, if the body has fewer bytes. */
  readonly declaredLength: number | undefined;
  /** Whether the body was not recorded, and is that of another response. */
  readonly isBodyBorrowed: boolean;
  /** The job of the response. */
  readonly job: { readonly id: string; readonly status: string } | undefined;
}

export interface ReplayJob {
  readonly id: string;
  readonly startedAt: number;
  readonly prompt: string;
  readonly templateId: string;
  /** The body of the current status response (4.5). */
  readonly statusBody: Readonly<Record<string, unknown>>;
  readonly parts: readonly ReplayTimelinePart[];
  /** When the status response changes next without a request; infinite if it does not. */
  readonly until: number;
}

/** A period in which a job has the same status and text. */
export interface ReplayTimelinePart {
  readonly status: string;
  readonly text: string | undefined;
  readonly from: number;
  /** Infinite for the last one. */
  readonly until: number;
}
