// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

import { validateSchema, type JsonSchemas, type SchemaError } from '../base/json-schema.js';
import type { ControlSchema } from './control-routes.js';

const schemas: JsonSchemas = {
  InstantString: {
    description: 'A time such as 2026-01-15T09:30:00Z, or the milliseconds since 1970.',
    type: 'string',
    pattern: '^(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z|\\d{1,15})$',
  },
  CountText: { description: 'A whole number from 1 to 99999.', type: 'string', pattern: '^[1-9]\\d{0,4}$' },
  Plan: { type: 'string', enum: ['free', 'pro', 'max', 'business'] },
  UpdateWorkspaceRequest: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: { plan: { $ref: 'Plan' }, api_enabled: { type: 'boolean' } },
  },
  ResetRequest: {
    type: 'object',
    additionalProperties: false,
    properties: { data: { type: 'boolean' }, clock: { type: 'boolean' }, journal: { type: 'boolean' } },
  },
  SaveScenarioRequest: {
    type: 'object',
    required: ['text', 'previous'],
    additionalProperties: false,
    properties: {
      text: { $ref: 'ScenarioText' },
      previous: {
        description:
          'The `hash` of the text that was read, or null for a new file. If the file has another text now, nothing is written.',
        type: ['string', 'null'],
        pattern: '^[0-9a-f]{64}$',
      },
    },
  },
  CheckScenarioRequest: {
    type: 'object',
    required: ['text'],
    additionalProperties: false,
    properties: {
      text: { type: 'string', maxLength: 131072 },
      at: { type: 'number', minimum: 0, maximum: 1000000000000 },
      replies: { type: 'boolean' },
    },
  },
  ScenarioText: { type: 'string', minLength: 1, maxLength: 131072 },
  UseScenarioRequest: {
    type: 'object',
    minProperties: 1,
    maxProperties: 2,
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64 },
      scenario: { $ref: 'Scenario' },
      yaml: { $ref: 'ScenarioText' },
    },
  },
  SetClockSpeedRequest: {
    type: 'object',
    required: ['speed'],
    additionalProperties: false,
    properties: { speed: { type: 'number', exclusiveMinimum: 0, maximum: 100000 } },
  },
  AdvanceRequest: {
    type: 'object',
    required: ['by'],
    additionalProperties: false,
    properties: {
      by: {
        description: 'A time such as 5m or 1m30s, or milliseconds.',
        type: ['string', 'number'],
        pattern: '^(?:\\d+(?:\\.\\d+)?(?:ms|s|m|h))+$',
        minimum: 0,
      },
    },
  },
  NextEventRequest: {
    type: 'object',
    additionalProperties: false,
    properties: { job: { type: 'string', minLength: 1 } },
  },
  StartJobRequest: {
    type: 'object',
    required: ['prompt'],
    additionalProperties: false,
    properties: {
      prompt: { type: 'string', minLength: 1, maxLength: 8000 },
      template_id: { type: 'string', minLength: 1 },
      scenario: { type: 'string', minLength: 1, maxLength: 64 },
    },
  },
  NonEmptyText: { type: 'string', minLength: 1, maxLength: 4000 },
  ReplyToJobRequest: {
    type: 'object',
    required: ['message'],
    additionalProperties: false,
    properties: { message: { $ref: 'NonEmptyText' } },
  },
  AskQuestionRequest: {
    type: 'object',
    required: ['message'],
    additionalProperties: false,
    properties: { message: { $ref: 'NonEmptyText' } },
  },
  FailJobRequest: {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: { error: { $ref: 'NonEmptyText' } },
  },
  CompleteJobRequest: {
    type: 'object',
    additionalProperties: false,
    properties: { title: { type: 'string', minLength: 1, maxLength: 200 } },
  },
  AddFaultRequest: {
    type: 'object',
    additionalProperties: false,
    properties: {
      operation: {
        oneOf: [
          { $ref: 'OperationId' },
          { type: 'array', minItems: 1, uniqueItems: true, items: { $ref: 'OperationId' } },
        ],
      },
      times: { type: 'integer', minimum: 1, maximum: 100000 },
      ttl: { $ref: 'Duration' },
      job: { type: 'string', minLength: 1, maxLength: 100 },
      probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      fallback: { type: 'boolean' },
      response: { $ref: 'FaultResponse' },
      latency: { $ref: 'DurationRange' },
      connection: { type: 'string', enum: ['reset', 'timeout'] },
      corrupt: { type: 'string', enum: ['truncated', 'malformed'] },
      drip: { $ref: 'Duration' },
    },
  },
  ActiveFault: {
    type: 'object',
    required: ['id', 'operation', 'remaining', 'expires_at'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', minLength: 1 },
      operation: { type: 'array', minItems: 1, items: { $ref: 'OperationId' } },
      remaining: { type: 'integer', minimum: 1, maximum: 1000000000000 },
      applied: { type: 'integer', minimum: 1, maximum: 1000000000000 },
      expires_at: { $ref: 'InstantString' },
      job: { type: 'string', minLength: 1 },
      probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      attempts: { type: 'integer', minimum: 0, maximum: 1000000000000 },
      fallback: { type: 'boolean' },
      response: { $ref: 'FaultResponse' },
      latency: { $ref: 'DurationRange' },
      connection: { type: 'string', enum: ['reset', 'timeout'] },
      corrupt: { type: 'string', enum: ['truncated', 'malformed'] },
      drip: { $ref: 'Duration' },
    },
  },
  Journal: {
    type: 'object',
    required: ['evicted', 'exchanges'],
    additionalProperties: false,
    properties: {
      evicted: { type: 'integer', minimum: 0, maximum: 1000000000000 },
      exchanges: { type: 'array', maxItems: 100000, items: { $ref: 'ExchangeInfo' } },
    },
  },
  ExchangeInfo: {
    type: 'object',
    required: ['sequence', 'startedAt', 'endedAt', 'request'],
    additionalProperties: false,
    properties: {
      sequence: { type: 'integer', minimum: 1, maximum: 1000000000000 },
      startedAt: { $ref: 'Milliseconds' },
      endedAt: { $ref: 'Milliseconds' },
      request: {
        type: 'object',
        required: ['method', 'url', 'headers'],
        additionalProperties: false,
        properties: {
          method: { type: 'string' },
          url: { type: 'string' },
          headers: { $ref: 'HeaderList' },
          body: { $ref: 'BodyInfo' },
        },
      },
      response: {
        type: 'object',
        required: ['status', 'headers'],
        additionalProperties: false,
        properties: {
          status: { type: 'integer', minimum: 0, maximum: 999 },
          headers: { $ref: 'HeaderList' },
          body: { $ref: 'BodyInfo' },
        },
      },
      failure: {
        type: 'string',
        enum: ['reset', 'timeout', 'aborted', 'truncated', 'unreachable', 'protocol'],
      },
      clockChanged: { type: 'boolean' },
      pageref: { type: 'string' },
      metadata: {
        type: 'object',
        additionalProperties: false,
        properties: {
          operationId: { type: 'string' },
          workspaceId: { type: 'string' },
          generationId: { type: 'string' },
          jobStatus: { type: 'string' },
          scenario: { type: 'string' },
          problem: { type: 'string' },
          fault: { type: 'string' },
        },
      },
    },
  },
  HeaderList: {
    type: 'array',
    items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } },
  },
  BodyInfo: {
    type: 'object',
    required: ['text', 'bytes'],
    additionalProperties: false,
    properties: {
      text: { type: 'string' },
      encoding: { type: 'string', enum: ['base64'] },
      bytes: { type: 'integer', minimum: 0, maximum: 1000000000000 },
      truncated: { type: 'boolean' },
    },
  },
  Snapshot: {
    type: 'object',
    required: ['format', 'version', 'scope', 'savedAt', 'workspaces'],
    additionalProperties: false,
    properties: {
      format: { const: 'deckhand-snapshot' },
      version: { const: 4 },
      scope: { type: 'string', enum: ['server', 'workspace'] },
      savedAt: { $ref: 'Milliseconds' },
      workspaces: { type: 'array', items: { $ref: 'WorkspaceSnapshot' } },
    },
  },
  WorkspaceSnapshot: {
    type: 'object',
    required: [
      'id',
      'plan',
      'apiEnabled',
      'clock',
      'scenario',
      'scenarios',
      'faultCount',
      'faults',
      'jobs',
      'presentations',
      'templates',
      'counters',
      'rateLimits',
      'delayedResponseCount',
      'evicted',
    ],
    additionalProperties: false,
    properties: {
      id: { type: 'string' },
      plan: { $ref: 'Plan' },
      apiEnabled: { type: 'boolean' },
      keys: { type: 'array', items: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
      settings: {
        type: 'object',
        required: ['seed', 'defaultScenario', 'rateLimit'],
        additionalProperties: false,
        properties: {
          seed: { type: 'integer', maximum: 9007199254740991 },
          defaultScenario: { type: 'string' },
          rateLimit: { oneOf: [{ $ref: 'RateLimit' }, { type: 'null' }] },
        },
      },
      clock: {
        type: 'object',
        required: ['now', 'paused'],
        additionalProperties: false,
        properties: {
          now: { $ref: 'Milliseconds' },
          speed: { type: 'number', exclusiveMinimum: 0, maximum: 1000000000 },
          paused: { type: 'boolean' },
        },
      },
      scenario: {
        type: 'object',
        required: ['active', 'isFromLibrary', 'activationCount'],
        additionalProperties: false,
        properties: {
          active: { type: ['string', 'null'] },
          isFromLibrary: { type: 'boolean' },
          activationCount: { type: 'integer', minimum: 0, maximum: 1000000000000 },
        },
      },
      scenarios: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'name', 'scenario'],
          additionalProperties: false,
          properties: { id: { type: 'string' }, name: { type: 'string' }, scenario: { $ref: 'Scenario' } },
        },
      },
      replay: {
        type: 'object',
        required: ['recording', 'state'],
        additionalProperties: false,
        properties: { recording: { type: 'string' }, state: { type: 'object', additionalProperties: true } },
      },
      faultCount: { type: 'integer', minimum: 0, maximum: 1000000000000 },
      faults: { type: 'array', items: { $ref: 'ActiveFault' } },
      jobs: { type: 'array', items: { $ref: 'JobSnapshot' } },
      presentations: { type: 'array', items: { $ref: 'PresentationSnapshot' } },
      templates: { type: 'array', items: { $ref: 'TemplateSnapshot' } },
      counters: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'count'],
          additionalProperties: false,
          properties: {
            name: { type: 'string' },
            count: { type: 'integer', minimum: 1, maximum: 1000000000000 },
            job: { type: 'string' },
          },
        },
      },
      rateLimits: {
        type: 'array',
        items: {
          type: 'object',
          required: ['bucket', 'requestTimes'],
          additionalProperties: false,
          properties: {
            bucket: { type: 'string' },
            requestTimes: { type: 'array', items: { $ref: 'Milliseconds' } },
          },
        },
      },
      delayedResponseCount: { type: 'integer', minimum: 0, maximum: 1000000000000 },
      evicted: {
        type: 'object',
        required: ['jobs', 'presentations'],
        additionalProperties: false,
        properties: {
          jobs: { type: 'integer', minimum: 0, maximum: 1000000000000 },
          presentations: { type: 'integer', minimum: 0, maximum: 1000000000000 },
        },
      },
      journal: { $ref: 'Journal' },
    },
  },
  Milliseconds: { type: 'number', minimum: 0, maximum: 253402300799999 },
  TemplateSnapshot: {
    type: 'object',
    required: ['id', 'name', 'description', 'outline', 'slideCount'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', minLength: 1 },
      name: { type: 'string' },
      description: { type: 'string' },
      outline: { type: 'array', items: { type: 'string' } },
      slideCount: { type: 'integer', minimum: 1, maximum: 500 },
    },
  },
  JobSnapshot: {
    type: 'object',
    required: ['id', 'startedAt', 'prompt', 'template', 'timelineId', 'seed', 'events'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', pattern: '^gen_[\\w-]{1,64}$' },
      startedAt: { $ref: 'Milliseconds' },
      prompt: { type: 'string' },
      template: { $ref: 'TemplateSnapshot' },
      timelineId: { type: 'string' },
      seed: { type: 'integer', maximum: 9007199254740991 },
      events: { type: 'array', items: { $ref: 'JobEventSnapshot' } },
      renamed: {
        type: 'object',
        required: ['title', 'at'],
        additionalProperties: false,
        properties: { title: { type: 'string' }, at: { $ref: 'Milliseconds' } },
      },
    },
  },
  JobEventSnapshot: {
    discriminator: {
      propertyName: 'kind',
      mapping: {
        reply: 'ReplyEvent',
        ask: 'AskEvent',
        fail: 'FailEvent',
        complete: 'CompleteEvent',
        stall: 'StallEvent',
      },
    },
  },
  ReplyEvent: {
    type: 'object',
    required: ['kind', 'step', 'at'],
    additionalProperties: false,
    properties: {
      kind: { const: 'reply' },
      step: { type: 'integer', minimum: 0, maximum: 10000 },
      at: { $ref: 'Milliseconds' },
    },
  },
  AskEvent: {
    type: 'object',
    required: ['kind', 'message', 'at'],
    additionalProperties: false,
    properties: { kind: { const: 'ask' }, message: { type: 'string' }, at: { $ref: 'Milliseconds' } },
  },
  FailEvent: {
    type: 'object',
    required: ['kind', 'error', 'at'],
    additionalProperties: false,
    properties: { kind: { const: 'fail' }, error: { type: 'string' }, at: { $ref: 'Milliseconds' } },
  },
  CompleteEvent: {
    type: 'object',
    required: ['kind', 'at'],
    additionalProperties: false,
    properties: { kind: { const: 'complete' }, title: { type: 'string' }, at: { $ref: 'Milliseconds' } },
  },
  StallEvent: {
    type: 'object',
    required: ['kind', 'at'],
    additionalProperties: false,
    properties: { kind: { const: 'stall' }, at: { $ref: 'Milliseconds' } },
  },
  PresentationSnapshot: {
    type: 'object',
    required: ['id', 'title', 'createdAt', 'updatedAt', 'sections'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', pattern: '^pres_[\\w-]{1,64}$' },
      title: { type: 'string' },
      createdAt: { $ref: 'Milliseconds' },
      updatedAt: { $ref: 'Milliseconds' },
      templateId: { type: 'string' },
      sections: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'title', 'layout', 'bullets'],
          additionalProperties: false,
          properties: {
            id: { type: 'string' },
            title: { type: 'string' },
            layout: { type: 'string', enum: ['title', 'bullets', 'quote', 'closing'] },
            bullets: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  Scenario: { type: 'object' },
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
  GetChangesQuery: {
    type: 'object',
    additionalProperties: false,
    properties: { cursor: { type: 'string', maxLength: 200 } },
  },
  ListJobsQuery: {
    type: 'object',
    additionalProperties: false,
    properties: {
      limit: { $ref: 'CountText' },
      include_timeline: { type: 'string', enum: ['true', 'false'] },
    },
  },
  GetJobQuery: { type: 'object', additionalProperties: false, properties: { at: { $ref: 'InstantString' } } },
  GetJournalQuery: {
    type: 'object',
    additionalProperties: false,
    properties: {
      operation: { $ref: 'OperationId' },
      status: {
        description: 'A status such as 429, a class such as 5xx, or none for exchanges without a response.',
        type: 'string',
        pattern: '^(?:[1-5]\\d\\d|[1-5]xx|none)$',
      },
      job: { type: 'string', minLength: 1 },
      since: { $ref: 'InstantString' },
      limit: { $ref: 'CountText' },
      include_unassigned: { type: 'string', enum: ['true', 'false'] },
      include_bodies: { type: 'string', enum: ['true', 'false'] },
    },
  },
  ClearJournalQuery: {
    type: 'object',
    additionalProperties: false,
    properties: { include_unassigned: { type: 'string', enum: ['true', 'false'] } },
  },
  GetJournalHarQuery: {
    type: 'object',
    additionalProperties: false,
    properties: {
      operation: { $ref: 'OperationId' },
      status: {
        description: 'A status such as 429, a class such as 5xx, or none for exchanges without a response.',
        type: 'string',
        pattern: '^(?:[1-5]\\d\\d|[1-5]xx|none)$',
      },
      job: { type: 'string', minLength: 1 },
      since: { $ref: 'InstantString' },
      limit: { $ref: 'CountText' },
      include_unassigned: { type: 'string', enum: ['true', 'false'] },
    },
  },
  GetClientReportQuery: {
    type: 'object',
    additionalProperties: false,
    properties: {
      include_unassigned: { type: 'string', enum: ['true', 'false'] },
      min_poll_interval: {
        description: 'A time such as 500ms or 3s, or milliseconds.',
        type: 'string',
        pattern: '^(?:\\d{1,9}(?:\\.\\d{1,6})?|(?:\\d{1,9}(?:\\.\\d{1,6})?(?:ms|s|m|h)){1,4})$',
      },
      timers_follow_clock: { type: 'string', enum: ['true', 'false'] },
      single_client: { type: 'string', enum: ['true', 'false'] },
      client: { type: 'string', minLength: 1, maxLength: 300 },
    },
  },
};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function validateControl(schema: ControlSchema, value: unknown): SchemaError[] {
  return validateSchema(schemas, schema, value);
}
