// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

import type * as control from './control-api.js';
import type { ControlOperationId } from './control-routes.js';
import type { Exchange } from '../journal/exchange.js';
import type { Har } from '../journal/har.js';
import type { ClientReport } from '../judge/report/report.js';

/** A method that runs an operation. */
export interface ControlMethod {
  readonly operation: ControlOperationId;
  readonly summary: string;
  /** Its arguments in their order, each with its place in the request: `path.job`, `query`, `body` or `body.message`. */
  readonly arguments: readonly (readonly [name: string, place: string])[];
  /** The field of the response that it returns, or `void`. Default: the whole response. */
  readonly returns?: string;
  /** Whether only Deckhand's own pages use it. */
  readonly isInternal?: boolean;
}

/** The options of `job`. */
export interface JobOptions {
  /** The time for which to compute the state of the job. Default: now. */
  readonly at?: string | number;
}

/** The filter of `journal`. */
export interface JournalFilter {
  /** Only exchanges of this operation. */
  readonly operation?: control.OperationId;
  /** Only exchanges with this status. */
  readonly status?: string | number;
  /** Only exchanges about this job. */
  readonly job?: string;
  /** Only exchanges that start at this time or later. */
  readonly since?: string | number;
  /** The maximum number of exchanges. The newest are returned. */
  readonly limit?: string | number;
  /** Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
  readonly includeUnassigned?: boolean;
  /** Whether the exchanges include their bodies. Default: true. */
  readonly includeBodies?: boolean;
}

/** The options of `clearJournal`. */
export interface ClearJournalOptions {
  /** Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
  readonly includeUnassigned?: boolean;
}

/** The filter of `har`. */
export interface HarFilter {
  /** Only exchanges of this operation. */
  readonly operation?: control.OperationId;
  /** Only exchanges with this status. */
  readonly status?: string | number;
  /** Only exchanges about this job. */
  readonly job?: string;
  /** Only exchanges that start at this time or later. */
  readonly since?: string | number;
  /** The maximum number of exchanges. The newest are returned. */
  readonly limit?: string | number;
  /** Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
  readonly includeUnassigned?: boolean;
}

/** The options of `clientReport`. */
export interface ClientReportOptions {
  /** Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
  readonly includeUnassigned?: boolean;
  /** Polls of one job at shorter intervals are a tight loop (4.5). `500ms`, or milliseconds. Default: `1s`. */
  readonly minPollInterval?: string | number;
  /** Whether the timers of the clients follow the clock of the workspace. If true, intervals are judged even if the clock was changed, as in a test that advances both together. Default: `false`. */
  readonly timersFollowClock?: boolean;
  /** Whether all requests come from one client in one tab. If true, no finding is downgraded because another tab may have sent the request. Default: `true` in a sandbox, which one test has for itself, else `false`. */
  readonly singleClient?: boolean;
  /** Only the exchanges of this client, as `clients` names it. Default: all clients. */
  readonly client?: string;
}

export interface WorkspaceMethods {
  /**
   * Get a workspace. The plan, the API switch, the active scenario, the clock, and counts of the data.
   */
  info(): control.WorkspaceInfo;

  /**
   * Update the plan or API access.
   */
  update(change: control.UpdateWorkspaceRequest): control.WorkspaceInfo;

  /**
   * Reset a workspace. Resets the data, the clock and the journal, or only the given parts. With the data, it removes active faults and the active scenario. After a reset of the clock alone, each job stays at its position.
   */
  reset(parts?: control.ResetRequest): void;

  /**
   * Create an API key. Only this response contains the key. It cannot be read again.
   */
  createApiKey(): control.CreatedApiKey;

  /**
   * Take a snapshot of a workspace. Returns the complete state of the workspace, without its keys.
   */
  snapshot(): control.Snapshot;

  /**
   * Restore a snapshot. Restores the whole snapshot, or nothing. It replaces the data, the clock and the journal of the workspace.
   */
  restore(snapshot: control.Snapshot): void;

