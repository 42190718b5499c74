// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

/** The schemas with a validator: bodies, and the parameters of queries. */
export type ControlSchema =
  | 'AddFaultRequest'
  | 'AdvanceRequest'
  | 'AskQuestionRequest'
  | 'CheckScenarioRequest'
  | 'ClearJournalQuery'
  | 'CompleteJobRequest'
  | 'FailJobRequest'
  | 'GetChangesQuery'
  | 'GetClientReportQuery'
  | 'GetJobQuery'
  | 'GetJournalHarQuery'
  | 'GetJournalQuery'
  | 'ListJobsQuery'
  | 'NextEventRequest'
  | 'ReplyToJobRequest'
  | 'ResetRequest'
  | 'SaveScenarioRequest'
  | 'SetClockSpeedRequest'
  | 'Snapshot'
  | 'StartJobRequest'
  | 'UpdateWorkspaceRequest'
  | 'UseScenarioRequest';

export type ControlOperationId =
  | 'listWorkspaces'
  | 'getWorkspace'
  | 'updateWorkspace'
  | 'resetWorkspace'
  | 'createApiKey'
  | 'getSnapshot'
  | 'restoreSnapshot'
  | 'getChanges'
  | 'listScenarios'
  | 'getScenarioSource'
  | 'saveScenario'
  | 'checkScenario'
  | 'useScenario'
  | 'clearScenario'
  | 'getClock'
  | 'pauseClock'
  | 'resumeClock'
  | 'setClockSpeed'
  | 'advanceClock'
  | 'advanceClockToNextEvent'
  | 'listJobs'
  | 'startJob'
  | 'listWorkspaceTemplates'
  | 'getJob'
  | 'getJobScenario'
  | 'replyToJob'
  | 'askQuestion'
  | 'failJob'
  | 'completeJob'
  | 'stallJob'
  | 'listFaults'
  | 'addFault'
  | 'clearFaults'
  | 'removeFault'
  | 'getJournal'
  | 'clearJournal'
  | 'getExchange'
  | 'getJournalHar'
  | 'getClientReport';

export interface ControlRoute {
  readonly operationId: ControlOperationId;
  readonly method: 'get' | 'put' | 'post' | 'patch' | 'delete';
  /** Below controlPath, such as /workspaces/{workspace}. */
  readonly path: string;
  readonly successStatus: number;
  /** The schema of the response. Absent if it has no body. */
  readonly responseSchema?: string;
  readonly requestSchema?: ControlSchema;
  /** Whether the body can be the text of a scenario file. */
  readonly takesYaml?: boolean;
}

/** The input of an operation. Operations that are not listed have no body and no query. */
export interface ControlInput {
  readonly body?: ControlSchema;
  /** Whether the body is required. */
  readonly required?: boolean;
  readonly query?: ControlSchema;
}

export const controlPath = '/_deckhand/api';

export const controlVersion = 'v1';

