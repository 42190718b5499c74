/** The state that the phases of a run share: the session, the findings so far, and the finished probes. */
import type { OperationId } from '../../generated/routes.js';
import { wrongKeyKinds, type WrongKeyKind } from '../key-marks.js';
import type { ExploreEvent } from './events.js';
import type { Session } from './session.js';
import { isAuthorizationTaken, type Via } from './run-keys.js';
import { Starter } from './starter.js';

/** A wrong key in one of the two headers. */
export interface WrongKey {
  readonly kind: WrongKeyKind;
  readonly via: Via;
}

const allWrongKeys: readonly WrongKey[] = wrongKeyKinds.flatMap((kind) =>
  (['bearer', 'x-api-key'] as const).map((via) => ({ kind, via })),
);

const isUnknown = ({ kind }: WrongKey): boolean => kind === 'unknown';

export interface FoundPresentation {
  readonly id: string;
  readonly title: string;
  /** The job that generated it; absent for a presentation created from a template. */
  readonly job?: string;
}

export interface FinishedJob {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

export class RunContext {
  readonly session: Session;
  readonly emit: (event: ExploreEvent) => void;
  /** Starts jobs. */
  starter: Starter;
  readonly presentations: FoundPresentation[] = [];
  readonly finished: FinishedJob[] = [];
  /** The ids of generated presentations that could not be fetched when their jobs ended. */
  readonly unfetched: string[] = [];
  /** The ids of all started jobs, also of those that did not end. */
  readonly jobs: string[] = [];
  /** The id of a presentation of the other workspace. */
  otherPresentation: string | undefined;
  /** The index of the message body that the service accepts. See `messageBodies`. */
  messageBody = 0;
  /** The shape of the body that the service accepts for creating, once it is known. See `createAttempts`. */
  createShape: number | undefined;
  /** The index of the message body that the probes of a question had. */
  probedBody: number | undefined;
  /** The header of the last accepted reply. */
  repliedVia: Via | undefined;
  /** Ms for which the question with the probes was open, once they are sent. */
  probedFor: number | undefined;
  jobsLeft: number;
  readonly #done = new Set<string>();

  constructor(session: Session, emit: (event: ExploreEvent) => void) {
    this.session = session;
    this.emit = emit;
    this.starter = new Starter(session, []);
    this.jobsLeft = session.settings.readOnly ? 0 : session.settings.maxJobs;
  }

  /** True for the first call with this name: each probe is sent once. */
  isFirst(probe: string): boolean {
    if (this.#done.has(probe)) return false;
    this.#done.add(probe);
    return true;
  }

  /** The wrong keys to send to an operation, in both headers: near misses of the key only to one if the rate is limited. See `nearMisses`. */
  wrongKeys(operation: OperationId): readonly WrongKey[] {
    const keys = this.#sendable;
    if (this.isSmoke) return operation === 'listTemplates' ? keys.filter(isUnknown) : [];
    const isAll = !this.isPaced || operation === 'listTemplates';
    return isAll ? keys : keys.filter(isUnknown);
  }

  /** Whether the probes of a question had another body than the service accepts. */
  get isProbeOutdated(): boolean {
    return this.probedBody !== undefined && this.probedBody !== this.messageBody;
  }

  /** The wrong keys that differ from the key by very little. */
  get nearMisses(): readonly WrongKey[] {
    return this.#sendable.filter((key) => !isUnknown(key));
  }

  /** With a gateway that uses the `Authorization` header, only `x-api-key` can have a key. */
  get #sendable(): readonly WrongKey[] {
    const isTaken = isAuthorizationTaken(this.session.settings);
    return isTaken ? allWrongKeys.filter(({ via }) => via === 'x-api-key') : allWrongKeys;
  }

  /** Whether the run leaves out what does not fit into a minute. */
  get isSmoke(): boolean {
    return this.session.settings.profile === 'smoke';
  }

  get isPaced(): boolean {
    return this.session.settings.requestsPerMinute > 0;
  }
}
