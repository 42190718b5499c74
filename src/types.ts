/**
 * `deckhand/types`: the types of the documented interface, of scenarios and of the journal. If the interface leaves a part
 * open, its type is `unknown` or open. `deckhand/types/assumed` has the shapes of this mock server. This module has no code at
 * run time.
 */
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
  StartGenerationRequest,
  TemplateList,
  UpdatePresentationRequest,
} from './generated/documented-api.js';
export type {
  ArmedFault,
  ArmFaultRequest,
  Fault,
  Job,
  Scenario,
  Snapshot,
  Step,
  Workspace,
  paths as controlPaths,
} from './generated/control-api.js';
export type { OperationId } from './generated/routes.js';
export type { JobStatus } from './generated/lifecycle.js';
export type {
  Exchange,
  ExchangeNotes,
  HeaderPairs,
  WireBody,
  WireFailure,
  WireRequest,
  WireResponse,
} from './journal/exchange.js';