export const controlRoutes: readonly ControlRoute[] = [
  {
    operationId: 'listWorkspaces',
    method: 'get',
    path: '/workspaces',
    successStatus: 200,
    responseSchema: 'WorkspaceList',
  },
  {
    operationId: 'getWorkspace',
    method: 'get',
    path: '/workspaces/{workspace}',
    successStatus: 200,
    responseSchema: 'WorkspaceInfo',
  },
  {
    operationId: 'updateWorkspace',
    method: 'patch',
    path: '/workspaces/{workspace}',
    successStatus: 200,
    responseSchema: 'WorkspaceInfo',
    requestSchema: 'UpdateWorkspaceRequest',
    takesYaml: false,
  },
  {
    operationId: 'resetWorkspace',
    method: 'post',
    path: '/workspaces/{workspace}/reset',
    successStatus: 200,
    responseSchema: 'WorkspaceInfo',
    requestSchema: 'ResetRequest',
    takesYaml: false,
  },
  {
    operationId: 'createApiKey',
    method: 'post',
    path: '/workspaces/{workspace}/keys',
    successStatus: 201,
    responseSchema: 'CreatedApiKey',
  },
  {
    operationId: 'getSnapshot',
    method: 'get',
    path: '/workspaces/{workspace}/snapshot',
    successStatus: 200,
    responseSchema: 'Snapshot',
  },
  {
    operationId: 'restoreSnapshot',
    method: 'put',
    path: '/workspaces/{workspace}/snapshot',
    successStatus: 200,
    responseSchema: 'WorkspaceInfo',
    requestSchema: 'Snapshot',
    takesYaml: false,
  },
  {
    operationId: 'getChanges',
    method: 'get',
    path: '/workspaces/{workspace}/changes',
    successStatus: 200,
    responseSchema: 'WorkspaceChanges',
  },
  {
    operationId: 'listScenarios',
    method: 'get',
    path: '/scenarios',
    successStatus: 200,
    responseSchema: 'ScenarioList',
  },
  {
    operationId: 'getScenarioSource',
    method: 'get',
    path: '/scenarios/{scenario}/source',
    successStatus: 200,
    responseSchema: 'ScenarioSource',
  },
  {
    operationId: 'saveScenario',
    method: 'put',
    path: '/scenarios/{scenario}/source',
    successStatus: 200,
    responseSchema: 'SavedScenario',
    requestSchema: 'SaveScenarioRequest',
    takesYaml: false,
  },
  {
    operationId: 'checkScenario',
    method: 'post',
    path: '/scenarios/check',
    successStatus: 200,
    responseSchema: 'ScenarioCheck',
    requestSchema: 'CheckScenarioRequest',
    takesYaml: false,
  },
  {
    operationId: 'useScenario',
    method: 'put',
    path: '/workspaces/{workspace}/scenario',
    successStatus: 200,
    responseSchema: 'WorkspaceInfo',
    requestSchema: 'UseScenarioRequest',
    takesYaml: true,
  },
  {
    operationId: 'clearScenario',
    method: 'delete',
    path: '/workspaces/{workspace}/scenario',
    successStatus: 200,
    responseSchema: 'WorkspaceInfo',
  },
  {
    operationId: 'getClock',
    method: 'get',
    path: '/workspaces/{workspace}/clock',
    successStatus: 200,
    responseSchema: 'ClockInfo',
  },
  {
    operationId: 'pauseClock',
    method: 'post',
    path: '/workspaces/{workspace}/clock/pause',
    successStatus: 200,
    responseSchema: 'ClockInfo',
  },
  {
    operationId: 'resumeClock',
    method: 'post',
    path: '/workspaces/{workspace}/clock/resume',
    successStatus: 200,
    responseSchema: 'ClockInfo',
  },
  {
    operationId: 'setClockSpeed',
    method: 'put',
    path: '/workspaces/{workspace}/clock/speed',
    successStatus: 200,
    responseSchema: 'ClockInfo',
    requestSchema: 'SetClockSpeedRequest',
    takesYaml: false,
  },
  {
    operationId: 'advanceClock',
    method: 'post',
    path: '/workspaces/{workspace}/clock/advance',
    successStatus: 200,
    responseSchema: 'ClockInfo',
    requestSchema: 'AdvanceRequest',
    takesYaml: false,
  },
  {
    operationId: 'advanceClockToNextEvent',
    method: 'post',
    path: '/workspaces/{workspace}/clock/next',
    successStatus: 200,
    responseSchema: 'ClockAdvance',
    requestSchema: 'NextEventRequest',
    takesYaml: false,
  },
  {
    operationId: 'listJobs',
    method: 'get',
    path: '/workspaces/{workspace}/jobs',
    successStatus: 200,
    responseSchema: 'JobList',
  },
  {
    operationId: 'startJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs',
    successStatus: 201,
    responseSchema: 'JobInfo',
    requestSchema: 'StartJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'listWorkspaceTemplates',
    method: 'get',
    path: '/workspaces/{workspace}/templates',
    successStatus: 200,
    responseSchema: 'WorkspaceTemplateList',
  },
  {
    operationId: 'getJob',
    method: 'get',
    path: '/workspaces/{workspace}/jobs/{job}',
    successStatus: 200,
    responseSchema: 'JobInfo',
  },
  {
    operationId: 'getJobScenario',
    method: 'get',
    path: '/workspaces/{workspace}/jobs/{job}/scenario',
    successStatus: 200,
    responseSchema: 'JobScenarioText',
  },
  {
    operationId: 'replyToJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/reply',
    successStatus: 200,
    responseSchema: 'JobInfo',
    requestSchema: 'ReplyToJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'askQuestion',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/question',
    successStatus: 200,
    responseSchema: 'JobInfo',
    requestSchema: 'AskQuestionRequest',
    takesYaml: false,
  },
  {
    operationId: 'failJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/fail',
    successStatus: 200,
    responseSchema: 'JobInfo',
    requestSchema: 'FailJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'completeJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/complete',
    successStatus: 200,
    responseSchema: 'JobInfo',
    requestSchema: 'CompleteJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'stallJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/stall',
    successStatus: 200,
    responseSchema: 'JobInfo',
  },
  {
    operationId: 'listFaults',
    method: 'get',
    path: '/workspaces/{workspace}/faults',
    successStatus: 200,
    responseSchema: 'ActiveFaultList',
  },
  {
    operationId: 'addFault',
    method: 'post',
    path: '/workspaces/{workspace}/faults',
    successStatus: 201,
    responseSchema: 'ActiveFault',
    requestSchema: 'AddFaultRequest',
    takesYaml: false,
  },
  {
    operationId: 'clearFaults',
    method: 'delete',
    path: '/workspaces/{workspace}/faults',
    successStatus: 200,
    responseSchema: 'ActiveFaultList',
  },
  {
    operationId: 'removeFault',
    method: 'delete',
    path: '/workspaces/{workspace}/faults/{fault}',
    successStatus: 200,
    responseSchema: 'ActiveFaultList',
  },
  {
    operationId: 'getJournal',
    method: 'get',
    path: '/workspaces/{workspace}/journal',
    successStatus: 200,
    responseSchema: 'Journal',
  },
  {
    operationId: 'clearJournal',
    method: 'delete',
    path: '/workspaces/{workspace}/journal',
    successStatus: 200,
    responseSchema: 'Journal',
  },
  {
    operationId: 'getExchange',
    method: 'get',
    path: '/workspaces/{workspace}/journal/{sequence}',
    successStatus: 200,
    responseSchema: 'ExchangeInfo',
  },
  {
    operationId: 'getJournalHar',
    method: 'get',
    path: '/workspaces/{workspace}/journal.har',
    successStatus: 200,
    responseSchema: 'HarDocument',
  },
  {
    operationId: 'getClientReport',
    method: 'get',
    path: '/workspaces/{workspace}/client-report',
    successStatus: 200,
    responseSchema: 'ClientReportDocument',
  },
];

