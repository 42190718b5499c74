// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

import type { FreeTextsBySchema } from '../journal/redact/free-texts.js';

/** Where the values of the control API have free texts. */
export const controlFreeTexts: FreeTextsBySchema = {
  ControlProblem: {
    kind: 'object',
    fields: {
      detail: { kind: 'text' },
      errors: { kind: 'array', items: { kind: 'schema', name: 'InputIssue' } },
    },
  },
  InputIssue: { kind: 'object', fields: { detail: { kind: 'text' } } },
  ScenarioList: {
    kind: 'object',
    fields: {
      saving: { kind: 'schema', name: 'ScenarioSaving' },
      scenarios: {
        kind: 'array',
        items: { kind: 'object', fields: { title: { kind: 'text' }, description: { kind: 'text' } } },
      },
      invalid: {
        kind: 'array',
        items: { kind: 'object', fields: { errors: { kind: 'array', items: { kind: 'text' } } } },
      },
    },
  },
  ScenarioSaving: { kind: 'object', fields: { reason: { kind: 'text' } } },
  ScenarioSource: { kind: 'object', fields: { text: { kind: 'text' } } },
  ScenarioCheck: {
    kind: 'object',
    fields: {
      errors: { kind: 'array', items: { kind: 'schema', name: 'ScenarioIssue' } },
      warnings: { kind: 'array', items: { kind: 'schema', name: 'ScenarioIssue' } },
      preview: { kind: 'schema', name: 'ScenarioPreview' },
    },
  },
  ScenarioIssue: { kind: 'object', fields: { message: { kind: 'text' } } },
  ScenarioPreview: {
    kind: 'object',
    fields: {
      parts: { kind: 'array', items: { kind: 'object', fields: { text: { kind: 'text' } } } },
      responses: { kind: 'array', items: { kind: 'schema', name: 'PreviewResponse' } },
    },
  },
  PreviewResponse: { kind: 'object', fields: { body: { kind: 'text' } } },
  JobScenarioText: { kind: 'object', fields: { text: { kind: 'text' } } },
  UseScenarioRequest: { kind: 'object', fields: { scenario: { kind: 'schema', name: 'Scenario' } } },
  ClockAdvance: {
    kind: 'object',
    fields: { job: { kind: 'schema', name: 'JobInfo' }, skipped_faults_note: { kind: 'text' } },
  },
  JobInfo: {
    kind: 'object',
    fields: {
      prompt: { kind: 'text' },
      status_response: {
        kind: 'text',
        except: [
          'status',
          'generation_id',
          'id',
          'template_id',
          'workspace_id',
          'created_at',
          'updated_at',
          'layout',
        ],
      },
      presentation_url: { kind: 'text' },
      timeline: { kind: 'array', items: { kind: 'schema', name: 'TimelinePart' } },
    },
  },
  TimelinePart: { kind: 'object', fields: { text: { kind: 'text' } } },
  JobList: {
    kind: 'object',
    fields: { jobs: { kind: 'array', items: { kind: 'schema', name: 'JobInfo' } } },
  },
  AddFaultRequest: { kind: 'object', fields: { response: { kind: 'schema', name: 'FaultResponse' } } },
  ActiveFault: { kind: 'object', fields: { response: { kind: 'schema', name: 'FaultResponse' } } },
  ActiveFaultList: {
    kind: 'object',
    fields: {
      faults: { kind: 'array', items: { kind: 'schema', name: 'ActiveFault' } },
      expired: { kind: 'array', items: { kind: 'schema', name: 'ActiveFault' } },
    },
  },
  WorkspaceChanges: {
    kind: 'object',
    fields: {
      faults: { kind: 'array', items: { kind: 'schema', name: 'ActiveFault' } },
      scenarios: { kind: 'schema', name: 'ScenarioList' },
      jobs: { kind: 'schema', name: 'JobList' },
    },
  },
  Snapshot: {
    kind: 'object',
    fields: { workspaces: { kind: 'array', items: { kind: 'schema', name: 'WorkspaceSnapshot' } } },
  },
  WorkspaceSnapshot: {
    kind: 'object',
    fields: {
      scenarios: {
        kind: 'array',
        items: { kind: 'object', fields: { scenario: { kind: 'schema', name: 'Scenario' } } },
      },
      faults: { kind: 'array', items: { kind: 'schema', name: 'ActiveFault' } },
      jobs: { kind: 'array', items: { kind: 'schema', name: 'JobSnapshot' } },
      presentations: { kind: 'array', items: { kind: 'schema', name: 'PresentationSnapshot' } },
      templates: { kind: 'array', items: { kind: 'schema', name: 'TemplateSnapshot' } },
    },
  },
  TemplateSnapshot: {
    kind: 'object',
    fields: { description: { kind: 'text' }, outline: { kind: 'array', items: { kind: 'text' } } },
  },
  JobSnapshot: {
    kind: 'object',
    fields: {
      prompt: { kind: 'text' },
      template: { kind: 'schema', name: 'TemplateSnapshot' },
      events: { kind: 'array', items: { kind: 'schema', name: 'JobEventSnapshot' } },
      renamed: { kind: 'object', fields: { title: { kind: 'text' } } },
    },
  },
  JobEventSnapshot: {
    kind: 'any-of',
    options: [
      { kind: 'schema', name: 'AskEvent' },
      { kind: 'schema', name: 'FailEvent' },
      { kind: 'schema', name: 'CompleteEvent' },
    ],
  },
  AskEvent: { kind: 'object', fields: { message: { kind: 'text' } } },
  FailEvent: { kind: 'object', fields: { error: { kind: 'text' } } },
  CompleteEvent: { kind: 'object', fields: { title: { kind: 'text' } } },
  PresentationSnapshot: {
    kind: 'object',
    fields: {
      title: { kind: 'text' },
      sections: {
        kind: 'array',
        items: {
          kind: 'object',
          fields: { title: { kind: 'text' }, bullets: { kind: 'array', items: { kind: 'text' } } },
        },
      },
    },
  },
  Scenario: {
    kind: 'object',
    fields: {
      title: { kind: 'text', maxLength: 80 },
      description: { kind: 'text' },
      match: { kind: 'schema', name: 'Match' },
      rate_limit_response: { kind: 'schema', name: 'FaultResponse' },
      steps: { kind: 'array', items: { kind: 'schema', name: 'Step' } },
      faults: { kind: 'array', items: { kind: 'schema', name: 'Fault' } },
      jobs: { kind: 'array', items: { kind: 'schema', name: 'JobScenario' } },
    },
  },
  JobScenario: {
    kind: 'object',
    fields: {
      title: { kind: 'text', maxLength: 80 },
      steps: { kind: 'array', items: { kind: 'schema', name: 'Step' } },
      faults: { kind: 'array', items: { kind: 'schema', name: 'Fault' } },
    },
  },
  Match: { kind: 'object', fields: { prompt: { kind: 'text' } } },
  Step: {
    kind: 'object',
    fields: {
      generate: { kind: 'schema', name: 'GenerateStep' },
      ask: { kind: 'schema', name: 'AskStep' },
      complete: { kind: 'schema', name: 'CompleteStep' },
      fail: { kind: 'schema', name: 'FailStep' },
      stall: { kind: 'schema', name: 'StallStep' },
    },
  },
  GenerateStep: {
    kind: 'object',
    fields: { current_step: { kind: 'text' }, status_fields: { kind: 'schema', name: 'StatusFields' } },
  },
  AskStep: {
    kind: 'object',
    fields: {
      message: { kind: 'text' },
      error: { kind: 'text' },
      status_fields: { kind: 'schema', name: 'StatusFields' },
    },
  },
  CompleteStep: {
    kind: 'object',
    fields: {
      title: { kind: 'text' },
      sections: { kind: 'array', items: { kind: 'schema', name: 'SectionText' } },
      presentation: { kind: 'text' },
      status_fields: { kind: 'schema', name: 'StatusFields' },
    },
  },
  SectionText: {
    kind: 'object',
    fields: { title: { kind: 'text' }, bullets: { kind: 'array', items: { kind: 'text' } } },
  },
  FailStep: {
    kind: 'object',
    fields: { error: { kind: 'text' }, status_fields: { kind: 'schema', name: 'StatusFields' } },
  },
  StallStep: {
    kind: 'object',
    fields: { current_step: { kind: 'text' }, status_fields: { kind: 'schema', name: 'StatusFields' } },
  },
  StatusFields: { kind: 'text' },
  Fault: { kind: 'object', fields: { response: { kind: 'schema', name: 'FaultResponse' } } },
  FaultResponse: { kind: 'object', fields: { headers: { kind: 'text' }, body: { kind: 'text' } } },
};
