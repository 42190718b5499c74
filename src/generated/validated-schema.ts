// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

export type ValidatedSchema =
  | 'CreatePresentationRequest'
  | 'CreatedPresentation'
  | 'GenerationAccepted'
  | 'GenerationMessageRequest'
  | 'JobAwaitingInput'
  | 'JobCompleted'
  | 'JobFailed'
  | 'JobGenerating'
  | 'JobView'
  | 'MessageAccepted'
  | 'Presentation'
  | 'Problem'
  | 'Progress'
  | 'StartGenerationRequest'
  | 'Template'
  | 'TemplateList'
  | 'UpdatePresentationRequest'
  | 'UpdatedPresentation';

/** Those of requests. */
export type RequestSchema =
  | 'CreatePresentationRequest'
  | 'UpdatePresentationRequest'
  | 'StartGenerationRequest'
  | 'GenerationMessageRequest';
