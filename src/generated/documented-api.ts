// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

/** The operations by path and method, as clients such as `openapi-fetch` read them. */
export interface paths {
  '/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the templates
     * @description Returns the templates of the workspace.
     */
    get: operations['listTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/presentations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a presentation from a template
     * @description Creates a presentation with the outline of the template, without a generation job.
     */
    post: operations['createPresentation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/presentations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the presentation.
         * @example pres_4h7k2m9qx3vd8w1t
         */
        id: components['parameters']['PresentationId'];
      };
      cookie?: never;
    };
    /**
     * Fetch a presentation
     * @description Returns a presentation of the workspace.
     */
    get: operations['getPresentation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Rename a presentation
     * @description Changes the title. The slides of a presentation cannot be changed through the API.
     */
    patch: operations['updatePresentation'];
    trace?: never;
  };
  '/presentations/generate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a generation job
     * @description Returns the id of the job immediately. The job generates the presentation asynchronously.
     */
    post: operations['startGeneration'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/presentations/generate/{generationId}/status': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the job.
         * @example gen_4h7k2m9qx3vd8w1t
         */
        generationId: components['parameters']['GenerationId'];
      };
      cookie?: never;
    };
    /**
     * Poll a generation job
     * @description Returns the status of the job.
     */
    get: operations['getGenerationStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/presentations/generate/{generationId}/message': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the job.
         * @example gen_4h7k2m9qx3vd8w1t
         */
        generationId: components['parameters']['GenerationId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a message to a generation job
     * @description Replies to a question of the job. A message without a question has no effect.
     */
    post: operations['sendGenerationMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A presentation. Every response with a presentation has this shape. */
    Presentation: {
      /** @description The id of the presentation. */
      id: string;
      /** @description The title. Clients can change it. */
      title: string;
      /** @description The id of its workspace. */
      workspace_id: string;
      /** @description The sections in order. Can be empty. */
      sections: components['schemas']['Section'][];
      /** @description Whether the presentation is public. */
      is_public: boolean;
      /** @description The URL of the page that shows the presentation. */
      url: string;
      created_at: components['schemas']['Timestamp'];
      updated_at: components['schemas']['Timestamp'];
    };
    /** @description The body after creating a presentation. */
    CreatedPresentation: components['schemas']['AssumedPresentation'];
    /** @description The body after renaming a presentation. */
    UpdatedPresentation: components['schemas']['AssumedPresentation'];
    AssumedPresentation: unknown;
    /** @description A time in UTC with milliseconds such as 2026-01-15T09:30:12.000Z (ISO 8601). */
    Timestamp: string;
    Section: unknown;
    Template: unknown;
    /** @description The templates of the workspace. */
    TemplateList: unknown;
    /** @description The template and the title. */
    CreatePresentationRequest: unknown;
    /** @description The new title. */
    UpdatePresentationRequest: {
      /** @description The new title. */
      title?: string;
    } & {
      [key: string]: unknown;
    };
    /** @description The prompt and the template. */
    StartGenerationRequest: {
      /** @description The description of the presentation. */
      prompt?: string;
      /** @description The id of the template. Default: the first template. */
      template_id?: string;
    } & {
      [key: string]: unknown;
    };
    /** @description The reply to a question of the job. */
    GenerationMessageRequest: unknown;
    /** @description The new job. */
    GenerationAccepted: {
      /** @description The id of the job. */
      generation_id: string;
      /**
       * @description The status of a new job.
       * @constant
       */
      status: 'generating';
      /** @description The path of the status endpoint of the job, such as /api/v1/presentations/generate/gen_1/status. */
      poll_url: string;
    };
    /** @description The status of a job. `status` decides which fields it has. */
    JobView:
      | components['schemas']['JobGenerating']
      | components['schemas']['JobAwaitingInput']
      | components['schemas']['JobCompleted']
      | components['schemas']['JobFailed'];
    /** @description The job generates. */
    JobGenerating: {
      /** @description The id of the job. */
      generation_id: string;
      /** @constant */
      status: 'generating';
      progress?: components['schemas']['Progress'];
      tokens_used?: components['schemas']['TokensUsed'];
    };
    /** @description The job asks a question and waits for a message. */
    JobAwaitingInput: {
      /** @description The id of the job. */
      generation_id: string;
      /** @constant */
      status: 'awaiting_input';
      /** @description The question. */
      message: string;
    };
    /** @description The job has ended with a presentation. */
    JobCompleted: {
      /** @description The id of the job. */
      generation_id: string;
      /** @constant */
      status: 'completed';
      presentation: components['schemas']['Presentation'];
      tokens_used?: components['schemas']['TokensUsed'];
    };
    /** @description The job has ended with an error. */
    JobFailed: {
      /** @description The id of the job. */
      generation_id: string;
      /** @constant */
      status: 'failed';
      /** @description The human-readable reason. */
      error: string;
    };
    /** @description The body after a message. */
    MessageAccepted: components['schemas']['AssumedJobView'];
    AssumedJobView: unknown;
    /** @description The progress of the slides. Absent before the first slide. */
    Progress: {
      /** @description The number of slides of the presentation. */
      slides_total: number;
      /** @description The number of completed slides. */
      slides_completed: number;
      /** @description The human-readable current step. */
      current_step: string;
    };
    /** @description The running total while generating, and the final total after completion. Absent when it is zero. */
    TokensUsed: number;
    Problem: unknown;
    BodyIssue: unknown;
  };
  responses: never;
  parameters: {
    /**
     * @description The id of the presentation.
     * @example pres_4h7k2m9qx3vd8w1t
     */
    PresentationId: string;
    /**
     * @description The id of the job.
     * @example gen_4h7k2m9qx3vd8w1t
     */
    GenerationId: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
/** The operations by `operationId`: parameters, bodies and responses. */
export interface operations {
  listTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key has exceeded its rate limit. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description The templates. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateList'];
        };
      };
      /** @description Any other response. The spec has no status codes and no bodies for errors (7). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  createPresentation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePresentationRequest'];
      };
    };
    responses: {
      /** @description The key has exceeded its rate limit. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description The new presentation. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedPresentation'];
        };
      };
      /** @description Any other response. The spec has no status codes and no bodies for errors (7). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  getPresentation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the presentation.
         * @example pres_4h7k2m9qx3vd8w1t
         */
        id: components['parameters']['PresentationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key has exceeded its rate limit. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description The presentation. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Presentation'];
        };
      };
      /** @description Any other response. The spec has no status codes and no bodies for errors (7). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  updatePresentation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the presentation.
         * @example pres_4h7k2m9qx3vd8w1t
         */
        id: components['parameters']['PresentationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdatePresentationRequest'];
      };
    };
    responses: {
      /** @description The key has exceeded its rate limit. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description The presentation with its new title. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpdatedPresentation'];
        };
      };
      /** @description Any other response. The spec has no status codes and no bodies for errors (7). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  startGeneration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StartGenerationRequest'];
      };
    };
    responses: {
      /** @description The job is accepted and generates. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GenerationAccepted'];
        };
      };
      /** @description The key has exceeded its rate limit. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description Any other response. The spec has no status codes and no bodies for errors (7). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  getGenerationStatus: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the job.
         * @example gen_4h7k2m9qx3vd8w1t
         */
        generationId: components['parameters']['GenerationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key has exceeded its rate limit. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description The status of the job. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      /** @description Any other response. The spec has no status codes and no bodies for errors (7). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  sendGenerationMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the job.
         * @example gen_4h7k2m9qx3vd8w1t
         */
        generationId: components['parameters']['GenerationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GenerationMessageRequest'];
      };
    };
    responses: {
      /** @description The key has exceeded its rate limit. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description The message is accepted. The body is the status of the job after the message. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MessageAccepted'];
        };
      };
      /** @description Any other response. The spec has no status codes and no bodies for errors (7). */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
}
/** A presentation. Every response with a presentation has this shape. */
export type Presentation = components['schemas']['Presentation'];
/** The body after creating a presentation. */
export type CreatedPresentation = components['schemas']['CreatedPresentation'];
/** The body after renaming a presentation. */
export type UpdatedPresentation = components['schemas']['UpdatedPresentation'];
export type AssumedPresentation = components['schemas']['AssumedPresentation'];
/** A time in UTC with milliseconds such as 2026-01-15T09:30:12.000Z (ISO 8601). */
export type Timestamp = components['schemas']['Timestamp'];
export type Section = components['schemas']['Section'];
export type Template = components['schemas']['Template'];
/** The templates of the workspace. */
export type TemplateList = components['schemas']['TemplateList'];
/** The template and the title. */
export type CreatePresentationRequest = components['schemas']['CreatePresentationRequest'];
/** The new title. */
export type UpdatePresentationRequest = components['schemas']['UpdatePresentationRequest'];
/** The prompt and the template. */
export type StartGenerationRequest = components['schemas']['StartGenerationRequest'];
/** The reply to a question of the job. */
export type GenerationMessageRequest = components['schemas']['GenerationMessageRequest'];
/** The new job. */
export type GenerationAccepted = components['schemas']['GenerationAccepted'];
/** The status of a job. `status` decides which fields it has. */
export type JobView = components['schemas']['JobView'];
/** The job generates. */
export type JobGenerating = components['schemas']['JobGenerating'];
/** The job asks a question and waits for a message. */
export type JobAwaitingInput = components['schemas']['JobAwaitingInput'];
/** The job has ended with a presentation. */
export type JobCompleted = components['schemas']['JobCompleted'];
/** The job has ended with an error. */
export type JobFailed = components['schemas']['JobFailed'];
/** The body after a message. */
export type MessageAccepted = components['schemas']['MessageAccepted'];
export type AssumedJobView = components['schemas']['AssumedJobView'];
/** The progress of the slides. Absent before the first slide. */
export type Progress = components['schemas']['Progress'];
/** The running total while generating, and the final total after completion. Absent when it is zero. */
export type TokensUsed = components['schemas']['TokensUsed'];
export type Problem = components['schemas']['Problem'];
export type BodyIssue = components['schemas']['BodyIssue'];