/** Separate from the routes, because callers in the same process need no paths. */
export const controlInputs: { readonly [Id in ControlOperationId]?: ControlInput } = {
  updateWorkspace: { body: 'UpdateWorkspaceRequest', required: true },
  resetWorkspace: { body: 'ResetRequest' },
  restoreSnapshot: { body: 'Snapshot', required: true },
  getChanges: { query: 'GetChangesQuery' },
  saveScenario: { body: 'SaveScenarioRequest', required: true },
  checkScenario: { body: 'CheckScenarioRequest', required: true },
  useScenario: { body: 'UseScenarioRequest', required: true },
  setClockSpeed: { body: 'SetClockSpeedRequest', required: true },
  advanceClock: { body: 'AdvanceRequest', required: true },
  advanceClockToNextEvent: { body: 'NextEventRequest' },
  listJobs: { query: 'ListJobsQuery' },
  startJob: { body: 'StartJobRequest', required: true },
  getJob: { query: 'GetJobQuery' },
  replyToJob: { body: 'ReplyToJobRequest', required: true },
  askQuestion: { body: 'AskQuestionRequest', required: true },
  failJob: { body: 'FailJobRequest', required: true },
  completeJob: { body: 'CompleteJobRequest' },
  addFault: { body: 'AddFaultRequest', required: true },
  getJournal: { query: 'GetJournalQuery' },
  clearJournal: { query: 'ClearJournalQuery' },
  getJournalHar: { query: 'GetJournalHarQuery' },
  getClientReport: { query: 'GetClientReportQuery' },
};
