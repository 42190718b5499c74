// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

/** What has a validator of its own: bodies, and the parameters of queries. */
export type ControlSchema =
  | 'AdvanceRequest'
  | 'ArmFaultRequest'
  | 'AskJobRequest'
  | 'ChangeWorkspaceRequest'
  | 'CheckScenarioRequest'
  | 'CompleteJobRequest'
  | 'ExportJournalQuery'
  | 'FailJobRequest'
  | 'GetJobQuery'
  | 'ListJobsQuery'
  | 'NextEventRequest'
  | 'ReadConductQuery'
  | 'ReadJournalQuery'
  | 'ReplyJobRequest'
  | 'ResetRequest'
  | 'SaveScenarioRequest'
  | 'Snapshot'
  | 'SpeedRequest'
  | 'UseScenarioRequest';

export type ControlOperationId =
  | 'listWorkspaces'
  | 'getWorkspace'
  | 'changeWorkspace'
  | 'resetWorkspace'
  | 'createApiKey'
  | 'takeSnapshot'
  | 'restoreSnapshot'
  | 'streamEvents'
  | 'listScenarios'
  | 'getScenario'
  | 'getScenarioSource'
  | 'saveScenarioSource'
  | 'checkScenario'
  | 'useScenario'
  | 'clearScenario'
  | 'readClock'
  | 'pauseClock'
  | 'resumeClock'
  | 'setClockSpeed'
  | 'advanceClock'
  | 'advanceToNextEvent'
  | 'listJobs'
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
  /** Below controlPath, as the document writes it: /workspaces/{workspace}. */
  readonly path: string;
  readonly successStatus: number;
  readonly requestSchema?: ControlSchema;
  /** Whether the body has to be there. */
  readonly required?: boolean;
  /** Whether the body may also be the text of a scenario file. */
  readonly takesYaml?: boolean;
  readonly querySchema?: ControlSchema;
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
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'resetWorkspace',
    method: 'post',
    path: '/workspaces/{workspace}/reset',
    successStatus: 200,
    requestSchema: 'ResetRequest',
    required: false,
    takesYaml: false,
  },
  { operationId: 'createApiKey', method: 'post', path: '/workspaces/{workspace}/keys', successStatus: 201 },
  {
    operationId: 'takeSnapshot',
    method: 'get',
    path: '/workspaces/{workspace}/snapshot',
    successStatus: 200,
  },
  {
    operationId: 'restoreSnapshot',
    method: 'put',
    path: '/workspaces/{workspace}/snapshot',
    successStatus: 200,
    requestSchema: 'Snapshot',
    required: true,
    takesYaml: false,
  },
  { operationId: 'streamEvents', method: 'get', path: '/workspaces/{workspace}/events', successStatus: 200 },
  { operationId: 'listScenarios', method: 'get', path: '/scenarios', successStatus: 200 },
  { operationId: 'getScenario', method: 'get', path: '/scenarios/{scenario}', successStatus: 200 },
  {
    operationId: 'getScenarioSource',
    method: 'get',
    path: '/scenarios/{scenario}/source',
    successStatus: 200,
  },
  {
    operationId: 'saveScenarioSource',
    method: 'put',
    path: '/scenarios/{scenario}/source',
    successStatus: 200,
    requestSchema: 'SaveScenarioRequest',
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'checkScenario',
    method: 'post',
    path: '/scenario-check',
    successStatus: 200,
    requestSchema: 'CheckScenarioRequest',
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'useScenario',
    method: 'put',
    path: '/workspaces/{workspace}/scenario',
    successStatus: 200,
    requestSchema: 'UseScenarioRequest',
    required: true,
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
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'advanceClock',
    method: 'post',
    path: '/workspaces/{workspace}/clock/advance',
    successStatus: 200,
    requestSchema: 'AdvanceRequest',
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'advanceToNextEvent',
    method: 'post',
    path: '/workspaces/{workspace}/clock/next',
    successStatus: 200,
    requestSchema: 'NextEventRequest',
    required: false,
    takesYaml: false,
  },
  {
    operationId: 'listJobs',
    method: 'get',
    path: '/workspaces/{workspace}/jobs',
    successStatus: 200,
    querySchema: 'ListJobsQuery',
  },
  {
    operationId: 'getJob',
    method: 'get',
    path: '/workspaces/{workspace}/jobs/{job}',
    successStatus: 200,
    querySchema: 'GetJobQuery',
  },
  {
    operationId: 'replyToJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/reply',
    successStatus: 200,
    requestSchema: 'ReplyJobRequest',
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'askJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/ask',
    successStatus: 200,
    requestSchema: 'AskJobRequest',
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'failJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/fail',
    successStatus: 200,
    requestSchema: 'FailJobRequest',
    required: true,
    takesYaml: false,
  },
  {
    operationId: 'completeJob',
    method: 'post',
    path: '/workspaces/{workspace}/jobs/{job}/complete',
    successStatus: 200,
    requestSchema: 'CompleteJobRequest',
    required: false,
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
    required: true,
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
  {
    operationId: 'readJournal',
    method: 'get',
    path: '/workspaces/{workspace}/journal',
    successStatus: 200,
    querySchema: 'ReadJournalQuery',
  },
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
    querySchema: 'ExportJournalQuery',
  },
  {
    operationId: 'readConduct',
    method: 'get',
    path: '/workspaces/{workspace}/conduct',
    successStatus: 200,
    querySchema: 'ReadConductQuery',
  },
];
