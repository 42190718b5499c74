/**
 * Interface of a recording that replaces scenarios. `src/replay` plays it; the service knows only this interface, because it does not
 * read a wire.
 */
import type { OperationId } from '../generated/routes.js';

/** Opens the recording of each workspace. */
export interface ReplaySource {
  /** The name of the file, for people. */
  readonly name: string;
  /** @param workspaceId the id of a workspace; empty for requests whose key opens none */
  open(workspaceId: string): Replay | undefined;
}

export interface ReplayRequest {
  readonly operation: OperationId;
  /** Whether it is a HEAD, which gets the head of a GET. */
  readonly isHead?: boolean;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The body as text; `undefined` without one. */
  readonly body: string | undefined;
  /** A request header. `name` is in lower case. */
  header(name: string): string | undefined;
  /** On the clock of the workspace, in milliseconds since 1970. */
  readonly now: number;
  /** The address of this API for the client: scheme, host, port and any prefix, without `/api/v1`. */
  readonly baseUrl: string;
}

/** The recording of one workspace. */
export interface Replay {
  /** The name of the recording, for people. */
  readonly name: string;
  respond(request: ReplayRequest): ReplayResponse | UnrecordedRequest;
  /** The jobs that were started, the newest first. */
  jobs(now: number): readonly ReplayJob[];
  /** Recorded failures not replayed, and requests without a recording. */
  summary(): readonly string[];
  /** Plays from the beginning again. */
  reset(): void;
  /** What was played, as plain data. */
  snapshot(): ReplaySnapshot;
  /** @param saved by the same recording */
  restore(saved: ReplaySnapshot): void;
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
  /** 0 if the client got no head. */
  readonly status: number;
  /** The reason phrase; `undefined` if it was not recorded. */
  readonly statusText: string | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** Milliseconds from the request to the first byte, and from the first byte to the last one. */
  readonly timeToFirstByte: number;
  readonly drip: number;
  /** What happened to the connection instead of a head, or after the bytes of the body. */
  readonly failure: 'reset' | 'timeout' | 'truncated' | undefined;
  /** The length that the head announced, if the body has fewer bytes. */
  readonly declaredLength: number | undefined;
  /** The job that the response is about. */
  readonly job: { readonly id: string; readonly status: string } | undefined;
}

export interface ReplayJob {
  readonly id: string;
  readonly startedAt: number;
  readonly prompt: string;
  readonly templateId: string;
  /** The current status view (4.5). */
  readonly view: Readonly<Record<string, unknown>>;
  readonly parts: readonly ReplayTimelinePart[];
  /** When the view changes next without a request; infinite if it does not. */
  readonly until: number;
}

/** A time in which a job shows the same status and text. */
export interface ReplayTimelinePart {
  readonly status: string;
  readonly text: string | undefined;
  readonly from: number;
  /** Infinite for the last one. */
  readonly until: number;
}
