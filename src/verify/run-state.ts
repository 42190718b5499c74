/** The state that all parts of a run share: the session, what was found so far, and the probes that are left. */
import type { OperationId } from '../generated/routes.js';
import type { RunEvent } from './run-events.js';
import type { Requester } from './requester.js';
import type { FormProbe, KeyProbe } from './steps/key-probes.js';
import type { RunPlan } from './plan.js';
import type { KeyHeader } from './api-keys.js';
import { Starter } from './steps/start-job.js';

export interface KnownPresentation {
  readonly id: string;
  readonly title: string;
  /** The job that generated it; absent for a presentation created from a template. */
  readonly job?: string;
}

interface FinishedJob {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

export class RunState {
  readonly session: Requester;
  readonly emit: (event: RunEvent) => void;
  /** Starts jobs. */
  starter: Starter;
  readonly presentations: KnownPresentation[] = [];
  readonly finished: FinishedJob[] = [];
  /** The ids of ended jobs to poll again once another job was started. */
  readonly pollAfterStart: string[] = [];
  /** The title in the last fetch of a presentation, unless a PATCH followed. */
  readonly shownTitles = new Map<string, unknown>();
  /** The title of the last rename, if the service accepted it. */
  readonly acceptedTitles = new Map<string, string>();
  /** Whether the service blocked the reads without a valid key. */
  areReadsBlocked = false;
  /** The ids of presentations that were not fetched yet. */
  readonly unfetched: string[] = [];
  /** The ids of all started jobs, also of those that did not end. */
  readonly jobs: string[] = [];
  /** The ids of the jobs that were followed until the time limit, without an end. */
  readonly unended: string[] = [];
  /** The ids of the jobs that are being followed, apart from those whose question is open on purpose. */
  readonly following = new Set<string>();
  /** The start of a job with the other key, while it is under way, and the id of this job. */
  startOfOther: Promise<unknown> | undefined;
  jobOfOther: string | undefined;
  /** The id of a presentation of the other workspace. */
  otherPresentation: string | undefined;
  /** Whether the other key got a server error in place of the list of templates. */
  isListOfOtherBroken = false;
  /** The id of a presentation that the other key created, and could not fetch yet. */
  missingOfOther: string | undefined;
  /** The index of the message body that the service accepts. See `messageBodies`. */
  messageBody = 0;
  /** The shape of the body that the service accepts for creating, once it is known. See `createAttempts`. */
  createShape: number | undefined;
  /** Whether the service refused each body of a reply to a question. */
  areRepliesBroken = false;
  /** Whether a question stayed open after an accepted reply. */
  hasIgnoredReply = false;
  /** The header of the last accepted reply. */
  repliedVia: KeyHeader | undefined;
  /** The headers of all accepted replies. */
  readonly repliedVias = new Set<KeyHeader>();
  /** Ms for which the question with the probes was open, once they are sent. */
  probedFor: number | undefined;
  /** The planned jobs that may still ask their first question. */
  askers: number;
  /** The open questions that get no message for a while. */
  watched = 0;
  /** Whether a question with the probes is open. */
  isProbing = false;
  /** The question of the last job: it is still to come, it is open, or it will not come. */
  lastQuestion: 'to come' | 'open' | 'over';
  /** Whether the first question waits for the last one, and whether it got a reply beside it. */
  isHolding = false;
  hasRepliedBeside = false;
  jobsLeft: number;
  /** The planned jobs whose start is still to come. */
  startsToCome: number;
  readonly forms: readonly FormProbe[];
  readonly #done = new Set<string>();
  #probes: readonly KeyProbe[];

  constructor(session: Requester, { probes, forms, jobs }: RunPlan, emit: (event: RunEvent) => void) {
    this.session = session;
    this.emit = emit;
    this.#probes = probes;
    this.forms = forms;
    this.starter = new Starter(session, []);
    this.askers = jobs.filter(({ isToAsk }) => isToAsk).length;
    this.lastQuestion = jobs.some(({ isLast }) => isLast) ? 'to come' : 'over';
    this.startsToCome = jobs.length;
    this.jobsLeft = session.settings.readOnly ? 0 : session.settings.maxJobs;
  }

  /** True for the first call with this name: each probe is sent once. */
  isFirst(probe: string): boolean {
    if (this.#done.has(probe)) return false;
    this.#done.add(probe);
    return true;
  }

  /** The planned requests without a valid key to an operation that were not sent yet. Each is returned once. */
  probesOf(operation: OperationId, by?: KeyProbe['by']): readonly KeyProbe[] {
    if (this.session.isBlocked) return [];
    const due = this.#probes.filter(
      (probe) => probe.operation === operation && (by ?? probe.by) === probe.by,
    );
    this.#probes = this.#probes.filter((probe) => !due.includes(probe));
    return due;
  }

  /** Whether the run leaves out what does not fit into a minute. */
  get isSmoke(): boolean {
    return this.session.settings.smoke;
  }

  get isPaced(): boolean {
    return this.session.settings.requestsPerMinute > 0;
  }
}
