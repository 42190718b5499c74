// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A story the stand-in plays. The file's name is the scenario's name. */
    Scenario: {
      /** @description For editors of JSON files. */
      $schema?: string;
      /** @description One line for lists. */
      title: string;
      /** @description Which screen of a client this exercises, in about two lines. */
      description: string;
      match?: components['schemas']['Match'];
      workspace?: components['schemas']['WorkspaceAccess'];
      rate_limit?: components['schemas']['RateLimit'];
      /** @description Fixes everything random of this story. The server's seed when left out. */
      seed?: number;
      /** @description What a job does, one step after the other. The last one is complete, fail or stay. */
      steps: components['schemas']['Step'][];
      /** @description What goes wrong on the way. The first one that applies is played. */
      faults?: components['schemas']['Fault'][];
      /** @description The contract rules this story breaks on purpose. A story that breaks one without saying so is refused. */
      violates?: string[];
    };
    /** @description Which new jobs play this story when nothing else names one. All that is given has to fit. */
    Match: {
      /** @description A text the prompt contains, in whatever case. */
      prompt?: string;
      /** @description The template asked for. */
      template_id?: string;
    };
    /** @description How the key's workspace stands while this story is the one in force. */
    WorkspaceAccess: {
      /**
       * @description The workspace's plan. The API is part of max and business.
       * @enum {string}
       */
      plan?: 'free' | 'pro' | 'max' | 'business';
      /** @description The workspace's API switch. */
      api_enabled?: boolean;
    };
    /** @description Requests per time and key, such as 20/1m. */
    RateLimit: string;
    /** @description A time such as 250ms, 1.5s, 2m or 1m30s. */
    Duration: string;
    /** @description A time such as 2s, or a range such as 200ms..1.5s to draw one from. */
    DurationRange: string;
    /** @description One step, named by its only field. */
    Step: {
      work?: components['schemas']['WorkStep'];
      ask?: components['schemas']['AskStep'];
      complete?: components['schemas']['CompleteStep'];
      fail?: components['schemas']['FailStep'];
      stay?: components['schemas']['StayStep'];
    };
    /** @description The job generates for a while. */
    WorkStep: {
      for: components['schemas']['DurationRange'];
      /** @description Slides done, from..to over the step, in slides or in percent of the deck (0..8, 0%..100%). One figure alone is where it ends. Progress shows from the first step that has this. */
      slides?: string | number;
      /** @description Tokens used, from..to over the step, as a running total that never falls. One figure alone is where it ends. */
      tokens?: string | number;
      /** @description The text of progress. {slide} is the slide being made, {slides} how many there will be. */
      current_step?: string;
    };
    /** @description The job asks and waits for a message. */
    AskStep: {
      /** @description The question. */
      message: string;
      /** @description How long it waits for the reply. For ever when left out. */
      wait?: components['schemas']['DurationRange'];
      /**
       * @description What happens when nobody replied in time. It fails when left out.
       * @enum {string}
       */
      otherwise?: 'fail' | 'continue';
      /** @description The error, when nobody replied and it fails. */
      error?: string;
    };
    /** @description The job is completed, with a deck made from the prompt and the template unless the step says otherwise. */
    CompleteStep: {
      /** @description The deck's title. */
      title?: string;
      /** @description How many sections the deck has, or the sections themselves. */
      sections?: number | components['schemas']['SectionText'][];
    } | null;
    /** @description A section, word for word. */
    SectionText: {
      title: string;
      /** @enum {string} */
      layout?: 'title' | 'bullets' | 'quote' | 'closing';
      bullets?: string[];
    };
    /** @description The job has failed. */
    FailStep: {
      /** @description Why, in words for a person. */
      error: string;
    };
    /** @description The job generates for ever and gets no further. */
    StayStep: {
      /** @description The text of progress. */
      current_step?: string;
    } | null;
    /** @description Something that goes wrong with an answer: answer, latency, connection, corrupt or drip. When several conditions are given, all have to hold; when none is, it always applies. */
    Fault: {
      /** @description The operation, or several. */
      on: components['schemas']['OperationId'] | components['schemas']['OperationId'][];
      /** @description Numbers of requests such as 3, 3..5 or 4.., the first one being 1. Counted for each job on the job's own operations, for each workspace on the others. */
      requests?: string | number;
      /** @description A span since the job's start such as 3s..8s, or 10s.. for all that follows. For the job's own operations. */
      during?: string;
      /** @description How likely it is, from 0 to 1. Drawn from the seed. */
      chance?: number;
      answer?: components['schemas']['FaultAnswer'];
      /** @description How long the answer is held back. */
      latency?: components['schemas']['DurationRange'];
      /**
       * @description The connection is cut, or no answer ever comes.
       * @enum {string}
       */
      connection?: 'reset' | 'stall';
      /**
       * @description The body breaks off half-way, or is not JSON.
       * @enum {string}
       */
      corrupt?: 'truncated' | 'malformed';
      /** @description How long the body takes to arrive, in small pieces. */
      drip?: components['schemas']['Duration'];
    };
    /** @description The answer that is given instead. */
    FaultAnswer: {
      /** @description The status code. */
      status: number;
      retry_after?: components['schemas']['Duration'];
      /** @description More headers. */
      headers?: {
        [key: string]: string;
      };
      /** @description The JSON body. A problem that fits the status when left out. */
      body?: unknown;
    };
    /**
     * @description An operation of the public contract.
     * @enum {string}
     */
    OperationId:
      | 'listTemplates'
      | 'createPresentation'
      | 'getPresentation'
      | 'updatePresentation'
      | 'startGeneration'
      | 'getGenerationStatus'
      | 'sendGenerationMessage';
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
export type Scenario = components['schemas']['Scenario'];
export type Match = components['schemas']['Match'];
export type WorkspaceAccess = components['schemas']['WorkspaceAccess'];
export type RateLimit = components['schemas']['RateLimit'];
export type Duration = components['schemas']['Duration'];
export type DurationRange = components['schemas']['DurationRange'];
export type Step = components['schemas']['Step'];
export type WorkStep = components['schemas']['WorkStep'];
export type AskStep = components['schemas']['AskStep'];
export type CompleteStep = components['schemas']['CompleteStep'];
export type SectionText = components['schemas']['SectionText'];
export type FailStep = components['schemas']['FailStep'];
export type StayStep = components['schemas']['StayStep'];
export type Fault = components['schemas']['Fault'];
export type FaultAnswer = components['schemas']['FaultAnswer'];
export type OperationId = components['schemas']['OperationId'];
