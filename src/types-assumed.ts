/**
 * `deckhand/types/assumed`: the types of the API as this mock server serves it. The interface leaves some parts open. The
 * comment of each such part says what the mock server assumes; a real service can differ. This module has no code at run time.
 */
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
