// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

import { validateSchema, type JsonSchemas, type SchemaError } from '../base/json-schema.js';

const schemas: JsonSchemas = {
  Scenario: {
    type: 'object',
    required: ['title', 'steps'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      title: { type: 'string', minLength: 1, maxLength: 80 },
      description: { type: 'string', minLength: 1 },
      match: { $ref: 'Match' },
      workspace: { $ref: 'WorkspaceOverrides' },
      rate_limit: { $ref: 'RateLimit' },
      rate_limit_response: { $ref: 'FaultResponse' },
      seed: { type: 'integer', minimum: 0 },
      steps: { type: 'array', minItems: 1, maxItems: 500, items: { $ref: 'Step' } },
      faults: { type: 'array', maxItems: 500, items: { $ref: 'Fault' } },
      jobs: { type: 'array', maxItems: 2000, items: { $ref: 'JobScenario' } },
      violates: {
        type: 'array',
        uniqueItems: true,
        items: {
          description: 'A rule id such as job/terminal-status-is-final.',
          type: 'string',
          pattern: '^[a-z][a-z0-9-]*/[a-z0-9-]+$',
        },
      },
    },
  },
  JobScenario: {
    type: 'object',
    required: ['steps'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 80 },
      steps: { type: 'array', minItems: 1, maxItems: 500, items: { $ref: 'Step' } },
      faults: { type: 'array', maxItems: 500, items: { $ref: 'Fault' } },
    },
  },
  Match: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: { prompt: { type: 'string', minLength: 1 }, template_id: { type: 'string', minLength: 1 } },
  },
  WorkspaceOverrides: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      plan: { type: 'string', enum: ['free', 'pro', 'max', 'business'] },
      api_enabled: { type: 'boolean' },
    },
  },
  RateLimit: {
    description: 'A number of requests per time such as 20/1m, for each key.',
    type: 'string',
    pattern: '^[1-9]\\d{0,5}/(?:\\d{1,9}(?:\\.\\d{1,6})?(?:ms|s|m|h)){1,4}$',
  },
  Duration: {
    description: 'A time such as 250ms, 1.5s, 2m or 1m30s.',
    type: 'string',
    pattern: '^(?:\\d{1,9}(?:\\.\\d{1,6})?(?:ms|s|m|h)){1,4}$',
  },
  DurationRange: {
    description: 'A time such as 2s, or a range such as 200ms..1.5s for a random time.',
    type: 'string',
    pattern:
      '^(?:\\d{1,9}(?:\\.\\d{1,6})?(?:ms|s|m|h)){1,4}(?:\\.\\.(?:\\d{1,9}(?:\\.\\d{1,6})?(?:ms|s|m|h)){1,4})?$',
  },
  Step: {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    properties: {
      generate: { $ref: 'GenerateStep' },
      ask: { $ref: 'AskStep' },
      complete: { $ref: 'CompleteStep' },
      fail: { $ref: 'FailStep' },
      stall: { $ref: 'StallStep' },
    },
  },
  GenerateStep: {
    type: 'object',
    required: ['for'],
    additionalProperties: false,
    properties: {
      for: { $ref: 'DurationRange' },
      slides: {
        description:
          'The completed slides from..to during the step, as numbers or in percent of all slides (0..8, 0%..100%). A single value is the end. The status response has progress from the first step with slides.',
        type: ['string', 'integer'],
        pattern: '^\\d{1,4}%?(?:\\.\\.\\d{1,4}%?)?$',
        minimum: 0,
        maximum: 9999,
      },
      slides_total: { type: 'integer', minimum: 0, maximum: 9999 },
      progress: { type: 'boolean', const: false },
      tokens: {
        description:
          'The running total of tokens from..to during the step. It must not decrease. A single value is the end.',
        type: ['string', 'integer'],
        pattern: '^\\d{1,12}(?:\\.\\.\\d{1,12})?$',
        minimum: 0,
        maximum: 999999999999,
      },
      current_step: { type: 'string', minLength: 1 },
      status_fields: { $ref: 'StatusFields' },
      probability: { $ref: 'Probability' },
    },
  },
  Probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  AskStep: {
    type: 'object',
    required: ['message'],
    additionalProperties: false,
    properties: {
      message: { type: 'string', minLength: 1 },
      timeout: { $ref: 'DurationRange' },
      on_timeout: { type: 'string', enum: ['fail', 'continue'] },
      error: { type: 'string', minLength: 1 },
      status_fields: { $ref: 'StatusFields' },
      probability: { $ref: 'Probability' },
    },
  },
  CompleteStep: {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      title: { type: 'string' },
      sections: {
        oneOf: [
          { type: 'integer', minimum: 0, maximum: 500 },
          { type: 'array', maxItems: 500, items: { $ref: 'SectionText' } },
        ],
      },
      tokens: { type: 'integer', minimum: 0, maximum: 999999999999 },
      is_public: { type: 'boolean' },
      presentation: { type: 'object', additionalProperties: true },
      status_fields: { $ref: 'StatusFields' },
    },
  },
  SectionText: {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string' },
      layout: { type: 'string', enum: ['title', 'bullets', 'quote', 'closing'] },
      bullets: { type: 'array', maxItems: 100, items: { type: 'string' } },
    },
  },
  FailStep: {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: {
      error: { type: 'string', minLength: 1 },
      status_fields: { $ref: 'StatusFields' },
      probability: { $ref: 'Probability' },
    },
  },
  StallStep: {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      current_step: { type: 'string', minLength: 1 },
      status_fields: { $ref: 'StatusFields' },
      probability: { $ref: 'Probability' },
    },
  },
  StatusFields: { type: 'object', additionalProperties: true },
  Fault: {
    type: 'object',
    required: ['operation'],
    additionalProperties: false,
    properties: {
      operation: {
        oneOf: [
          { $ref: 'OperationId' },
          { type: 'array', minItems: 1, uniqueItems: true, items: { $ref: 'OperationId' } },
        ],
      },
      requests: {
        description:
          'Numbers of requests such as 3, 3..5 or 4.., from 1. Each job counts its polls and messages. The workspace counts all other operations.',
        type: ['string', 'integer'],
        pattern: '^[1-9]\\d{0,8}(?:\\.\\.(?:[1-9]\\d{0,8})?)?$',
        minimum: 1,
        maximum: 999999999,
      },
      during: {
        description:
          'A period since the start of the job such as 3s..8s, or 10s.. without an end. Only for polls and messages.',
        type: 'string',
        pattern:
          '^(?:\\d{1,9}(?:\\.\\d{1,6})?(?:ms|s|m|h)){1,4}\\.\\.(?:(?:\\d{1,9}(?:\\.\\d{1,6})?(?:ms|s|m|h)){1,4})?$',
      },
      probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      response: { $ref: 'FaultResponse' },
      takes_effect: { type: 'boolean', const: true },
      latency: { $ref: 'DurationRange' },
      connection: { type: 'string', enum: ['reset', 'timeout'] },
      corrupt: { type: 'string', enum: ['truncated', 'malformed'] },
      drip: { $ref: 'Duration' },
    },
  },
  FaultResponse: {
    type: 'object',
    required: ['status'],
    additionalProperties: false,
    properties: {
      status: { type: 'integer', minimum: 200, maximum: 599 },
      retry_after: { $ref: 'Duration' },
      headers: { type: 'object', maxProperties: 50, additionalProperties: { type: 'string' } },
      body: {},
    },
  },
  OperationId: {
    type: 'string',
    enum: [
      'listTemplates',
      'createPresentation',
      'getPresentation',
      'updatePresentation',
      'startGeneration',
      'getGenerationStatus',
      'sendGenerationMessage',
    ],
  },
};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function validateScenario(value: unknown): SchemaError[] {
  return validateSchema(schemas, 'Scenario', value);
}
