/**
 * `deckhand/types/mock`: the types of the API as this mock server serves it. Comments mark what it assumes where the specification
 * leaves a part open. It has no code at run time.
 */
export type {
  BodyIssue,
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
