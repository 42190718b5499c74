/** The story of a run or a recording as plain data: what each job got, request by request. It judges nothing. */

export interface Timeline {
  readonly jobs: readonly JobTimeline[];
  /** The number of jobs that are not listed. */
  readonly moreJobs?: number;
  /** Requests that belong to no job: templates, presentations, refused starts, wrong paths. */
  readonly others: EventList;
}

export interface EventList {
  /** In order of time. Equal requests in a row are one event. */
  readonly events: readonly RequestEvent[];
  /** Requests that a long list leaves out. */
  readonly left?: {
    /** The number of events before them. */
    readonly after: number;
    readonly requests: number;
  };
}

export interface JobTimeline extends EventList {
  readonly id: string;
  /** The first request of the job, in ms after `startedAt` of the report. */
  readonly at: number;
}

export interface RequestEvent {
  readonly kind: 'start' | 'poll' | 'reply' | 'other';
  /** The `sequence` of the exchange. Of equal requests, the first one. */
  readonly exchange: number;
  /** The place of this exchange in a recording: `session.har, entry 17`. */
  readonly source?: string;
  /** Method and path, of requests without a job. */
  readonly request?: string;
  /** The start of the first request, in ms after `startedAt` of the report. */
  readonly at: number;
  /** Of equal requests in a row: their number, when the last one started, and the intervals between them in ms. */
  readonly repeated?: {
    readonly times: number;
    readonly until: number;
    readonly shortest: number;
    readonly longest: number;
  };
  /** How long the slowest of them took, in ms. */
  readonly took: number;
  /** What came back: `202`, `empty 200`, `a reset connection after the head (200)`. */
  readonly result: string;
  /** Whether something went wrong: a refusal, a failure, an unusable body, or a slow response. */
  readonly isTrouble?: boolean;
  /** The header Retry-After. */
  readonly retryAfter?: string;
  /** The status that the view or the response of the start shows, documented or not. */
  readonly state?: string;
  /** The question of the job, the reply to it, or the error of the job. */
  readonly text?: string;
  /** Of the last of these polls. `from`: the completed slides of the first one, if they differ. */
  readonly progress?: { readonly completed: number; readonly total: number; readonly from?: number };
  /** Of the last of these polls. */
  readonly tokens?: number;
}
