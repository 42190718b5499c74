/** One exchange, with what its client had seen before it: all that a rule of conduct gets to know. */
import type { Exchange } from '../../journal/exchange.js';
import type { Call } from '../trace/call.js';
import type { Bounds } from './bounds.js';
import type { Client } from './client.js';
import type { JobPast } from './job-past.js';
import type { Moment } from './moments.js';
import type { Place } from './place.js';
import type { TargetPast } from './target-past.js';

export interface Step {
  readonly exchange: Exchange;
  readonly client: Client;
  readonly moment: Moment;
  readonly bounds: Bounds;
  /** Where the request went, as far as it is the API's. */
  readonly place: Place;
  /** The documented operation that it is; undefined when it is none. */
  readonly call: Call | undefined;
  /** Of a poll or a message: what this client had seen of the job. */
  readonly job: JobPast | undefined;
  /** What had come of the same request; undefined when it had not gone wrong. */
  readonly target: TargetPast | undefined;
  readonly ids: IdKnowledge;
}

export interface IdKnowledge {
  /** The job id that this client was given and that is this one but for case and blanks, when there is one. */
  readonly alike?: string;
  /** Whether this is the id of a presentation that the client was given, and none of a job that it was. */
  readonly isPresentation: boolean;
  /** Whether anybody with this key was given this job, or could poll it. */
  readonly isKnown: boolean;
  /** The job that this client started last and has not asked for since. */
  readonly awaited?: string;
}
