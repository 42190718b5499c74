// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

/** The schemas with a validator: bodies, and the parameters of queries. */
export type ControlSchema =
  | 'AddFaultRequest'
  | 'AdvanceRequest'
  | 'AskQuestionRequest'
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
  { operationId: 'listWorkspaces', method: 'get', path: '/workspaces', successStatus: 200 },
  { operationId: 'getWorkspace', method: 'get', path: '/workspaces/{workspace}', successStatus: 200 },
  {
    operationId: 'updateWorkspace',
    method: 'patch',
    path: '/workspaces/{workspace}',
    successStatus: 200,
    requestSchema: 'UpdateWorkspaceRequest',
    takesYaml: false,
  },
  {
    operationId: 'resetWorkspace',
    method: 'post',
    path: '/workspaces/{workspace}/reset',
    successStatus: 200,
    requestSchema: 'ResetRequest',
    takesYaml: false,
  },
  { operationId: 'createApiKey', method: 'post', path: '/workspaces/{workspace}/keys', successStatus: 201 },
  { operationId: 'getSnapshot', method: 'get', path: '/workspaces/{workspace}/snapshot', successStatus: 200 },
  {
    operationId: 'restoreSnapshot',
    method: 'put',
    path: '/workspaces/{workspace}/snapshot',
    successStatus: 200,
    requestSchema: 'Snapshot',
    takesYaml: false,
  },
  { operationId: 'getChanges', method: 'get', path: '/workspaces/{workspace}/changes', successStatus: 200 },
  { operationId: 'listScenarios', method: 'get', path: '/scenarios', successStatus: 200 },
  {
    operationId: 'getScenarioSource',
    method: 'get',
    path: '/scenarios/{scenario}/source',
    successStatus: 200,
  },
  {
    operationId: 'useScenario',
    method: 'put',
    path: '/workspaces/{workspace}/scenario',
    successStatus: 200,
    requestSchema: 'UseScenarioRequest',
    takesYaml: true,
  },
  {
    operationId: 'clearScenario',
    method: 'delete',
    path: '/workspaces/{workspace}/scenario',
    successStatus: 200,
  },
  { operationId: 'getClock', method: 'get', path: '/workspaces/{workspace}/clock', successStatus: 200 },
  {
    operationId: 'pauseClock',
    method: 'post',
    path: '/workspaces/{workspace}/clock/pause',
    successStatus: 200,
  },
  {
    operationId: 'resumeClock',
    method: 'post',
    path: '/workspaces/{workspace}/clock/resume',
    successStatus: 200,
  },
  {
    operationId: 'setClockSpeed',
    method: 'put',
    path: '/workspaces/{workspace}/clock/speed',
    successStatus: 200,
    requestSchema: 'SetClockSpeedRequest',
    takesYaml: false,
  },
  {
    operationId: 'advanceClock',
    method: 'post',
    path: '/workspaces/{workspace}/clock/advance',
    successStatus: 200,
    requestSchema: 'AdvanceRequest',
    takesYaml: false,
  },
  {
    operationId: 'advanceClockToNextEvent',
    method: 'post',
    path: '/workspaces/{workspace}/clock/next',
    successStatus: 200,
    requestSchema: 'NextEventRequest',
    takesYaml: false,
  },
  { operationId: 'listJobs', method: 'get', path: '/workspaces/{workspace}/jobs', successStatus: 200 },
  {
    operationId: 'startJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs',
    successStatus: 201,
    requestSchema: 'StartJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'listWorkspaceTemplates',
    method: 'get',
    path: '/workspaces/{workspace}/templates',
    successStatus: 200,
  },
  { operationId: 'getJob', method: 'get', path: '/workspaces/{workspace}/jobs/{job}', successStatus: 200 },
  {
    operationId: 'replyToJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/reply',
    successStatus: 200,
    requestSchema: 'ReplyToJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'askQuestion',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/question',
    successStatus: 200,
    requestSchema: 'AskQuestionRequest',
    takesYaml: false,
  },
  {
    operationId: 'failJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/fail',
    successStatus: 200,
    requestSchema: 'FailJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'completeJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/complete',
    successStatus: 200,
    requestSchema: 'CompleteJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'stallJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/stall',
    successStatus: 200,
  },
  { operationId: 'listFaults', method: 'get', path: '/workspaces/{workspace}/faults', successStatus: 200 },
  {
    operationId: 'addFault',
    method: 'post',
    path: '/workspaces/{workspace}/faults',
    successStatus: 201,
    requestSchema: 'AddFaultRequest',
    takesYaml: false,
  },
  {
    operationId: 'clearFaults',
    method: 'delete',
    path: '/workspaces/{workspace}/faults',
    successStatus: 200,
  },
  {
    operationId: 'removeFault',
    method: 'delete',
    path: '/workspaces/{workspace}/faults/{fault}',
    successStatus: 200,
  },
  { operationId: 'getJournal', method: 'get', path: '/workspaces/{workspace}/journal', successStatus: 200 },
  {
    operationId: 'clearJournal',
    method: 'delete',
    path: '/workspaces/{workspace}/journal',
    successStatus: 200,
  },
  {
    operationId: 'getExchange',
    method: 'get',
    path: '/workspaces/{workspace}/journal/{sequence}',
    successStatus: 200,
  },
  {
    operationId: 'getJournalHar',
    method: 'get',
    path: '/workspaces/{workspace}/journal.har',
    successStatus: 200,
  },
  {
    operationId: 'getClientReport',
    method: 'get',
    path: '/workspaces/{workspace}/client-report',
    successStatus: 200,
  },
];

/** Separate from the routes, because callers in the same process need no paths. */
export const controlInputs: { readonly [Id in ControlOperationId]?: ControlInput } = {
  updateWorkspace: { body: 'UpdateWorkspaceRequest', required: true },
  resetWorkspace: { body: 'ResetRequest' },
  restoreSnapshot: { body: 'Snapshot', required: true },
  getChanges: { query: 'GetChangesQuery' },
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
