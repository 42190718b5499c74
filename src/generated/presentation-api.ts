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
    /** @description A presentation where the spec has no body. Assumed: The spec has no body (4.3, 4.7). The resource is the usual one. */
    AssumedPresentation: components['schemas']['Presentation'];
    /** @description A time in UTC with milliseconds such as 2026-01-15T09:30:12.000Z (ISO 8601). */
    Timestamp: string;
    /** @description A section of a presentation. The viewer shows it as a slide. Assumed: The spec has no shape for sections (2.1). These fields are enough for a slide. */
    Section: {
      /** @description Unique within the presentation. Assumed: As the section. */
      id: string;
      /** @description The heading of the slide. Assumed: As the section. */
      title: string;
      /**
       * @description The layout of the slide. Assumed: As the section.
       * @enum {string}
       */
      layout: 'title' | 'bullets' | 'quote' | 'closing';
      /** @description The bullet points of the slide. Assumed: As the section. */
      bullets: string[];
    };
    /** @description A template for presentations. Assumed: The spec has no fields for templates (2.3). Clients need these fields to show a list. */
    Template: {
      /** @description The value for `template_id`. Assumed: As the template. */
      id: string;
      /** @description The name in lists. Assumed: As the template. */
      name: string;
      /** @description The purpose of the template. Assumed: As the template. */
      description: string;
      /** @description The headings of the presentation in order. Assumed: As the template. */
      outline: string[];
      /** @description The number of slides. Assumed: As the template. */
      slide_count: number;
    };
    /** @description The templates of the workspace. */
    TemplateList: {
      /** @description The templates in the order for lists. Assumed: As the list. */
      templates: components['schemas']['Template'][];
    };
    /** @description The template and the title. */
    CreatePresentationRequest: {
      /** @description The id of the template. Assumed: As the request. */
      template_id: string;
      /** @description The title. Default: the name of the template. Assumed: As the request. */
      title?: string;
    };
    /** @description The new title. Assumed: required: A request without a change is probably a mistake. Assumed: additionalProperties: The spec has only the title (4.7). Deckhand rejects other fields. */
    UpdatePresentationRequest: {
      /** @description The new title. Assumed: minLength: An empty string has no meaning. Assumed: maxLength: The spec has no maximum length (8). */
      title: string;
    };
    /** @description The prompt and the template. Assumed: required: The spec does not name the required fields (4.4). A job needs a prompt. */
    StartGenerationRequest: {
      /** @description The description of the presentation. Assumed: minLength: An empty string has no meaning. Assumed: maxLength: The spec has no maximum length (8). */
      prompt: string;
      /** @description The id of the template. Default: the first template. Assumed: minLength: An empty id has no meaning. */
      template_id?: string;
    };
    /** @description The reply to a question of the job. */
    GenerationMessageRequest: {
      /** @description The text of the reply. Assumed: As the request. */
      message: string;
    };
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
    /** @description The status of a job where the spec has no body. Assumed: The spec has no body (4.6). Clients need the status of the job next. */
    AssumedJobView: components['schemas']['JobView'];
    /** @description The progress of the slides. Absent before the first slide. */
    Progress: {
      /** @description The number of slides of the presentation. Assumed: minimum: A count is not negative. Assumed: multipleOf: A count is a whole number. */
      slides_total: number;
      /** @description The number of completed slides. Assumed: minimum: A count is not negative. Assumed: multipleOf: A count is a whole number. */
      slides_completed: number;
      /** @description The human-readable current step. */
      current_step: string;
    };
    /** @description The running total while generating, and the final total after completion. Absent when it is zero. Assumed: multipleOf: A count is a whole number. */
    TokensUsed: number;
    /** @description An error response (RFC 9457). Assumed: The spec has no shape for error bodies and no codes (7). */
    Problem: {
      /** @description Always `about:blank`. `code` has the kind of problem. Assumed: As the problem. */
      type: string;
      /** @description The kind of problem. Assumed: As the problem. */
      title: string;
      /** @description The status code of the response. Assumed: As the problem. */
      status: number;
      /** @description The details of this problem. Assumed: As the problem. */
      detail: string;
      /**
       * @description The kind of problem, for programs. Assumed: As the problem.
       * @enum {string}
       */
      code:
        | 'bad_request'
        | 'malformed_json'
        | 'invalid_body'
        | 'missing_key'
        | 'unknown_key'
        | 'api_not_in_plan'
        | 'api_disabled'
        | 'unknown_path'
        | 'unknown_presentation'
        | 'unknown_generation'
        | 'not_recorded'
        | 'method_not_allowed'
        | 'request_timeout'
        | 'generation_finished'
        | 'content_too_large'
        | 'uri_too_long'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'headers_too_large'
        | 'internal_error'
        | 'upstream_unavailable'
        | 'service_unavailable'
        | 'upstream_timeout';
      /** @description The value of `X-Request-Id`. Assumed: As the problem. */
      request_id: string;
      /** @description Every issue in the body, with `invalid_body`. Assumed: As the problem. */
      errors?: components['schemas']['BodyIssue'][];
    };
    /** @description An issue in the body of a request. Assumed: As the problem. */
    BodyIssue: {
      /** @description A JSON pointer into the body (RFC 6901). Assumed: As the problem. */
      pointer: string;
      /** @description What is expected, such as `must be a string`. Assumed: As the problem. */
      detail: string;
    };
  };
  responses: {
    /** @description The body is not JSON or is invalid. The problem lists every error. */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The request has no API key, or an unknown one. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The workspace has no API access because of its plan or its settings. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The workspace has no resource with this id. A resource of another workspace gets the same response. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The path does not support this method. */
    MethodNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        Allow: components['headers']['Allow'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The job is finished and accepts no messages. */
    Conflict: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The body is too large. */
    ContentTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The content type of the body is not `application/json`. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The key has exceeded its rate limit. */
    TooManyRequests: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description Any other error. */
    ErrorResponse: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
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
  headers: {
    /**
     * @description The id of this request. A valid value from the request is used again.
     * @example 0b9f3c1e-6a7d-4f52-9d43-2f4f0e1f7a10
     */
    RequestId: string;
    /**
     * @description The seconds until the service accepts the next request, if known.
     * @example 7
     */
    RetryAfter: number;
    /**
     * @description The path of the new resource.
     * @example /api/v1/presentations/pres_4h7k2m9qx3vd8w1t
     */
    Location: string;
    /**
     * @description The methods of this path.
     * @example GET, HEAD, PATCH, OPTIONS
     */
    Allow: string;
  };
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
      /** @description The templates. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['TooManyRequests'];
      default: components['responses']['ErrorResponse'];
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
      /** @description The new presentation. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedPresentation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      default: components['responses']['ErrorResponse'];
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
      /** @description The presentation. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Presentation'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['TooManyRequests'];
      default: components['responses']['ErrorResponse'];
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
      /** @description The presentation with its new title. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpdatedPresentation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      default: components['responses']['ErrorResponse'];
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
          'X-Request-Id': components['headers']['RequestId'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GenerationAccepted'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      405: components['responses']['MethodNotAllowed'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      default: components['responses']['ErrorResponse'];
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
      /** @description The status of the job. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobView'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      429: components['responses']['TooManyRequests'];
      default: components['responses']['ErrorResponse'];
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
      /** @description The message is accepted. The body is the status of the job after the message. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MessageAccepted'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      405: components['responses']['MethodNotAllowed'];
      409: components['responses']['Conflict'];
      413: components['responses']['ContentTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      default: components['responses']['ErrorResponse'];
    };
  };
}
/** A presentation. Every response with a presentation has this shape. */
export type Presentation = components['schemas']['Presentation'];
/** The body after creating a presentation. */
export type CreatedPresentation = components['schemas']['CreatedPresentation'];
/** The body after renaming a presentation. */
export type UpdatedPresentation = components['schemas']['UpdatedPresentation'];
/** A presentation where the spec has no body. */
export type AssumedPresentation = components['schemas']['AssumedPresentation'];
/** A time in UTC with milliseconds such as 2026-01-15T09:30:12.000Z (ISO 8601). */
export type Timestamp = components['schemas']['Timestamp'];
/** A section of a presentation. The viewer shows it as a slide. */
export type Section = components['schemas']['Section'];
/** A template for presentations. */
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
/** The status of a job where the spec has no body. */
export type AssumedJobView = components['schemas']['AssumedJobView'];
/** The progress of the slides. Absent before the first slide. */
export type Progress = components['schemas']['Progress'];
/** The running total while generating, and the final total after completion. Absent when it is zero. */
export type TokensUsed = components['schemas']['TokensUsed'];
/** An error response (RFC 9457). */
export type Problem = components['schemas']['Problem'];
/** An issue in the body of a request. */
export type BodyIssue = components['schemas']['BodyIssue'];
