/** `deckhand/types`: the types of the specification, of scenarios and of the journal. It has no code at run time. */
import type {
  StartGenerationRequest as DocumentedRequest,
  TemplateList as DocumentedTemplateList,
} from './generated/documented-api.js';

/**
 * The body that starts a job, for clients: a misspelt field does not compile. The specification allows more fields, which
 * `operations['startGeneration']` has as `unknown`.
 */
export type StartGenerationRequest = {
  [Name in keyof DocumentedRequest as string extends Name ? never : Name]: DocumentedRequest[Name];
};

/** The specification has no shape for it (4.1), so it is `unknown`. `TemplateList` of `deckhand/types/mock` has the shape that Deckhand sends. */
export type TemplateList = DocumentedTemplateList;

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
} from './generated/control-api.js';
export type { OperationId } from './generated/routes.js';
export type { JobStatus } from './generated/lifecycle.js';
export type { Exchange } from './journal/exchange.js';
