// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

/** The operations by path and method, as clients such as `openapi-fetch` read them. */
export interface paths {
  '/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the workspaces
     * @description The configured workspaces, then the open sandboxes.
     */
    get: operations['listWorkspaces'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Get a workspace
     * @description The plan, the API switch, the active scenario, the clock, and counts of the data.
     */
    get: operations['getWorkspace'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Update the plan or API access */
    patch: operations['updateWorkspace'];
    trace?: never;
  };
  '/workspaces/{workspace}/reset': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset a workspace
     * @description Resets the data, the clock and the journal, or only the given parts. With the data, it removes active faults and the active scenario. After a reset of the clock alone, each job stays at its position.
     */
    post: operations['resetWorkspace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/keys': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an API key
     * @description Only this response contains the key. It cannot be read again.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/snapshot': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Take a snapshot of a workspace
     * @description Returns the complete state of the workspace, without its keys.
     */
    get: operations['getSnapshot'];
    /**
     * Restore a snapshot
     * @description Restores the whole snapshot, or nothing. It replaces the data, the clock and the journal of the workspace.
     */
    put: operations['restoreSnapshot'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Get the changes since a cursor
     * @description The parts of the workspace that have changed since an earlier response. The progress of a job over time is not a change: its timeline contains the times.
     */
    get: operations['getChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenarios': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the scenarios
     * @description The scenarios by name, each with a summary of its steps and faults, and the invalid scenario files.
     */
    get: operations['listScenarios'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenarios/{scenario}/source': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a scenario. */
        scenario: components['parameters']['scenario'];
      };
      cookie?: never;
    };
    /**
     * Get the source of a scenario
     * @description The current text of its file. For a scenario without a file, the YAML is generated.
     */
    get: operations['getScenarioSource'];
    /**
     * Save a scenario
     * @description Writes its file in the last folder of scenarios that the server was started with, and loads it. Bundled scenarios are not changed: a file of the same name overrides them. A text with an error is rejected.
     */
    put: operations['saveScenario'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenarios/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check the text of a scenario
     * @description Returns the errors and warnings of a text with their positions. For a valid text, also its timeline, and the responses that a client gets. Nothing is loaded or changed.
     */
    post: operations['checkScenario'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/scenario': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Set the active scenario
     * @description Sets the scenario that new jobs play: by its name, or inline, as JSON or as the text of a scenario file. Running jobs keep their scenario.
     */
    put: operations['useScenario'];
    post?: never;
    /** Clear the active scenario */
    delete: operations['clearScenario'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/clock': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Get the clock
     * @description It drives the states of jobs, rate limits, latency and timestamps.
     */
    get: operations['getClock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/clock/pause': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pause the clock */
    post: operations['pauseClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/clock/resume': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Resume the clock */
    post: operations['resumeClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/clock/speed': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Set the speed of the clock
     * @description The number of seconds that pass on the clock in one real second.
     */
    put: operations['setClockSpeed'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/clock/advance': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the clock
     * @description By a duration such as `5m`, or by milliseconds.
     */
    post: operations['advanceClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/clock/next': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the clock to the next event
     * @description Advances to the next event of one job, or of the workspace: an event of any job, or the release of a delayed response. If there is no event, the clock does not change.
     */
    post: operations['advanceClockToNextEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * List the jobs
     * @description The newest job first. The presentations of completed jobs have no `sections`; getJob returns them.
     */
    get: operations['listJobs'];
    put?: never;
    /**
     * Start a job
     * @description Has the same effect as a request of a client, without a request in the journal. Access, rate limit and faults do not apply.
     */
    post: operations['startJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/templates': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * List the templates
     * @description The templates that new jobs can use. The first is the default.
     */
    get: operations['listWorkspaceTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    /**
     * Get a job
     * @description Returns the job with its timeline, at the current time or at the time in `at`.
     */
    get: operations['getJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}/scenario': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    /**
     * Make a scenario of a job
     * @description The text of a scenario that plays what happened to the job: its steps with their exact times, added questions, its end, and the faults that its polls and messages got. A job that has not ended continues as planned.
     */
    get: operations['getJobScenario'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}/reply': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reply to the job's question
     * @description Has the same effect as a message from a client.
     */
    post: operations['replyToJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}/question': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make the job ask a question
     * @description The job waits for a reply.
     */
    post: operations['askQuestion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}/fail': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make the job fail */
    post: operations['failJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}/complete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make the job complete */
    post: operations['completeJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}/stall': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stall the job
     * @description The job makes no progress until you make it fail or complete.
     */
    post: operations['stallJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/faults': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * List the active faults
     * @description In the order in which they apply, the newest first and fallbacks last.
     */
    get: operations['listFaults'];
    put?: never;
    /**
     * Add a fault
     * @description Changes the next responses of an operation. The effects are the same as in scenario files. If several active faults match a request, the newest one applies, and a fallback only if no other fault does.
     */
    post: operations['addFault'];
    /** Remove all faults */
    delete: operations['clearFaults'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/faults/{fault}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The id of an active fault. */
        fault: components['parameters']['fault'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a fault
     * @description Returns the others.
     */
    delete: operations['removeFault'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/journal': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Get the journal
     * @description The oldest exchange first, with redacted keys.
     */
    get: operations['getJournal'];
    put?: never;
    post?: never;
    /** Clear the journal */
    delete: operations['clearJournal'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/journal/{sequence}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The number of an exchange. */
        sequence: components['parameters']['sequence'];
      };
      cookie?: never;
    };
    /** Get an exchange */
    get: operations['getExchange'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/journal.har': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /** Export the journal as HAR 1.2 */
    get: operations['getJournalHar'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/client-report': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Check the clients against the client rules
     * @description Checks the exchanges in the journal against the rules that the spec gives to clients. The journal contains only requests with a key of the workspace.
     */
    get: operations['getClientReport'];
    put?: never;
    post?: never;
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
    /** @description An error response (RFC 9457). */
    ControlProblem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @enum {string} */
      code:
        | 'invalid_input'
        | 'malformed_body'
        | 'host_not_allowed'
        | 'origin_not_allowed'
        | 'token_required'
        | 'not_found'
        | 'unknown_path'
        | 'method_not_allowed'
        | 'job_conflict'
        | 'scenario_conflict'
        | 'not_writable'
        | 'content_too_large'
        | 'unsupported_media_type'
        | 'internal_error';
      errors?: components['schemas']['InputIssue'][];
    };
    /** @description An error in the input. */
    InputIssue: {
      /** @description A JSON pointer into the body (RFC 6901), or /name for a query parameter. */
      pointer: string;
      /** @description What is expected there, such as `must be a string`. */
      detail: string;
    };
    /**
     * Format: date-time
     * @description A time on the clock of the workspace.
     */
    Instant: string;
    /** @description A time such as 2026-01-15T09:30:00Z, or the milliseconds since 1970. */
    InstantString: string;
    /** @description A whole number from 1 to 99999. */
    CountText: string;
    /** @description A workspace with its plan, its active scenario, its clock and the counts of its data. */
    WorkspaceInfo: {
      id: string;
      name: string;
      plan: components['schemas']['Plan'];
      api_enabled: boolean;
      /** @description Whether the workspace is a sandbox. */
      sandbox: boolean;
      /** @description The active scenario. */
      scenario: string | null;
      /** @description The scenario of new jobs if none is active. */
      default_scenario: string;
      /** @description The name of the recording that the workspace replays instead of scenarios. */
      recording?: string;
      clock: components['schemas']['ClockInfo'];
      /** @description The number of jobs. */
      job_count: number;
      /** @description The number of active faults. */
      active_fault_count: number;
      /** @description The number of exchanges in the journal. */
      exchange_count: number;
      /** @description The numbers of old entries that were evicted, because a workspace stores a limited number. */
      evicted: {
        jobs: number;
        presentations: number;
        exchanges: number;
      };
      /** @description The fingerprints of the keys in the journal. Deckhand does not store the keys. */
      key_fingerprints: string[];
    };
    WorkspaceList: {
      workspaces: components['schemas']['WorkspaceInfo'][];
    };
    /** @enum {string} */
    Plan: 'free' | 'pro' | 'max' | 'business';
    UpdateWorkspaceRequest: {
      plan?: components['schemas']['Plan'];
      api_enabled?: boolean;
    };
    ResetRequest: {
      /** @description Jobs, presentations, counters, active faults, and the active scenario. */
      data?: boolean;
      /** @description Whether the clock is set to the real time and runs. */
      clock?: boolean;
      journal?: boolean;
    };
    CreatedApiKey: {
      /** @description The key. Only this response contains it. */
      key: string;
      /** @description The start of the SHA-256 of the key, which replaces it in the journal. */
      fingerprint: string;
    };
    ScenarioList: {
      saving: components['schemas']['ScenarioSaving'];
      scenarios: {
        name: string;
        title: string;
        description?: string;
        /** @description A summary of the steps and faults, for the panel. */
        timeline: {
          [key: string]: unknown;
        };
      }[];
      /** @description Invalid scenario files. The last valid version of a scenario stays active. */
      invalid: {
        /** @description The name of the scenario. */
        name: string;
        /** @description All errors, each with its file, line and column. */
        errors: string[];
      }[];
    };
    /** @description Where saveScenario writes, or why it cannot. */
    ScenarioSaving: {
      /** @description The folder. Absent if nothing can be saved. */
      folder?: string;
      /** @description Why nothing can be saved. */
      reason?: string;
    };
    ScenarioSource: {
      name: string;
      /** @description The YAML or JSON of the file. */
      text: string;
      /** @description The path of the file. Null without a file. */
      file: string | null;
      /** @description The SHA-256 of the text, for saveScenario. Null if saveScenario would create a new file: the scenario has no file, or one in another folder. */
      hash: string | null;
    };
    SaveScenarioRequest: {
      text: components['schemas']['ScenarioText'];
      /** @description The `hash` of the text that was read, or null for a new file. If the file has another text now, nothing is written. */
      previous: string | null;
    };
    SavedScenario: {
      name: string;
      /** @description The path of the file. */
      file: string;
      /** @description The SHA-256 of the new text. */
      hash: string;
    };
    CheckScenarioRequest: {
      /** @description The text of a scenario file, YAML or JSON. */
      text: string;
      /** @description Milliseconds since the start of the job, for `responses` of the preview. Default: 0. */
      at?: number;
      /** @description Whether the client of the preview replies to questions. Default: only to questions that do not fail the job without a reply. */
      replies?: boolean;
    };
    ScenarioCheck: {
      errors: components['schemas']['ScenarioIssue'][];
      /** @description Faults that are never applied. The scenario is valid. */
      warnings: components['schemas']['ScenarioIssue'][];
      /** @description A summary of the steps and faults, for the panel. */
      timeline?: {
        [key: string]: unknown;
      };
      preview?: components['schemas']['ScenarioPreview'];
    };
    ScenarioIssue: {
      message: string;
      /** @description From 1. */
      line: number;
      /** @description From 1. */
      column: number;
      /** @description A JSON pointer to the invalid value (RFC 6901). Absent if the text is not YAML. */
      pointer?: string;
    };
    /** @description What a client sees that starts a job, polls it every three seconds, waits for Retry-After, and replies to questions. Times are milliseconds since its first request. */
    ScenarioPreview: {
      /** @description The statuses of the job. Empty if no job starts. */
      parts: {
        /** @enum {string} */
        status: 'generating' | 'awaiting_input' | 'completed' | 'failed';
        from: number;
        /** @description Null for the last part. */
        until: number | null;
        /** @description The first current_step, the question, or the error. */
        text?: string;
      }[];
      requests: {
        request: components['schemas']['PreviewRequestKind'];
        at: number;
        /** @description 0 without a response. */
        status: number;
        /** @description The effect of the scenario on the response. */
        fault?: string;
      }[];
      /**
       * @description Why the client stops.
       * @enum {string}
       */
      stopped_by: 'job-ended' | 'question' | 'poll-limit' | 'start-rejected';
      /** @description The newest response to a start, a reply and a poll at the time in `at`, if the client polls at that time. */
      responses: components['schemas']['PreviewResponse'][];
    };
    /** @enum {string} */
    PreviewRequestKind: 'start' | 'poll' | 'reply';
    PreviewResponse: {
      request: components['schemas']['PreviewRequestKind'];
      at: number;
      /** @description 0 without a response. */
      status: number;
      headers: components['schemas']['HeaderList'];
      /** @description The body as it is sent. */
      body: string;
      /** @description The effect of the scenario on the response. */
      fault?: string;
    };
    JobScenarioText: {
      /** @description A name for the scenario. */
      name: string;
      /** @description The text of a scenario file, YAML. */
      text: string;
    };
    /** @description The text of a scenario file, YAML or JSON. */
    ScenarioText: string;
    /** @description The name of a loaded scenario, or a scenario as an object or as text. With an object or a text, `name` is the name of that scenario. */
    UseScenarioRequest: {
      /** @description The name of a scenario. */
      name?: string;
      scenario?: components['schemas']['Scenario'];
      yaml?: components['schemas']['ScenarioText'];
    };
    ClockInfo: {
      now: components['schemas']['Instant'];
      /** @description The number of seconds that pass on the clock in one real second. */
      speed: number;
      paused: boolean;
      /** @description The number of responses that wait for the clock because of latency, drip or a connection timeout. */
      pending_responses: number;
    };
    ClockAdvance: {
      clock: components['schemas']['ClockInfo'];
      /** @description The number of pending responses that are sent now. */
      released_responses: number;
      /** @description The job that reached its next event. Null if there is none. */
      job: components['schemas']['JobInfo'] | null;
      /** @description Warns that request-counting faults were not applied. */
      skipped_faults_note?: string;
    };
    SetClockSpeedRequest: {
      speed: number;
    };
    AdvanceRequest: {
      /** @description A time such as 5m or 1m30s, or milliseconds. */
      by: string | number;
    };
    NextEventRequest: {
      /** @description The generation_id. Default: any job. */
      job?: string;
    };
    /** @description A job with its status response and its timeline. */
    JobInfo: {
      generation_id: string;
      prompt: string;
      template_id: string;
      scenario: string;
      started_at: components['schemas']['Instant'];
      /** @description The body of the status response that a poll gets. */
      status_response: {
        [key: string]: unknown;
      };
      /** @description The URL of the presentation of a completed job. */
      presentation_url?: string;
      position: components['schemas']['TimelinePosition'];
      /** @description The past and future parts of the job, if there are no further interventions. */
      timeline?: components['schemas']['TimelinePart'][];
    };
    /** @description The position of the job on its timeline. */
    TimelinePosition: {
      /** @description The index of the step, from 0. */
      step: number;
      /** @description The number of steps of the timeline. */
      step_count: number;
      since: components['schemas']['Instant'];
      until: components['schemas']['InstantOrNull'];
    };
    /** @description When the next step starts without an intervention. Null if it does not. */
    InstantOrNull: string | null;
    TimelinePart: {
      step: number;
      /** @enum {string} */
      status: 'generating' | 'awaiting_input' | 'completed' | 'failed';
      from: components['schemas']['Instant'];
      until: components['schemas']['InstantOrNull'];
      /** @description The first current_step, the question, or the error. */
      text?: string;
      /** @description The ranges of the counts in its status responses, for the panel. */
      progress_range?: {
        [key: string]: unknown;
      };
    };
    JobList: {
      total: number;
      jobs: components['schemas']['JobInfo'][];
    };
    StartJobRequest: {
      prompt: string;
      /** @description Default: the first template. */
      template_id?: string;
      /** @description The name of a loaded scenario. Default: the same as for a request from a client. */
      scenario?: string;
    };
    WorkspaceTemplateList: {
      templates: {
        id: string;
        name: string;
      }[];
    };
    NonEmptyText: string;
    ReplyToJobRequest: {
      message: components['schemas']['NonEmptyText'];
    };
    AskQuestionRequest: {
      message: components['schemas']['NonEmptyText'];
    };
    FailJobRequest: {
      error: components['schemas']['NonEmptyText'];
    };
    CompleteJobRequest: {
      /** @description The title of the presentation. */
      title?: string;
    };
    /** @description The effects are the same as in scenario files. */
    AddFaultRequest: {
      /** @description One operation, or several. Default: all operations. */
      operation?: components['schemas']['OperationId'] | components['schemas']['OperationId'][];
      /** @description The number of responses. Default: 1. */
      times?: number;
      /** @description How long the fault stays active, on the clock of the workspace. Default: 10m. */
      ttl?: components['schemas']['Duration'];
      /** @description Only polls and messages of this job, by its generation_id. Default: all requests. */
      job?: string;
      /** @description The probability for each response, from 0 to 1. The seed decides. Default: 1. */
      probability?: number;
      /** @description Applies only if no other fault matches. Default: false. */
      fallback?: boolean;
      response?: components['schemas']['FaultResponse'];
      latency?: components['schemas']['DurationRange'];
      /** @enum {string} */
      connection?: 'reset' | 'timeout';
      /** @enum {string} */
      corrupt?: 'truncated' | 'malformed';
      drip?: components['schemas']['Duration'];
    };
    /** @description An active fault, and how often it was applied. */
    ActiveFault: {
      id: string;
      operation: components['schemas']['OperationId'][];
      /** @description The number of responses that it will still change. */
      remaining: number;
      /** @description The number of responses that it has changed so far. Default: 0. */
      applied?: number;
      /** @description When it expires. */
      expires_at: components['schemas']['InstantString'];
      /** @description The only job that it applies to. */
      job?: string;
      /** @description The probability for each response. */
      probability?: number;
      /** @description Matching responses so far. Only with a probability. */
      attempts?: number;
      /** @description Whether it applies only if no other fault matches. Default: false. */
      fallback?: boolean;
      response?: components['schemas']['FaultResponse'];
      latency?: components['schemas']['DurationRange'];
      /** @enum {string} */
      connection?: 'reset' | 'timeout';
      /** @enum {string} */
      corrupt?: 'truncated' | 'malformed';
      drip?: components['schemas']['Duration'];
    };
    ActiveFaultList: {
      faults: components['schemas']['ActiveFault'][];
      /** @description Faults that expired before a request met them. At most 100, the newest. */
      expired: components['schemas']['ActiveFault'][];
    };
    Journal: {
      /** @description The number of exchanges that were evicted to limit the size of the journal. */
      evicted: number;
      exchanges: components['schemas']['ExchangeInfo'][];
    };
    /** @description A request and its response, as sent. */
    ExchangeInfo: {
      /** @description The number of the exchange. */
      sequence: number;
      /** @description On the clock of the workspace. */
      startedAt: components['schemas']['Milliseconds'];
      endedAt: components['schemas']['Milliseconds'];
      request: {
        method: string;
        url: string;
        headers: components['schemas']['HeaderList'];
        body?: components['schemas']['BodyInfo'];
      };
      /** @description Absent if no response was sent. */
      response?: {
        status: number;
        headers: components['schemas']['HeaderList'];
        body?: components['schemas']['BodyInfo'];
      };
      /** @enum {string} */
      failure?: 'reset' | 'timeout' | 'aborted' | 'truncated' | 'unreachable' | 'protocol';
      /** @description Whether the clock was set, paused or slowed down since the previous exchange. If so, the interval between the two says nothing about the client. */
      clockChanged?: boolean;
      /** @description The page that sent the request, if known. */
      pageref?: string;
      metadata?: {
        operationId?: string;
        workspaceId?: string;
        generationId?: string;
        jobStatus?: string;
        scenario?: string;
        problem?: string;
        fault?: string;
      };
    };
    /** @description Pairs of names and values. */
    HeaderList: string[][];
    BodyInfo: {
      text: string;
      /** @enum {string} */
      encoding?: 'base64';
      bytes: number;
      truncated?: boolean;
    };
    /** @description HAR 1.2. */
    HarDocument: {
      [key: string]: unknown;
    };
    /** @description Only the changed parts are present. */
    WorkspaceChanges: {
      /** @description The `cursor` of the next request. */
      cursor: string;
      /** @description Whether this is the complete state. It replaces all earlier parts. */
      full: boolean;
      workspace?: components['schemas']['WorkspaceInfo'];
      clock?: components['schemas']['ClockInfo'];
      faults?: components['schemas']['ActiveFault'][];
      scenarios?: components['schemas']['ScenarioList'];
      jobs?: components['schemas']['JobList'];
      exchanges?: components['schemas']['ExchangeInfo'][];
      /** @description Exchanges of no workspace: an unknown key, path or method. */
      unassigned?: components['schemas']['ExchangeInfo'][];
    };
    /** @description A snapshot of a server or of one workspace. */
    Snapshot: {
      /** @constant */
      format: 'deckhand-snapshot';
      /** @constant */
      version: 4;
      /**
       * @description A snapshot with the scope workspace has exactly one workspace.
       * @enum {string}
       */
      scope: 'server' | 'workspace';
      savedAt: components['schemas']['Milliseconds'];
      workspaces: components['schemas']['WorkspaceSnapshot'][];
    };
    WorkspaceSnapshot: {
      id: string;
      plan: components['schemas']['Plan'];
      apiEnabled: boolean;
      /** @description The SHA-256 of each API key that was created. Only in the snapshot of a server. */
      keys?: string[];
      /** @description Settings that differ from the options of the server. */
      settings?: {
        seed: number;
        /** @description The id of a timeline in scenarios. */
        defaultScenario: string;
        rateLimit: components['schemas']['RateLimit'] | null;
      };
      clock: {
        now: components['schemas']['Milliseconds'];
        /** @description Default: the speed of the server. */
        speed?: number;
        paused: boolean;
      };
      scenario: {
        /** @description The id of a timeline in scenarios. */
        active: string | null;
        /** @description Whether it is the scenario of this name in the library. */
        isFromLibrary: boolean;
        activationCount: number;
      };
      /** @description The scenarios of the jobs, with the ids of their timelines. */
      scenarios: {
        id: string;
        name: string;
        scenario: components['schemas']['Scenario'];
      }[];
      /** @description The progress of a replay. Absent in a workspace that plays scenarios. */
      replay?: {
        /** @description The name of the recording. */
        recording: string;
        state: {
          [key: string]: unknown;
        };
      };
      /** @description The number of faults that were ever added. */
      faultCount: number;
      faults: components['schemas']['ActiveFault'][];
      jobs: components['schemas']['JobSnapshot'][];
      presentations: components['schemas']['PresentationSnapshot'][];
      templates: components['schemas']['TemplateSnapshot'][];
      counters: {
        name: string;
        count: number;
        /** @description The job of the counter, if it has one. */
        job?: string;
      }[];
      rateLimits: {
        bucket: string;
        requestTimes: components['schemas']['Milliseconds'][];
      }[];
      /** @description The number of delayed responses. */
      delayedResponseCount: number;
      evicted: {
        jobs: number;
        presentations: number;
      };
      journal?: components['schemas']['Journal'];
    };
    /** @description A time in milliseconds since 1970. */
    Milliseconds: number;
    TemplateSnapshot: {
      id: string;
      name: string;
      description: string;
      outline: string[];
      slideCount: number;
    };
    JobSnapshot: {
      id: string;
      startedAt: components['schemas']['Milliseconds'];
      prompt: string;
      template: components['schemas']['TemplateSnapshot'];
      /** @description The id of a timeline in scenarios. */
      timelineId: string;
      seed: number;
      events: components['schemas']['JobEventSnapshot'][];
      /** @description The new title of its presentation, and the time of the change. */
      renamed?: {
        title: string;
        at: components['schemas']['Milliseconds'];
      };
    };
    /** @description An event of a job. */
    JobEventSnapshot:
      | components['schemas']['ReplyEvent']
      | components['schemas']['AskEvent']
      | components['schemas']['FailEvent']
      | components['schemas']['CompleteEvent']
      | components['schemas']['StallEvent'];
    ReplyEvent: {
      /** @constant */
      kind: 'reply';
      step: number;
      at: components['schemas']['Milliseconds'];
    };
    AskEvent: {
      /** @constant */
      kind: 'ask';
      message: string;
      at: components['schemas']['Milliseconds'];
    };
    FailEvent: {
      /** @constant */
      kind: 'fail';
      error: string;
      at: components['schemas']['Milliseconds'];
    };
    CompleteEvent: {
      /** @constant */
      kind: 'complete';
      title?: string;
      at: components['schemas']['Milliseconds'];
    };
    StallEvent: {
      /** @constant */
      kind: 'stall';
      at: components['schemas']['Milliseconds'];
    };
    PresentationSnapshot: {
      id: string;
      title: string;
      createdAt: components['schemas']['Milliseconds'];
      updatedAt: components['schemas']['Milliseconds'];
      /** @description The id of its template. */
      templateId?: string;
      sections: {
        id: string;
        title: string;
        /** @enum {string} */
        layout: 'title' | 'bullets' | 'quote' | 'closing';
        bullets: string[];
      }[];
    };
    /** @description A scenario for the mock server to play. Its name is the name of the file. */
    Scenario: {
      /** @description The JSON Schema for editors. */
      $schema?: string;
      /** @description The title in lists. */
      title: string;
      /** @description What this scenario tests in a client. */
      description?: string;
      match?: components['schemas']['Match'];
      workspace?: components['schemas']['WorkspaceOverrides'];
      rate_limit?: components['schemas']['RateLimit'];
      /** @description The response over the rate limit. Default: the problem of 429, and Retry-After with the time until the next request. */
      rate_limit_response?: components['schemas']['FaultResponse'];
      /** @description The seed of all random values. Default: the seed of the server. */
      seed?: number;
      /** @description The steps of a job, in order. The last step must be complete, fail or stall. */
      steps: components['schemas']['Step'][];
      /** @description Errors and delays of responses. The first match wins. */
      faults?: components['schemas']['Fault'][];
      /** @description Overrides for the first jobs, in the order of their starts. Later jobs play `steps`. */
      jobs?: components['schemas']['JobScenario'][];
      /** @description The contract rules that the scenario violates on purpose. Deckhand rejects a scenario with an undeclared violation. */
      violates?: string[];
    };
    /** @description The scenario of one of several jobs. Its faults apply to its polls and messages. */
    JobScenario: {
      /** @description The title in lists. */
      title?: string;
      /** @description As the steps of a scenario. */
      steps: components['schemas']['Step'][];
      /** @description As the faults of a scenario. */
      faults?: components['schemas']['Fault'][];
    };
    /** @description Selects this scenario for new jobs, if nothing else selects one. A job must match all conditions. */
    Match: {
      /** @description Case-insensitive substring of the prompt. */
      prompt?: string;
      /** @description The id of the template. */
      template_id?: string;
    };
    /** @description The plan and the API switch of the workspace while this scenario is active. */
    WorkspaceOverrides: {
      /**
       * @description The plan of the workspace. The API is part of max and business.
       * @enum {string}
       */
      plan?: 'free' | 'pro' | 'max' | 'business';
      /** @description Whether the API is on for the workspace. */
      api_enabled?: boolean;
    };
    /** @description A number of requests per time such as 20/1m, for each key. */
    RateLimit: string;
    /** @description A time such as 250ms, 1.5s, 2m or 1m30s. */
    Duration: string;
    /** @description A time such as 2s, or a range such as 200ms..1.5s for a random time. */
    DurationRange: string;
    /** @description A step with exactly one field. */
    Step: {
      generate?: components['schemas']['GenerateStep'];
      ask?: components['schemas']['AskStep'];
      complete?: components['schemas']['CompleteStep'];
      fail?: components['schemas']['FailStep'];
      stall?: components['schemas']['StallStep'];
    };
    /** @description The job generates. */
    GenerateStep: {
      for: components['schemas']['DurationRange'];
      /** @description The completed slides from..to during the step, as numbers or in percent of all slides (0..8, 0%..100%). A single value is the end. The status response has progress from the first step with slides. */
      slides?: string | number;
      /** @description slides_total from this step on. Default: the slides of the presentation. */
      slides_total?: number;
      /**
       * @description Omits progress until a step has slides.
       * @constant
       */
      progress?: false;
      /** @description The running total of tokens from..to during the step. It must not decrease. A single value is the end. */
      tokens?: string | number;
      /** @description The text of current_step. {slide} is the number of the next slide, {slides_completed} the completed slides, {slides_total} the total. */
      current_step?: string;
      status_fields?: components['schemas']['StatusFields'];
      probability?: components['schemas']['Probability'];
    };
    /** @description The share of jobs that have this step, from 0 to 1. The seed decides for each job. Default: 1. */
    Probability: number;
    /** @description The job asks a question and waits for a reply. */
    AskStep: {
      /** @description The question. */
      message: string;
      /** @description How long the job waits for a reply. Default: without a limit. */
      timeout?: components['schemas']['DurationRange'];
      /**
       * @description What the job does if no reply arrives in time. Default: fail.
       * @enum {string}
       */
      on_timeout?: 'fail' | 'continue';
      /** @description The error if the job fails on timeout. */
      error?: string;
      status_fields?: components['schemas']['StatusFields'];
      probability?: components['schemas']['Probability'];
    };
    /** @description The job completes. By default, the prompt and the template decide the presentation. */
    CompleteStep: {
      /** @description The title of the presentation. */
      title?: string;
      /** @description The number of sections, or the sections. */
      sections?: number | components['schemas']['SectionText'][];
      /** @description The final total of tokens. 0 shows none. Default: the total of the steps. */
      tokens?: number;
      /** @description Whether the presentation is public. Default: false. */
      is_public?: boolean;
      /** @description Fields of the presentation that the other options cannot express, such as undocumented ones or sections of another shape. They override the generated fields. */
      presentation?: {
        [key: string]: unknown;
      };
      status_fields?: components['schemas']['StatusFields'];
    } | null;
    /** @description The text of a section. */
    SectionText: {
      title: string;
      /** @enum {string} */
      layout?: 'title' | 'bullets' | 'quote' | 'closing';
      bullets?: string[];
    };
    /** @description The job fails. */
    FailStep: {
      /** @description The human-readable reason. */
      error: string;
      status_fields?: components['schemas']['StatusFields'];
      probability?: components['schemas']['Probability'];
    };
    /** @description The job stays in the status generating and makes no progress. */
    StallStep: {
      /** @description The text of current_step. */
      current_step?: string;
      status_fields?: components['schemas']['StatusFields'];
      probability?: components['schemas']['Probability'];
    } | null;
    /** @description Extra or overriding fields of the status response during this step. {generation_id} in their strings becomes the id of the job. */
    StatusFields: {
      [key: string]: unknown;
    };
    /** @description A fault has at least one effect: response, latency, connection, corrupt or drip. It applies to requests that match all of its conditions. Without conditions, it applies to all requests. */
    Fault: {
      /** @description One operation, or several. */
      operation: components['schemas']['OperationId'] | components['schemas']['OperationId'][];
      /** @description Numbers of requests such as 3, 3..5 or 4.., from 1. Each job counts its polls and messages. The workspace counts all other operations. */
      requests?: string | number;
      /** @description A period since the start of the job such as 3s..8s, or 10s.. without an end. Only for polls and messages. */
      during?: string;
      /** @description The probability of the fault, from 0 to 1. The seed decides. */
      probability?: number;
      response?: components['schemas']['FaultResponse'];
      /**
       * @description Executes the operation first: the job starts although the client gets a 504.
       * @constant
       */
      takes_effect?: true;
      /** @description The delay of the response. */
      latency?: components['schemas']['DurationRange'];
      /**
       * @description Resets the connection, or sends no response.
       * @enum {string}
       */
      connection?: 'reset' | 'timeout';
      /**
       * @description Sends half of the body, or a body that is not JSON.
       * @enum {string}
       */
      corrupt?: 'truncated' | 'malformed';
      /** @description Sends the body in chunks over this time. */
      drip?: components['schemas']['Duration'];
    };
    /** @description A response instead of the normal one. */
    FaultResponse: {
      /** @description The status code. */
      status: number;
      retry_after?: components['schemas']['Duration'];
      /** @description Additional headers. */
      headers?: {
        [key: string]: string;
      };
      /** @description The JSON body. {generation_id} in its strings becomes the id of the job, and {request_id} the id of the request. With takes_effect, {name} becomes the field of that name in the normal response, such as {poll_url} or {presentation.url}. Default: the problem of the status. */
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
    /** @description The parts of deckhand/report.schema.json about clients, and the clients in the journal. */
    ClientReportDocument: {
      [key: string]: unknown;
    };
  };
  responses: {
    /** @description The workspaces. */
    WorkspaceList: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WorkspaceList'];
      };
    };
    /** @description The workspace. */
    WorkspaceInfo: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WorkspaceInfo'];
      };
    };
    /** @description The new API key. */
    CreatedApiKey: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreatedApiKey'];
      };
    };
    /** @description The snapshot. */
    Snapshot: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Snapshot'];
      };
    };
    /** @description The changes. */
    WorkspaceChanges: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WorkspaceChanges'];
      };
    };
    /** @description The scenarios. */
    ScenarioList: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ScenarioList'];
      };
    };
    /** @description The source. */
    ScenarioSource: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ScenarioSource'];
      };
    };
    /** @description The scenario was saved and loaded. */
    SavedScenario: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['SavedScenario'];
      };
    };
    /** @description The result. */
    ScenarioCheck: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ScenarioCheck'];
      };
    };
    /** @description The text. */
    JobScenarioText: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['JobScenarioText'];
      };
    };
    /** @description The clock. */
    ClockInfo: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ClockInfo'];
      };
    };
    /** @description The clock, and the event. */
    ClockAdvance: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ClockAdvance'];
      };
    };
    /** @description The jobs. */
    JobList: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['JobList'];
      };
    };
    /** @description The job. */
    JobInfo: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['JobInfo'];
      };
    };
    /** @description The templates. */
    WorkspaceTemplateList: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WorkspaceTemplateList'];
      };
    };
    /** @description The active faults. */
    ActiveFaultList: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ActiveFaultList'];
      };
    };
    /** @description The active fault. */
    ActiveFault: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ActiveFault'];
      };
    };
    /** @description The exchanges. */
    Journal: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Journal'];
      };
    };
    /** @description The exchange. */
    ExchangeInfo: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ExchangeInfo'];
      };
    };
    /** @description The HAR document. */
    HarDocument: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['HarDocument'];
      };
    };
    /** @description The report. */
    ClientReportDocument: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ClientReportDocument'];
      };
    };
    /** @description The error. Nothing has changed. */
    Problem: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ControlProblem'];
      };
    };
  };
  parameters: {
    /** @description The id of a workspace, or a sandbox key. */
    workspace: string;
    /** @description The name of a scenario. */
    scenario: string;
    /** @description The generation_id. */
    job: string;
    /** @description The id of an active fault. */
    fault: string;
    /** @description The number of an exchange. */
    sequence: string;
    /** @description Only exchanges of this operation. */
    operation: components['schemas']['OperationId'];
    /** @description Only exchanges with this status. */
    status: string;
    /** @description Only exchanges about this job. */
    about: string;
    /** @description Only exchanges that start at this time or later. */
    since: components['schemas']['InstantString'];
    /** @description The maximum number of exchanges. The newest are returned. */
    limit: components['schemas']['CountText'];
    /** @description Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
    includeUnassigned: 'true' | 'false';
    /** @description Polls of one job at shorter intervals are a tight loop (4.5). `500ms`, or milliseconds. Default: `1s`. */
    minPollInterval: string;
    /** @description Whether the timers of the clients follow the clock of the workspace. If true, intervals are judged even if the clock was changed, as in a test that advances both together. Default: `false`. */
    timersFollowClock: 'true' | 'false';
    /** @description Whether all requests come from one client in one tab. If true, no finding is downgraded because another tab may have sent the request. Default: `true` in a sandbox, which one test has for itself, else `false`. */
    singleClient: 'true' | 'false';
    /** @description Only the exchanges of this client, as `clients` names it. Default: all clients. */
    client: string;
    /** @description The maximum number of jobs. Default: 1000. */
    jobLimit: components['schemas']['CountText'];
    /** @description Whether each job includes its timeline. Default: false. */
    includeTimeline: 'true' | 'false';
    /** @description Whether the exchanges include their bodies. Default: true. */
    includeBodies: 'true' | 'false';
    /** @description The time for which to compute the state of the job. Default: now. */
    at: components['schemas']['InstantString'];
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
/** The operations by `operationId`: parameters, bodies and responses. */
export interface operations {
  listWorkspaces: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['WorkspaceList'];
      '4XX': components['responses']['Problem'];
    };
  };
  getWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['WorkspaceInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  updateWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWorkspaceRequest'];
      };
    };
    responses: {
      200: components['responses']['WorkspaceInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  resetWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ResetRequest'];
      };
    };
    responses: {
      200: components['responses']['WorkspaceInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: components['responses']['CreatedApiKey'];
      '4XX': components['responses']['Problem'];
    };
  };
  getSnapshot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Snapshot'];
      '4XX': components['responses']['Problem'];
    };
  };
  restoreSnapshot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Snapshot'];
      };
    };
    responses: {
      200: components['responses']['WorkspaceInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  getChanges: {
    parameters: {
      query?: {
        /** @description The `cursor` of an earlier response. An unknown cursor, for example after a restart or a reset, returns everything. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['WorkspaceChanges'];
      '4XX': components['responses']['Problem'];
    };
  };
  listScenarios: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ScenarioList'];
      '4XX': components['responses']['Problem'];
    };
  };
  getScenarioSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a scenario. */
        scenario: components['parameters']['scenario'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ScenarioSource'];
      '4XX': components['responses']['Problem'];
    };
  };
  saveScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of a scenario. */
        scenario: components['parameters']['scenario'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SaveScenarioRequest'];
      };
    };
    responses: {
      200: components['responses']['SavedScenario'];
      '4XX': components['responses']['Problem'];
    };
  };
  checkScenario: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckScenarioRequest'];
      };
    };
    responses: {
      200: components['responses']['ScenarioCheck'];
      '4XX': components['responses']['Problem'];
    };
  };
  useScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UseScenarioRequest'];
        'application/yaml': string;
      };
    };
    responses: {
      200: components['responses']['WorkspaceInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  clearScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['WorkspaceInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  getClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ClockInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  pauseClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ClockInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  resumeClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ClockInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  setClockSpeed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetClockSpeedRequest'];
      };
    };
    responses: {
      200: components['responses']['ClockInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  advanceClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdvanceRequest'];
      };
    };
    responses: {
      200: components['responses']['ClockInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  advanceClockToNextEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['NextEventRequest'];
      };
    };
    responses: {
      200: components['responses']['ClockAdvance'];
      '4XX': components['responses']['Problem'];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description The maximum number of jobs. Default: 1000. */
        limit?: components['parameters']['jobLimit'];
        /** @description Whether each job includes its timeline. Default: false. */
        include_timeline?: components['parameters']['includeTimeline'];
      };
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['JobList'];
      '4XX': components['responses']['Problem'];
    };
  };
  startJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StartJobRequest'];
      };
    };
    responses: {
      201: components['responses']['JobInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  listWorkspaceTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['WorkspaceTemplateList'];
      '4XX': components['responses']['Problem'];
    };
  };
  getJob: {
    parameters: {
      query?: {
        /** @description The time for which to compute the state of the job. Default: now. */
        at?: components['parameters']['at'];
      };
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['JobInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  getJobScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['JobScenarioText'];
      '4XX': components['responses']['Problem'];
    };
  };
  replyToJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplyToJobRequest'];
      };
    };
    responses: {
      200: components['responses']['JobInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  askQuestion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AskQuestionRequest'];
      };
    };
    responses: {
      200: components['responses']['JobInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  failJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FailJobRequest'];
      };
    };
    responses: {
      200: components['responses']['JobInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  completeJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CompleteJobRequest'];
      };
    };
    responses: {
      200: components['responses']['JobInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  stallJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['JobInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  listFaults: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ActiveFaultList'];
      '4XX': components['responses']['Problem'];
    };
  };
  addFault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AddFaultRequest'];
      };
    };
    responses: {
      201: components['responses']['ActiveFault'];
      '4XX': components['responses']['Problem'];
    };
  };
  clearFaults: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ActiveFaultList'];
      '4XX': components['responses']['Problem'];
    };
  };
  removeFault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The id of an active fault. */
        fault: components['parameters']['fault'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ActiveFaultList'];
      '4XX': components['responses']['Problem'];
    };
  };
  getJournal: {
    parameters: {
      query?: {
        /** @description Only exchanges of this operation. */
        operation?: components['parameters']['operation'];
        /** @description Only exchanges with this status. */
        status?: components['parameters']['status'];
        /** @description Only exchanges about this job. */
        job?: components['parameters']['about'];
        /** @description Only exchanges that start at this time or later. */
        since?: components['parameters']['since'];
        /** @description The maximum number of exchanges. The newest are returned. */
        limit?: components['parameters']['limit'];
        /** @description Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
        include_unassigned?: components['parameters']['includeUnassigned'];
        /** @description Whether the exchanges include their bodies. Default: true. */
        include_bodies?: components['parameters']['includeBodies'];
      };
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Journal'];
      '4XX': components['responses']['Problem'];
    };
  };
  clearJournal: {
    parameters: {
      query?: {
        /** @description Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
        include_unassigned?: components['parameters']['includeUnassigned'];
      };
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Journal'];
      '4XX': components['responses']['Problem'];
    };
  };
  getExchange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The number of an exchange. */
        sequence: components['parameters']['sequence'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ExchangeInfo'];
      '4XX': components['responses']['Problem'];
    };
  };
  getJournalHar: {
    parameters: {
      query?: {
        /** @description Only exchanges of this operation. */
        operation?: components['parameters']['operation'];
        /** @description Only exchanges with this status. */
        status?: components['parameters']['status'];
        /** @description Only exchanges about this job. */
        job?: components['parameters']['about'];
        /** @description Only exchanges that start at this time or later. */
        since?: components['parameters']['since'];
        /** @description The maximum number of exchanges. The newest are returned. */
        limit?: components['parameters']['limit'];
        /** @description Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
        include_unassigned?: components['parameters']['includeUnassigned'];
      };
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['HarDocument'];
      '4XX': components['responses']['Problem'];
    };
  };
  getClientReport: {
    parameters: {
      query?: {
        /** @description Whether requests that belong to no workspace are included: an unknown key, path or method. Default: false. */
        include_unassigned?: components['parameters']['includeUnassigned'];
        /** @description Polls of one job at shorter intervals are a tight loop (4.5). `500ms`, or milliseconds. Default: `1s`. */
        min_poll_interval?: components['parameters']['minPollInterval'];
        /** @description Whether the timers of the clients follow the clock of the workspace. If true, intervals are judged even if the clock was changed, as in a test that advances both together. Default: `false`. */
        timers_follow_clock?: components['parameters']['timersFollowClock'];
        /** @description Whether all requests come from one client in one tab. If true, no finding is downgraded because another tab may have sent the request. Default: `true` in a sandbox, which one test has for itself, else `false`. */
        single_client?: components['parameters']['singleClient'];
        /** @description Only the exchanges of this client, as `clients` names it. Default: all clients. */
        client?: components['parameters']['client'];
      };
      header?: never;
      path: {
        /** @description The id of a workspace, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ClientReportDocument'];
      '4XX': components['responses']['Problem'];
    };
  };
}
/** An error response (RFC 9457). */
export type ControlProblem = components['schemas']['ControlProblem'];
/** An error in the input. */
export type InputIssue = components['schemas']['InputIssue'];
/** A time on the clock of the workspace. */
export type Instant = components['schemas']['Instant'];
/** A time such as 2026-01-15T09:30:00Z, or the milliseconds since 1970. */
export type InstantString = components['schemas']['InstantString'];
/** A whole number from 1 to 99999. */
export type CountText = components['schemas']['CountText'];
/** A workspace with its plan, its active scenario, its clock and the counts of its data. */
export type WorkspaceInfo = components['schemas']['WorkspaceInfo'];
export type WorkspaceList = components['schemas']['WorkspaceList'];
export type Plan = components['schemas']['Plan'];
export type UpdateWorkspaceRequest = components['schemas']['UpdateWorkspaceRequest'];
export type ResetRequest = components['schemas']['ResetRequest'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type ScenarioList = components['schemas']['ScenarioList'];
/** Where saveScenario writes, or why it cannot. */
export type ScenarioSaving = components['schemas']['ScenarioSaving'];
export type ScenarioSource = components['schemas']['ScenarioSource'];
export type SaveScenarioRequest = components['schemas']['SaveScenarioRequest'];
export type SavedScenario = components['schemas']['SavedScenario'];
export type CheckScenarioRequest = components['schemas']['CheckScenarioRequest'];
export type ScenarioCheck = components['schemas']['ScenarioCheck'];
export type ScenarioIssue = components['schemas']['ScenarioIssue'];
/** What a client sees that starts a job, polls it every three seconds, waits for Retry-After, and replies to questions. Times are milliseconds since its first request. */
export type ScenarioPreview = components['schemas']['ScenarioPreview'];
export type PreviewRequestKind = components['schemas']['PreviewRequestKind'];
export type PreviewResponse = components['schemas']['PreviewResponse'];
export type JobScenarioText = components['schemas']['JobScenarioText'];
/** The text of a scenario file, YAML or JSON. */
export type ScenarioText = components['schemas']['ScenarioText'];
/** The name of a loaded scenario, or a scenario as an object or as text. With an object or a text, `name` is the name of that scenario. */
export type UseScenarioRequest = components['schemas']['UseScenarioRequest'];
export type ClockInfo = components['schemas']['ClockInfo'];
export type ClockAdvance = components['schemas']['ClockAdvance'];
export type SetClockSpeedRequest = components['schemas']['SetClockSpeedRequest'];
export type AdvanceRequest = components['schemas']['AdvanceRequest'];
export type NextEventRequest = components['schemas']['NextEventRequest'];
/** A job with its status response and its timeline. */
export type JobInfo = components['schemas']['JobInfo'];
/** The position of the job on its timeline. */
export type TimelinePosition = components['schemas']['TimelinePosition'];
/** When the next step starts without an intervention. Null if it does not. */
export type InstantOrNull = components['schemas']['InstantOrNull'];
export type TimelinePart = components['schemas']['TimelinePart'];
export type JobList = components['schemas']['JobList'];
export type StartJobRequest = components['schemas']['StartJobRequest'];
export type WorkspaceTemplateList = components['schemas']['WorkspaceTemplateList'];
export type NonEmptyText = components['schemas']['NonEmptyText'];
export type ReplyToJobRequest = components['schemas']['ReplyToJobRequest'];
export type AskQuestionRequest = components['schemas']['AskQuestionRequest'];
export type FailJobRequest = components['schemas']['FailJobRequest'];
export type CompleteJobRequest = components['schemas']['CompleteJobRequest'];
/** The effects are the same as in scenario files. */
export type AddFaultRequest = components['schemas']['AddFaultRequest'];
/** An active fault, and how often it was applied. */
export type ActiveFault = components['schemas']['ActiveFault'];
export type ActiveFaultList = components['schemas']['ActiveFaultList'];
export type Journal = components['schemas']['Journal'];
/** A request and its response, as sent. */
export type ExchangeInfo = components['schemas']['ExchangeInfo'];
/** Pairs of names and values. */
export type HeaderList = components['schemas']['HeaderList'];
export type BodyInfo = components['schemas']['BodyInfo'];
/** HAR 1.2. */
export type HarDocument = components['schemas']['HarDocument'];
/** Only the changed parts are present. */
export type WorkspaceChanges = components['schemas']['WorkspaceChanges'];
/** A snapshot of a server or of one workspace. */
export type Snapshot = components['schemas']['Snapshot'];
export type WorkspaceSnapshot = components['schemas']['WorkspaceSnapshot'];
/** A time in milliseconds since 1970. */
export type Milliseconds = components['schemas']['Milliseconds'];
export type TemplateSnapshot = components['schemas']['TemplateSnapshot'];
export type JobSnapshot = components['schemas']['JobSnapshot'];
/** An event of a job. */
export type JobEventSnapshot = components['schemas']['JobEventSnapshot'];
export type ReplyEvent = components['schemas']['ReplyEvent'];
export type AskEvent = components['schemas']['AskEvent'];
export type FailEvent = components['schemas']['FailEvent'];
export type CompleteEvent = components['schemas']['CompleteEvent'];
export type StallEvent = components['schemas']['StallEvent'];
export type PresentationSnapshot = components['schemas']['PresentationSnapshot'];
/** A scenario for the mock server to play. Its name is the name of the file. */
export type Scenario = components['schemas']['Scenario'];
/** The scenario of one of several jobs. Its faults apply to its polls and messages. */
export type JobScenario = components['schemas']['JobScenario'];
/** Selects this scenario for new jobs, if nothing else selects one. A job must match all conditions. */
export type Match = components['schemas']['Match'];
/** The plan and the API switch of the workspace while this scenario is active. */
export type WorkspaceOverrides = components['schemas']['WorkspaceOverrides'];
/** A number of requests per time such as 20/1m, for each key. */
export type RateLimit = components['schemas']['RateLimit'];
/** A time such as 250ms, 1.5s, 2m or 1m30s. */
export type Duration = components['schemas']['Duration'];
/** A time such as 2s, or a range such as 200ms..1.5s for a random time. */
export type DurationRange = components['schemas']['DurationRange'];
/** A step with exactly one field. */
export type Step = components['schemas']['Step'];
/** The job generates. */
export type GenerateStep = components['schemas']['GenerateStep'];
/** The share of jobs that have this step, from 0 to 1. The seed decides for each job. Default: 1. */
export type Probability = components['schemas']['Probability'];
/** The job asks a question and waits for a reply. */
export type AskStep = components['schemas']['AskStep'];
/** The job completes. By default, the prompt and the template decide the presentation. */
export type CompleteStep = components['schemas']['CompleteStep'];
/** The text of a section. */
export type SectionText = components['schemas']['SectionText'];
/** The job fails. */
export type FailStep = components['schemas']['FailStep'];
/** The job stays in the status generating and makes no progress. */
export type StallStep = components['schemas']['StallStep'];
/** Extra or overriding fields of the status response during this step. {generation_id} in their strings becomes the id of the job. */
export type StatusFields = components['schemas']['StatusFields'];
/** A fault has at least one effect: response, latency, connection, corrupt or drip. It applies to requests that match all of its conditions. Without conditions, it applies to all requests. */
export type Fault = components['schemas']['Fault'];
/** A response instead of the normal one. */
export type FaultResponse = components['schemas']['FaultResponse'];
/** An operation of the public contract. */
export type OperationId = components['schemas']['OperationId'];
/** The parts of deckhand/report.schema.json about clients, and the clients in the journal. */
export type ClientReportDocument = components['schemas']['ClientReportDocument'];
