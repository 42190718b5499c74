/** `deckhand/types`: the types of the API, of scenarios and of the journal. This module has no code at run time. */
export type {
  BodyFault,
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
  Problem,
  Progress,
  Section,
  StartGenerationRequest,
  Template,
  TemplateList,
  UpdatePresentationRequest,
} from './generated/presentation-api.js';
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
