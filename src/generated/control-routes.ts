// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

/** The schemas with a validator: bodies, and the parameters of queries. */
export type ControlSchema =
  | 'AdvanceRequest'
  | 'ArmFaultRequest'
  | 'AskJobRequest'
  | 'ChangeWorkspaceRequest'
  | 'ClearJournalQuery'
  | 'CompleteJobRequest'
  | 'ExportJournalQuery'
  | 'FailJobRequest'
  | 'GetJobQuery'
  | 'ListJobsQuery'
  | 'NextEventRequest'
  | 'ReadChangesQuery'
  | 'ReadConductQuery'
  | 'ReadJournalQuery'
  | 'ReplyJobRequest'
  | 'ResetRequest'
  | 'SavedState'
  | 'SpeedRequest'
  | 'StartJobRequest'
  | 'UseScenarioRequest';

export type ControlOperationId =
  | 'listWorkspaces'
  | 'getWorkspace'
  | 'changeWorkspace'
  | 'resetWorkspace'
  | 'createApiKey'
  | 'save'
  | 'load'
  | 'readChanges'
  | 'listScenarios'
  | 'getScenarioSource'
  | 'useScenario'
  | 'clearScenario'
  | 'readClock'
  | 'pauseClock'
  | 'resumeClock'
  | 'setClockSpeed'
  | 'advanceClock'
  | 'advanceToNextEvent'
  | 'listJobs'
  | 'startJob'
  | 'listWorkspaceTemplates'
  | 'getJob'
  | 'replyToJob'
  | 'askJob'
  | 'failJob'
  | 'completeJob'
  | 'stallJob'
  | 'listArmedFaults'
  | 'armFault'
  | 'disarmFaults'
  | 'disarmFault'
  | 'readJournal'
  | 'clearJournal'
  | 'getExchange'
  | 'exportJournal'
  | 'readConduct';

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
    operationId: 'changeWorkspace',
    method: 'patch',
    path: '/workspaces/{workspace}',
    successStatus: 200,
    requestSchema: 'ChangeWorkspaceRequest',
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
  { operationId: 'save', method: 'get', path: '/workspaces/{workspace}/state', successStatus: 200 },
  {
    operationId: 'load',
    method: 'put',
    path: '/workspaces/{workspace}/state',
    successStatus: 200,
    requestSchema: 'SavedState',
    takesYaml: false,
  },
  { operationId: 'readChanges', method: 'get', path: '/workspaces/{workspace}/changes', successStatus: 200 },
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
  { operationId: 'readClock', method: 'get', path: '/workspaces/{workspace}/clock', successStatus: 200 },
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
    requestSchema: 'SpeedRequest',
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
    operationId: 'advanceToNextEvent',
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
    requestSchema: 'ReplyJobRequest',
    takesYaml: false,
  },
  {
    operationId: 'askJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/ask',
    successStatus: 200,
    requestSchema: 'AskJobRequest',
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
  {
    operationId: 'listArmedFaults',
    method: 'get',
    path: '/workspaces/{workspace}/faults',
    successStatus: 200,
  },
  {
    operationId: 'armFault',
    method: 'post',
    path: '/workspaces/{workspace}/faults',
    successStatus: 201,
    requestSchema: 'ArmFaultRequest',
    takesYaml: false,
  },
  {
    operationId: 'disarmFaults',
    method: 'delete',
    path: '/workspaces/{workspace}/faults',
    successStatus: 200,
  },
  {
    operationId: 'disarmFault',
    method: 'delete',
    path: '/workspaces/{workspace}/faults/{fault}',
    successStatus: 200,
  },
  { operationId: 'readJournal', method: 'get', path: '/workspaces/{workspace}/journal', successStatus: 200 },
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
    operationId: 'exportJournal',
    method: 'get',
    path: '/workspaces/{workspace}/journal.har',
    successStatus: 200,
  },
  { operationId: 'readConduct', method: 'get', path: '/workspaces/{workspace}/conduct', successStatus: 200 },
];

/** Separate from the routes, because callers in the same process need no paths. */
export const controlInputs: { readonly [Id in ControlOperationId]?: ControlInput } = {
  changeWorkspace: { body: 'ChangeWorkspaceRequest', required: true },
  resetWorkspace: { body: 'ResetRequest' },
  load: { body: 'SavedState', required: true },
  readChanges: { query: 'ReadChangesQuery' },
  useScenario: { body: 'UseScenarioRequest', required: true },
  setClockSpeed: { body: 'SpeedRequest', required: true },
  advanceClock: { body: 'AdvanceRequest', required: true },
  advanceToNextEvent: { body: 'NextEventRequest' },
  listJobs: { query: 'ListJobsQuery' },
  startJob: { body: 'StartJobRequest', required: true },
  getJob: { query: 'GetJobQuery' },
  replyToJob: { body: 'ReplyJobRequest', required: true },
  askJob: { body: 'AskJobRequest', required: true },
  failJob: { body: 'FailJobRequest', required: true },
  completeJob: { body: 'CompleteJobRequest' },
  armFault: { body: 'ArmFaultRequest', required: true },
  readJournal: { query: 'ReadJournalQuery' },
  clearJournal: { query: 'ClearJournalQuery' },
  exportJournal: { query: 'ExportJournalQuery' },
  readConduct: { query: 'ReadConductQuery' },
};
