/** Counts what a recording contains: requests, successes, and what it lacks: bodies, headers. Adds up over the segments of a journal. */
import { counted } from '../../base/text/counted.js';
import type { OperationId } from '../../generated/routes.js';
import { operations, validCalls, WITH_BODY, type NamedOperation } from '../rows/operations.js';
import type { Call } from '../../trace/call.js';
import { areHeadersRecorded } from '../../trace/credential.js';
import type { Payload } from '../../trace/payload.js';
import type { Trace } from '../../trace/model.js';
import type { Gap, EvidenceReport } from './model.js';

/** What is known of the calls of one operation. */
interface Tally {
  readonly statuses: Set<number>;
  /** Successes whose bodies can be judged, and successes whose bodies are missing. */
  judged: number;
  unread: number;
}

/** Bodies of one direction. */
interface Bodies {
  all: number;
  missing: number;
}

export class RecordingCounter {
  readonly #tallies = new Map<OperationId, Tally>(
    operations.map(({ id }) => [id, { statuses: new Set(), judged: 0, unread: 0 }]),
  );
  readonly #bodies: Record<'request' | 'response', Bodies> = {
    request: { all: 0, missing: 0 },
    response: { all: 0, missing: 0 },
  };
  /** Jobs of which a segment has successful polls, but no readable view. */
  readonly #unseenJobs = new Set<string>();
  readonly #seenJobs = new Set<string>();
  #calls = 0;
  /** Calls whose request headers are missing. */
  #headerless = 0;
  #successes = 0;

  /** Adds the trace of one service in a segment. */
  add(trace: Trace): void {
    this.#calls += trace.calls.length;
    this.#successes += trace.succeeded.length;
    for (const call of trace.calls) this.#addCall(call);
    for (const [id, { statuses }] of this.#tallies)
      for (const { status } of validCalls(trace, id)) statuses.add(status);
    this.#addJobs(trace);
  }

  /** How many bodies and lists of headers are missing, one clause for each kind. */
  missingParts(): readonly string[] {
    return [...this.#missingBodies(), ...this.#missingHeaders()];
  }

  #missingBodies(): readonly string[] {
    return (['response', 'request'] as const).flatMap((direction) => {
      const { all, missing } = this.#bodies[direction];
      return missing === 0 ? [] : [`${missing} of ${all} ${direction} bodies are missing`];
    });
  }

  #missingHeaders(): readonly string[] {
    if (this.#headerless === 0) return [];
    return [`the headers of ${this.#headerless} of ${counted(this.#calls, 'request')} are missing`];
  }

  /** What the recording leaves unjudged. */
  gaps(): readonly Gap[] {
    const gap = (why: string): Gap => ({ topic: 'recording', why });
    if (this.#calls === 0) return [gap('the recording contains no request of a documented operation')];
    if (this.#successes === 0) return [gap('the recording contains no successful request')];
    const failed = operations.flatMap((operation) => this.#failedOnly(operation));
    return [...this.#bodyGaps(), ...failed].map(gap);
  }

  #addCall({ operation, ok, sent, received, exchange }: Call): void {
    const { headers } = exchange.request;
    // Readers of recordings mark such requests. A journal of function calls can have requests without headers.
    if (headers.length > 0 && !areHeadersRecorded(headers)) this.#headerless++;
    count(this.#bodies.request, sent);
    count(this.#bodies.response, received);
    const tally = this.#tallies.get(operation);
    if (!tally || !ok) return;
    // The other successes are judged without a body.
    const isUnread =
      operation === 'updatePresentation' ? isMissing(sent) : WITH_BODY.has(operation) && isMissing(received);
    if (isUnread) tally.unread++;
    else tally.judged++;
  }

  #addJobs(trace: Trace): void {
    for (const { id, views } of trace.jobs) if (views.length > 0) this.#seenJobs.add(id);
    for (const { id, ok, received } of trace.keyed('getGenerationStatus'))
      if (ok && isMissing(received)) this.#unseenJobs.add(id);
  }

  #bodyGaps(): readonly string[] {
    const unread = operations.filter(({ id }) => {
      const tally = this.#tallies.get(id);
      return tally && tally.unread > 0 && tally.judged === 0;
    });
    const jobs = [...this.#unseenJobs].filter((id) => !this.#seenJobs.has(id)).length;
    const without = [...unread.map(({ endpoint }) => endpoint), ...(jobs > 0 ? [counted(jobs, 'job')] : [])];
    return without.length === 0
      ? []
      : [`${this.#missingBodies().join(', ')}, so ${without.join(', ')} could not be judged`];
  }

  #failedOnly({ id, endpoint }: NamedOperation): readonly string[] {
    const statuses = [...(this.#tallies.get(id)?.statuses ?? [])];
    if (statuses.length === 0 || statuses.some((status) => status < 500)) return [];
    return [`${endpoint} returned only ${statuses.join(', ')}`];
  }
}

function count(bodies: Bodies, payload: Payload): void {
  if (payload.kind === 'empty') return;
  bodies.all++;
  if (isMissing(payload)) bodies.missing++;
}

/** Whether the message had a body that the recording does not contain, or contains only in part. */
const isMissing = ({ kind }: Payload): boolean => kind === 'not-recorded' || kind === 'too-large';

/** The evidence of a recording: its minimum is that it is whole and contains a judged exchange. */
export function recordingEvidence(
  missing: readonly Gap[],
  missingParts: readonly string[] = [],
): EvidenceReport {
  return {
    minimum: { name: 'recording', required: [], raised: [], lowered: [] },
    missing,
    unexamined: [],
    ...(missingParts.length > 0 && { missingParts }),
  };
}
