/** `deckhand/types`: the types of the specification, of scenarios and of the journal. It has no code at run time. */
import type { StartGenerationRequest as ReceivedStartGenerationRequest } from './generated/documented-api.js';

export type { ReceivedStartGenerationRequest };

/**
 * The body that starts a job, for clients: a misspelt field does not compile. The specification allows more fields, which
 * `ReceivedStartGenerationRequest` has as `unknown`.
 */
export type StartGenerationRequest = {
  [
    Name in keyof ReceivedStartGenerationRequest as string extends Name ? never : Name
  ]: ReceivedStartGenerationRequest[Name];
};

export type {
  CreatePresentationRequest,
  GenerationAccepted,
  GenerationMessageRequest,
  JobAwaitingInput,
  JobCompleted,
  JobFailed,
  JobGenerating,
  JobView,
  operations,
  paths,
  Presentation,
  Progress,
  TemplateList,
  UpdatePresentationRequest,
} from './generated/documented-api.js';
export type {
  ActiveFault,
  AddFaultRequest,
  Fault,
  JobInfo,
  Scenario,
  Snapshot,
  Step,
  WorkspaceInfo,
  paths as controlPaths,
} from './generated/control-api.js';
export type { OperationId } from './generated/routes.js';
export type { JobStatus } from './generated/lifecycle.js';
export type {
  Exchange,
  ExchangeMetadata,
  HeaderPairs,
  WireBody,
  WireFailure,
  WireRequest,
  WireResponse,
} from './journal/exchange.js';
