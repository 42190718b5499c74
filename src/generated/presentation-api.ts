// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

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
     * @description The templates that the key's workspace can use.
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
     * @description Makes a deck with the template's outline at once, without a generation job.
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
         * @description The presentation's identifier.
         * @example pres_4h7k2m9qx3vd8w1t
         */
        id: components['parameters']['PresentationId'];
      };
      cookie?: never;
    };
    /**
     * Fetch a presentation
     * @description A presentation of the key's workspace, generated or created from a template.
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
     * @description Answers at once with the job's id; the deck is written afterwards.
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
         * @description The job's identifier.
         * @example gen_4h7k2m9qx3vd8w1t
         */
        generationId: components['parameters']['GenerationId'];
      };
      cookie?: never;
    };
    /**
     * Poll a generation job
     * @description Where the job stands now.
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
         * @description The job's identifier.
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
     * @description Answers a question of the job. A message while the job works is taken note of and changes nothing.
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
    /** @description A deck. The same shape wherever one appears. */
    Presentation: {
      /** @description The presentation's identifier. */
      id: string;
      /** @description The one field that can be changed. */
      title: string;
      /** @description The workspace that owns it. */
      workspace_id: string;
      /** @description The deck's sections, in order. May be empty. */
      sections: components['schemas']['Section'][];
      /** @description Whether it can be seen without signing in. */
      is_public: boolean;
      /** @description The address at which the deck is viewed. */
      url: string;
      created_at: components['schemas']['Timestamp'];
      updated_at: components['schemas']['Timestamp'];
    };
    /** @description What creating from a template answers. */
    CreatedPresentation: components['schemas']['AssumedPresentation'];
    /** @description What renaming answers. */
    UpdatedPresentation: components['schemas']['AssumedPresentation'];
    /** @description A presentation where the interface shows no body. */
    AssumedPresentation: components['schemas']['Presentation'];
    /** @description A moment in UTC, to the millisecond, such as 2026-01-15T09:30:12.000Z (ISO 8601). */
    Timestamp: string;
    /** @description One part of a deck, one slide in the viewer. */
    Section: {
      /** @description Unique within the deck. */
      id: string;
      /** @description The slide's heading. */
      title: string;
      /**
       * @description How the slide is drawn.
       * @enum {string}
       */
      layout: 'title' | 'bullets' | 'quote' | 'closing';
      /** @description The slide's points. */
      bullets: string[];
    };
    /** @description A layout to make decks from. */
    Template: {
      /** @description What `template_id` takes. */
      id: string;
      /** @description What a picker shows. */
      name: string;
      /** @description What it is good for. */
      description: string;
      /** @description The headings of the deck, in order. */
      outline: string[];
      /** @description How many slides it makes. */
      slide_count: number;
    };
    /** @description The workspace's templates. */
    TemplateList: {
      /** @description The templates, in the order a picker shows them. */
      templates: components['schemas']['Template'][];
    };
    /** @description What to make, and from which template. */
    CreatePresentationRequest: {
      /** @description The template. */
      template_id: string;
      /** @description The deck's title; the template's name when left out. */
      title?: string;
    };
    /** @description The new title. */
    UpdatePresentationRequest: {
      /** @description The new title. */
      title: string;
    };
    /** @description What the deck shall be about. */
    StartGenerationRequest: {
      /** @description The wish, in words. */
      prompt: string;
      /** @description The template to follow; the stand-in's first one when left out. */
      template_id?: string;
    };
    /** @description The reply to the job's question. */
    GenerationMessageRequest: {
      /** @description The reply, in words. */
      message: string;
    };
    /** @description The job that was started. */
    GenerationAccepted: {
      /** @description The job's identifier. */
      generation_id: string;
      /**
       * @description A new job is generating.
       * @constant
       */
      status: 'generating';
      /** @description The path of this job's status, such as /api/v1/presentations/generate/gen_1/status. */
      poll_url: string;
    };
    /** @description Where a job stands. `status` tells which fields there are. */
    JobView:
      | components['schemas']['JobGenerating']
      | components['schemas']['JobAwaitingInput']
      | components['schemas']['JobCompleted']
      | components['schemas']['JobFailed'];
    /** @description The job is at work. */
    JobGenerating: {
      /** @description The job's identifier. */
      generation_id: string;
      /** @constant */
      status: 'generating';
      progress?: components['schemas']['Progress'];
      tokens_used?: components['schemas']['TokensUsed'];
    };
    /** @description The job asks, and waits for a message. */
    JobAwaitingInput: {
      /** @description The job's identifier. */
      generation_id: string;
      /** @constant */
      status: 'awaiting_input';
      /** @description The question. */
      message: string;
    };
    /** @description The deck is there. The job is over. */
    JobCompleted: {
      /** @description The job's identifier. */
      generation_id: string;
      /** @constant */
      status: 'completed';
      presentation: components['schemas']['Presentation'];
      tokens_used?: components['schemas']['TokensUsed'];
    };
    /** @description There will be no deck. The job is over. */
    JobFailed: {
      /** @description The job's identifier. */
      generation_id: string;
      /** @constant */
      status: 'failed';
      /** @description Why, in words for a person. */
      error: string;
    };
    /** @description What a message answers. */
    MessageAccepted: components['schemas']['AssumedJobView'];
    /** @description A job's view where the interface shows no body. */
    AssumedJobView: components['schemas']['JobView'];
    /** @description How far the slides are, once their making has begun. */
    Progress: {
      /** @description How many slides the deck will have. */
      slides_total: number;
      /** @description How many of them are done. */
      slides_completed: number;
      /** @description What is being done, in words for a person. */
      current_step: string;
    };
    /** @description A running total while generating, the final total once completed. Absent while there is nothing to tell. */
    TokensUsed: number;
    /** @description A refusal, as RFC 9457 writes one. */
    Problem: {
      /** @description Always `about:blank`; `code` tells the kinds apart. */
      type: string;
      /** @description The kind of problem. */
      title: string;
      /** @description The status code, once more. */
      status: number;
      /** @description What went wrong this time. */
      detail: string;
      /**
       * @description The kind of problem, for programs.
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
      /** @description The value of `X-Request-Id`. */
      request_id: string;
      /** @description With `invalid_body`, every fault of the body. */
      errors?: components['schemas']['BodyFault'][];
    };
    /** @description One fault of a request's body. */
    BodyFault: {
      /** @description Where in the body (RFC 6901). */
      pointer: string;
      /** @description What was expected there. */
      detail: string;
    };
  };
  responses: {
    /** @description The body is not JSON or does not have the expected shape; every fault is listed. */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description No key was sent, or one that no workspace has. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The key's workspace has no API access, by its plan or by its switch. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The key's workspace has nothing of this id. Another workspace's is not told apart from none. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The path exists and does not take this method. */
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
    /** @description The job is finished and takes no more messages. */
    Conflict: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The body is larger than the service reads. */
    ContentTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The body is not announced as `application/json`. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The key has used up its rate for now. */
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
    /** @description Any other refusal or fault. */
    Refusal: {
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
     * @description The presentation's identifier.
     * @example pres_4h7k2m9qx3vd8w1t
     */
    PresentationId: string;
    /**
     * @description The job's identifier.
     * @example gen_4h7k2m9qx3vd8w1t
     */
    GenerationId: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Names this exchange; the request's own value when it sent a sane one.
     * @example 0b9f3c1e-6a7d-4f52-9d43-2f4f0e1f7a10
     */
    RequestId: string;
    /**
     * @description Whole seconds until another request will be taken, where the service can tell.
     * @example 7
     */
    RetryAfter: number;
    /**
     * @description The path of the new resource.
     * @example /api/v1/presentations/pres_4h7k2m9qx3vd8w1t
     */
    Location: string;
    /**
     * @description The methods this path takes.
     * @example GET, HEAD, PATCH, OPTIONS
     */
    Allow: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
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
      default: components['responses']['Refusal'];
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
      /** @description The presentation, as it was created. */
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
      default: components['responses']['Refusal'];
    };
  };
  getPresentation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The presentation's identifier.
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
      default: components['responses']['Refusal'];
    };
  };
  updatePresentation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The presentation's identifier.
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
      /** @description The presentation, with its new title. */
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
      default: components['responses']['Refusal'];
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
      /** @description The job was accepted and is generating. */
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
      default: components['responses']['Refusal'];
    };
  };
  getGenerationStatus: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The job's identifier.
         * @example gen_4h7k2m9qx3vd8w1t
         */
        generationId: components['parameters']['GenerationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job's view. */
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
      default: components['responses']['Refusal'];
    };
  };
  sendGenerationMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The job's identifier.
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
      /** @description The message was taken; the job's view right after it. */
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
      default: components['responses']['Refusal'];
    };
  };
}
export type Presentation = components['schemas']['Presentation'];
export type CreatedPresentation = components['schemas']['CreatedPresentation'];
export type UpdatedPresentation = components['schemas']['UpdatedPresentation'];
export type AssumedPresentation = components['schemas']['AssumedPresentation'];
export type Timestamp = components['schemas']['Timestamp'];
export type Section = components['schemas']['Section'];
export type Template = components['schemas']['Template'];
export type TemplateList = components['schemas']['TemplateList'];
export type CreatePresentationRequest = components['schemas']['CreatePresentationRequest'];
export type UpdatePresentationRequest = components['schemas']['UpdatePresentationRequest'];
export type StartGenerationRequest = components['schemas']['StartGenerationRequest'];
export type GenerationMessageRequest = components['schemas']['GenerationMessageRequest'];
export type GenerationAccepted = components['schemas']['GenerationAccepted'];
export type JobView = components['schemas']['JobView'];
export type JobGenerating = components['schemas']['JobGenerating'];
export type JobAwaitingInput = components['schemas']['JobAwaitingInput'];
export type JobCompleted = components['schemas']['JobCompleted'];
export type JobFailed = components['schemas']['JobFailed'];
export type MessageAccepted = components['schemas']['MessageAccepted'];
export type AssumedJobView = components['schemas']['AssumedJobView'];
export type Progress = components['schemas']['Progress'];
export type TokensUsed = components['schemas']['TokensUsed'];
export type Problem = components['schemas']['Problem'];
export type BodyFault = components['schemas']['BodyFault'];