  /**
   * @internal Get the changes since a cursor. The parts of the workspace that have changed since an earlier response. The progress of a job over time is not a change: its timeline contains the times.
   * @param cursor The `cursor` of an earlier response. An unknown cursor, for example after a restart or a reset, returns everything.
   */
  changesSince(cursor?: string): control.WorkspaceChanges;

  /**
   * List the scenarios. The scenarios by name, each with a summary of its steps and faults, and the invalid scenario files.
   */
  scenarios(): control.ScenarioList['scenarios'];

  /**
   * Get the source of a scenario. The current text of its file. For a scenario without a file, the YAML is generated.
   * @param scenario The name of a scenario.
   */
  scenarioSource(scenario: string): control.ScenarioSource;

  /**
   * @internal Save a scenario. Writes its file in the last folder of scenarios that the server was started with, and loads it. Bundled scenarios are not changed: a file of the same name overrides them. A text with an error is rejected.
   * @param scenario The name of a scenario.
   */
  saveScenario(scenario: string, source: control.SaveScenarioRequest): control.SavedScenario;

  /**
   * @internal Check the text of a scenario. Returns the errors and warnings of a text with their positions. For a valid text, also its timeline, and the responses that a client gets. Nothing is loaded or changed.
   */
  checkScenario(check: control.CheckScenarioRequest): control.ScenarioCheck;

  /**
   * Set the active scenario. Sets the scenario that new jobs play: by its name, or inline, as JSON or as the text of a scenario file. Running jobs keep their scenario.
   */
  useScenario(scenario: control.UseScenarioRequest): void;

  /**
   * Clear the active scenario.
   */
  clearScenario(): void;

  /**
   * List the jobs. The newest job first. The presentations of completed jobs have no `sections`; getJob returns them.
   * @param limit The maximum number of jobs. Default: 1000.
   */
  jobs(limit?: string | number): readonly control.JobInfo[];

  /**
   * Start a job. Has the same effect as a request of a client, without a request in the journal. Access, rate limit and faults do not apply.
   */
  startJob(job: control.StartJobRequest): control.JobInfo;

  /**
   * List the templates. The templates that new jobs can use. The first is the default.
   */
  templates(): control.WorkspaceTemplateList['templates'];

  /**
   * Get a job. Returns the job with its timeline, at the current time or at the time in `at`.
   * @param job The generation_id.
   */
  job(job: string, options?: JobOptions): control.JobInfo;

  /**
   * @internal Make a scenario of a job. The text of a scenario that plays what happened to the job: its steps with their exact times, added questions, its end, and the faults that its polls and messages got. A job that has not ended continues as planned.
   * @param job The generation_id.
   */
  jobScenario(job: string): control.JobScenarioText;

  /**
   * Reply to the job's question. Has the same effect as a message from a client.
   * @param job The generation_id.
   */
  replyToJob(job: string, message: control.ReplyToJobRequest['message']): control.JobInfo;

  /**
   * Make the job ask a question. The job waits for a reply.
   * @param job The generation_id.
   */
  askQuestion(job: string, message: control.AskQuestionRequest['message']): control.JobInfo;

  /**
   * Make the job fail.
   * @param job The generation_id.
   */
  failJob(job: string, error: control.FailJobRequest['error']): control.JobInfo;

  /**
   * Make the job complete.
   * @param job The generation_id.
   * @param title The title of the presentation.
   */
  completeJob(job: string, title?: control.CompleteJobRequest['title']): control.JobInfo;

  /**
   * Stall the job. The job makes no progress until you make it fail or complete.
   * @param job The generation_id.
   */
  stallJob(job: string): control.JobInfo;

  /**
   * List the active faults. In the order in which they apply, the newest first and fallbacks last.
   */
  faults(): readonly control.ActiveFault[];

  /**
   * Add a fault. Changes the next responses of an operation. The effects are the same as in scenario files. If several active faults match a request, the newest one applies, and a fallback only if no other fault does.
   */
  addFault(fault: control.AddFaultRequest): control.ActiveFault;

