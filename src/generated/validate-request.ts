// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

import { validateSchema, type JsonSchemas, type SchemaError } from '../base/json-schema.js';
import type { RequestSchema } from './validated-schema.js';

const schemas: JsonSchemas = {
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
};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function validateRequest(schema: RequestSchema, value: unknown): SchemaError[] {
  return validateSchema(schemas, schema, value);
}
