/** One request of a client, with the client's history before it: the input of every rule about clients. */
import type { Exchange } from '../../journal/exchange.js';
import type { Call } from '../../trace/call.js';
import type { Client } from './client.js';
import type { Destination } from './destination.js';
import type { JobHistory } from './job-history.js';
import type { RequestHistory } from './request-history.js';
import type { RequestTime } from './request-times.js';

export interface ClientRequest {
  readonly exchange: Exchange;
  readonly client: Client;
  readonly time: RequestTime;
  /** Polls of one job at shorter intervals, in ms, are a tight loop. */
  readonly tightLoop: number;
  /** Whether all requests come from one client in one tab. */
  readonly strict: boolean;
  readonly destination: Destination;
  /** The documented operation; undefined for any other request. */
  readonly call: Call | undefined;
  /** Of a poll or a message: the client's history with the job. */
  readonly job: JobHistory | undefined;
  /** Earlier failures of the same request of this client; undefined when there are none. */
  readonly earlier: RequestHistory | undefined;
  readonly ids: IdKnowledge;
}

/** What the client knows about the job id that it sends. */
export interface IdKnowledge {
  /** A job id that this client received, and that differs only in case and blanks. */
  readonly similar?: string;
  /** Whether the client received this id as the id of a presentation, and not of a job. */
  readonly isPresentationId: boolean;
  /** Whether a client with this key received this job id or polled the job successfully. */
  readonly isKnown: boolean;
  /** The job that this client started last, and that nobody with its key ever polls. */
  readonly unpolledStart?: string;
}
