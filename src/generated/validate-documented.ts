// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

import { validateSchema, type JsonSchemas, type SchemaError } from '../base/json-schema.js';
import type { ValidatedSchema } from './validated-schema.js';

const schemas: JsonSchemas = {
  Presentation: {
    type: 'object',
    required: ['id', 'title', 'workspace_id', 'sections', 'is_public', 'url', 'created_at', 'updated_at'],
    properties: {
      id: { type: 'string' },
      title: { type: 'string' },
      workspace_id: { type: 'string' },
      sections: { type: 'array', items: { $ref: 'Section' } },
      is_public: { type: 'boolean' },
      url: { type: 'string' },
      created_at: { $ref: 'Timestamp' },
      updated_at: { $ref: 'Timestamp' },
    },
  },
  CreatedPresentation: { allOf: [{ $ref: 'AssumedPresentation' }] },
  UpdatedPresentation: { allOf: [{ $ref: 'AssumedPresentation' }] },
  AssumedPresentation: true,
  Timestamp: {
    description: 'A time in UTC with milliseconds such as 2026-01-15T09:30:12.000Z (ISO 8601).',
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3,}(?:Z|\\+00:00)$',
    allOf: [true],
  },
  Section: true,
  Template: true,
  TemplateList: { allOf: [true] },
  CreatePresentationRequest: { allOf: [true] },
  UpdatePresentationRequest: { type: 'object', properties: { title: { type: 'string' } } },
  StartGenerationRequest: {
    type: 'object',
    properties: { prompt: { type: 'string' }, template_id: { type: 'string' } },
  },
  GenerationMessageRequest: { allOf: [true] },
  GenerationAccepted: {
    type: 'object',
    required: ['generation_id', 'status', 'poll_url'],
    properties: {
      generation_id: { type: 'string' },
      status: { type: 'string', const: 'generating' },
      poll_url: {
        description:
          'The path of the status endpoint of the job, such as /api/v1/presentations/generate/gen_1/status.',
        type: 'string',
        pattern: '^/api/v1/presentations/generate/[^/]+/status$',
      },
    },
  },
  JobView: {
    discriminator: {
      propertyName: 'status',
      mapping: {
        generating: 'JobGenerating',
        awaiting_input: 'JobAwaitingInput',
        completed: 'JobCompleted',
        failed: 'JobFailed',
      },
    },
  },
  JobGenerating: {
    type: 'object',
    required: ['generation_id', 'status'],
    properties: {
      generation_id: { type: 'string' },
      status: { type: 'string', const: 'generating' },
      progress: { $ref: 'Progress' },
      tokens_used: { $ref: 'TokensUsed' },
    },
  },
  JobAwaitingInput: {
    type: 'object',
    required: ['generation_id', 'status', 'message'],
    properties: {
      generation_id: { type: 'string' },
      status: { type: 'string', const: 'awaiting_input' },
      message: { type: 'string' },
    },
  },
  JobCompleted: {
    type: 'object',
    required: ['generation_id', 'status', 'presentation'],
    properties: {
      generation_id: { type: 'string' },
      status: { type: 'string', const: 'completed' },
      presentation: { $ref: 'Presentation' },
      tokens_used: { $ref: 'TokensUsed' },
    },
  },
  JobFailed: {
    type: 'object',
    required: ['generation_id', 'status', 'error'],
    properties: {
      generation_id: { type: 'string' },
      status: { type: 'string', const: 'failed' },
      error: { type: 'string' },
    },
  },
  MessageAccepted: { allOf: [{ $ref: 'AssumedJobView' }] },
  AssumedJobView: true,
  Progress: {
    type: 'object',
    required: ['slides_total', 'slides_completed', 'current_step'],
    properties: {
      slides_total: { type: 'number' },
      slides_completed: { type: 'number' },
      current_step: { type: 'string' },
    },
  },
  TokensUsed: { type: 'number', exclusiveMinimum: 0 },
  Problem: true,
};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function validate(schema: ValidatedSchema, value: unknown): SchemaError[] {
  return validateSchema(schemas, schema, value);
}