  /**
   * Remove all faults.
   */
  clearFaults(): void;

  /**
   * Remove a fault. Returns the others.
   * @param fault The id of an active fault.
   */
  removeFault(fault: string): readonly control.ActiveFault[];

  /**
   * Get the journal. The oldest exchange first, with redacted keys.
   */
  journal(filter?: JournalFilter): readonly Exchange[];

  /**
   * Clear the journal.
   */
  clearJournal(options?: ClearJournalOptions): void;

  /**
   * @internal Get an exchange.
   * @param sequence The number of an exchange.
   */
  exchange(sequence: string): Exchange;

  /**
   * Export the journal as HAR 1.2.
   */
  har(filter?: HarFilter): Har;

  /**
   * Check the clients against the client rules. Checks the exchanges in the journal against the rules that the spec gives to clients. The journal contains only requests with a key of the workspace.
   */
  clientReport(options?: ClientReportOptions): ClientReport;
}

export interface ClockMethods {
  /**
   * Pause the clock.
   */
  pause(): void;

  /**
   * Resume the clock.
   */
  resume(): void;

  /**
   * Set the speed of the clock. The number of seconds that pass on the clock in one real second.
   */
  setSpeed(speed: control.SetClockSpeedRequest['speed']): void;

  /**
   * Advance the clock. By a duration such as `5m`, or by milliseconds.
   * @param by A time such as 5m or 1m30s, or milliseconds.
   */
  advance(by: control.AdvanceRequest['by']): void;

