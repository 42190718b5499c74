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
    additionalProperties: false,
  },
  CreatedPresentation: { allOf: [{ $ref: 'AssumedPresentation' }] },
  UpdatedPresentation: { allOf: [{ $ref: 'AssumedPresentation' }] },
  AssumedPresentation: { $ref: 'Presentation' },
  Timestamp: {
    description: 'A time in UTC with milliseconds such as 2026-01-15T09:30:12.000Z (ISO 8601).',
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3,}(?:Z|\\+00:00)$',
    allOf: [
      {
        description: 'A time in UTC with milliseconds such as 2026-01-15T09:30:12.000Z (ISO 8601).',
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
      },
    ],
  },
  Section: {
    type: 'object',
    required: ['id', 'title', 'layout', 'bullets'],
    properties: {
      id: { type: 'string' },
      title: { type: 'string' },
      layout: { type: 'string', enum: ['title', 'bullets', 'quote', 'closing'] },
      bullets: { type: 'array', items: { type: 'string' } },
    },
    additionalProperties: false,
  },
  Template: {
    type: 'object',
    required: ['id', 'name', 'description', 'outline', 'slide_count'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      description: { type: 'string' },
      outline: { type: 'array', items: { type: 'string' } },
      slide_count: { type: 'integer', minimum: 1 },
    },
    additionalProperties: false,
  },
  TemplateList: {
    allOf: [
      {
        type: 'object',
        required: ['templates'],
        properties: { templates: { type: 'array', items: { $ref: 'Template' } } },
        additionalProperties: false,
      },
    ],
  },
  CreatePresentationRequest: {
    allOf: [
      {
        type: 'object',
        required: ['template_id'],
        additionalProperties: false,
        properties: {
          template_id: { type: 'string', minLength: 1 },
          title: { type: 'string', minLength: 1, maxLength: 200 },
        },
      },
    ],
  },
  UpdatePresentationRequest: {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: { title: { type: 'string', minLength: 1, maxLength: 200 } },
  },
  StartGenerationRequest: {
    type: 'object',
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', minLength: 1, maxLength: 8000 },
      template_id: { type: 'string', minLength: 1 },
    },
  },
  GenerationMessageRequest: {
    allOf: [
      {
        type: 'object',
        required: ['message'],
        additionalProperties: false,
        properties: { message: { type: 'string', minLength: 1, maxLength: 4000 } },
      },
    ],
  },
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
    additionalProperties: false,
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
    additionalProperties: false,
  },
  JobAwaitingInput: {
    type: 'object',
    required: ['generation_id', 'status', 'message'],
    properties: {
      generation_id: { type: 'string' },
      status: { type: 'string', const: 'awaiting_input' },
      message: { type: 'string' },
    },
    additionalProperties: false,
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
    additionalProperties: false,
  },
  JobFailed: {
    type: 'object',
    required: ['generation_id', 'status', 'error'],
    properties: {
      generation_id: { type: 'string' },
      status: { type: 'string', const: 'failed' },
      error: { type: 'string' },
    },
    additionalProperties: false,
  },
  MessageAccepted: { allOf: [{ $ref: 'AssumedJobView' }] },
  AssumedJobView: { $ref: 'JobView' },
  Progress: {
    type: 'object',
    required: ['slides_total', 'slides_completed', 'current_step'],
    properties: {
      slides_total: { type: 'number', minimum: 0, multipleOf: 1 },
      slides_completed: { type: 'number', minimum: 0, multipleOf: 1 },
      current_step: { type: 'string' },
    },
    additionalProperties: false,
  },
  TokensUsed: { type: 'number', exclusiveMinimum: 0, multipleOf: 1 },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: {
        type: 'string',
        enum: [
          'bad_request',
          'malformed_json',
          'invalid_body',
          'missing_key',
          'unknown_key',
          'api_not_in_plan',
          'api_disabled',
          'unknown_path',
          'unknown_presentation',
          'unknown_generation',
          'not_recorded',
          'method_not_allowed',
          'request_timeout',
          'generation_finished',
          'content_too_large',
          'uri_too_long',
          'unsupported_media_type',
          'rate_limited',
          'headers_too_large',
          'internal_error',
          'upstream_unavailable',
          'service_unavailable',
          'upstream_timeout',
        ],
      },
      request_id: { type: 'string' },
      errors: { type: 'array', items: { $ref: 'BodyIssue' } },
    },
    additionalProperties: false,
  },
  BodyIssue: {
    type: 'object',
    required: ['pointer', 'detail'],
    properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
    additionalProperties: false,
  },
};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function validate(schema: ValidatedSchema, value: unknown): SchemaError[] {
  return validateSchema(schemas, schema, value);
}
