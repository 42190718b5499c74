/**
 * `deckhand/types/assumed`: the types of the API as this stand-in serves it. The interface is silent about parts of it; the comment of
 * each such part says what the stand-in assumes. A real service can differ there. Nothing here exists at run time.
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