  /**
   * Advance the clock to the next event. Advances to the next event of one job, or of the workspace: an event of any job, or the release of a delayed response. If there is no event, the clock does not change.
   * @param job The generation_id. Default: any job.
   */
  next(job?: control.NextEventRequest['job']): control.ClockAdvance;
}

export interface DeckhandMethods {
  /**
   * List the workspaces. The configured workspaces, then the open sandboxes.
   */
  workspaces(): readonly control.WorkspaceInfo[];
}

export const workspaceMethods: { readonly [Name in keyof WorkspaceMethods]: ControlMethod } = {
  info: { operation: 'getWorkspace', summary: 'Get a workspace', arguments: [] },
  update: {
    operation: 'updateWorkspace',
    summary: 'Update the plan or API access',
    arguments: [['change', 'body']],
  },
  reset: {
    operation: 'resetWorkspace',
    summary: 'Reset a workspace',
    arguments: [['parts', 'body']],
    returns: 'void',
  },
  createApiKey: { operation: 'createApiKey', summary: 'Create an API key', arguments: [] },
  snapshot: { operation: 'getSnapshot', summary: 'Take a snapshot of a workspace', arguments: [] },
  restore: {
    operation: 'restoreSnapshot',
    summary: 'Restore a snapshot',
    arguments: [['snapshot', 'body']],
    returns: 'void',
  },
  changesSince: {
    operation: 'getChanges',
    summary: 'Get the changes since a cursor',
    arguments: [['cursor', 'query.cursor']],
    isInternal: true,
  },
  scenarios: {
    operation: 'listScenarios',
    summary: 'List the scenarios',
    arguments: [],
    returns: 'scenarios',
  },
  scenarioSource: {
    operation: 'getScenarioSource',
    summary: 'Get the source of a scenario',
    arguments: [['scenario', 'path.scenario']],
  },
  saveScenario: {
    operation: 'saveScenario',
    summary: 'Save a scenario',
    arguments: [
      ['scenario', 'path.scenario'],
      ['source', 'body'],
    ],
    isInternal: true,
  },
  checkScenario: {
    operation: 'checkScenario',
    summary: 'Check the text of a scenario',
    arguments: [['check', 'body']],
    isInternal: true,
  },
  useScenario: {
    operation: 'useScenario',
    summary: 'Set the active scenario',
    arguments: [['scenario', 'body']],
    returns: 'void',
  },
  clearScenario: {
    operation: 'clearScenario',
    summary: 'Clear the active scenario',
    arguments: [],
    returns: 'void',
  },
  jobs: {
    operation: 'listJobs',
    summary: 'List the jobs',
    arguments: [['limit', 'query.limit']],
    returns: 'jobs',
  },
  startJob: { operation: 'startJob', summary: 'Start a job', arguments: [['job', 'body']] },
  templates: {
    operation: 'listWorkspaceTemplates',
    summary: 'List the templates',
    arguments: [],
    returns: 'templates',
  },
  job: {
    operation: 'getJob',
    summary: 'Get a job',
    arguments: [
      ['job', 'path.job'],
      ['options', 'query'],
    ],
  },
  jobScenario: {
    operation: 'getJobScenario',
    summary: 'Make a scenario of a job',
    arguments: [['job', 'path.job']],
    isInternal: true,
  },
  replyToJob: {
    operation: 'replyToJob',
    summary: "Reply to the job's question",
    arguments: [
      ['job', 'path.job'],
      ['message', 'body.message'],
    ],
  },
  askQuestion: {
    operation: 'askQuestion',
    summary: 'Make the job ask a question',
    arguments: [
      ['job', 'path.job'],
      ['message', 'body.message'],
    ],
  },
  failJob: {
    operation: 'failJob',
    summary: 'Make the job fail',
    arguments: [
      ['job', 'path.job'],
      ['error', 'body.error'],
    ],
  },
  completeJob: {
    operation: 'completeJob',
    summary: 'Make the job complete',
    arguments: [
      ['job', 'path.job'],
      ['title', 'body.title'],
    ],
  },
  stallJob: { operation: 'stallJob', summary: 'Stall the job', arguments: [['job', 'path.job']] },
  faults: { operation: 'listFaults', summary: 'List the active faults', arguments: [], returns: 'faults' },
  addFault: { operation: 'addFault', summary: 'Add a fault', arguments: [['fault', 'body']] },
  clearFaults: { operation: 'clearFaults', summary: 'Remove all faults', arguments: [], returns: 'void' },
  removeFault: {
    operation: 'removeFault',
    summary: 'Remove a fault',
    arguments: [['fault', 'path.fault']],
    returns: 'faults',
  },
  journal: {
    operation: 'getJournal',
    summary: 'Get the journal',
    arguments: [['filter', 'query']],
    returns: 'exchanges',
  },
  clearJournal: {
    operation: 'clearJournal',
    summary: 'Clear the journal',
    arguments: [['options', 'query']],
    returns: 'void',
  },
  exchange: {
    operation: 'getExchange',
    summary: 'Get an exchange',
    arguments: [['sequence', 'path.sequence']],
    isInternal: true,
  },
  har: {
    operation: 'getJournalHar',
    summary: 'Export the journal as HAR 1.2',
    arguments: [['filter', 'query']],
  },
  clientReport: {
    operation: 'getClientReport',
    summary: 'Check the clients against the client rules',
    arguments: [['options', 'query']],
  },
};

export const clockMethods: { readonly [Name in keyof ClockMethods]: ControlMethod } = {
  pause: { operation: 'pauseClock', summary: 'Pause the clock', arguments: [], returns: 'void' },
  resume: { operation: 'resumeClock', summary: 'Resume the clock', arguments: [], returns: 'void' },
  setSpeed: {
    operation: 'setClockSpeed',
    summary: 'Set the speed of the clock',
    arguments: [['speed', 'body.speed']],
    returns: 'void',
  },
  advance: {
    operation: 'advanceClock',
    summary: 'Advance the clock',
    arguments: [['by', 'body.by']],
    returns: 'void',
  },
  next: {
    operation: 'advanceClockToNextEvent',
    summary: 'Advance the clock to the next event',
    arguments: [['job', 'body.job']],
  },
};

export const deckhandMethods: { readonly [Name in keyof DeckhandMethods]: ControlMethod } = {
  workspaces: {
    operation: 'listWorkspaces',
    summary: 'List the workspaces',
    arguments: [],
    returns: 'workspaces',
  },
};
