/**
 * `deckhand/types/mock`: the types of the API as this mock server serves it. Comments mark what it assumes where the specification
 * leaves a part open. It has no code at run time.
 */
export type {
  BodyIssue,
  GenerationAccepted,
  JobView,
  paths,
  Presentation,
  Problem,
  Progress,
  Section,
  StartGenerationRequest,
  Template,
  TemplateList,
} from './generated/presentation-api.js';
