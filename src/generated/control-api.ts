// Generated from openapi/control.v1.yaml by `npm run generate`; do not edit.

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
     * @description Those of the directory, then the sandboxes that are open.
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /** Show a workspace */
    get: operations['getWorkspace'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change the plan or the API switch */
    patch: operations['changeWorkspace'];
    trace?: never;
  };
  '/workspaces/{workspace}/reset': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin anew
     * @description Forgets data, journal and what was done to the clock: what the body names, or all of it without a body. With the data go armed faults and the active scenario. A clock that is reset alone takes the jobs along: each stays where it stood.
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an API key
     * @description The value is shown in this answer and never again.
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Take a snapshot
     * @description The whole state of the workspace as one document, without keys.
     */
    get: operations['takeSnapshot'];
    /**
     * Put a snapshot back
     * @description All of it, or nothing. Afterwards the workspace behaves as the one that the snapshot was taken of.
     */
    put: operations['restoreSnapshot'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/events': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Follow what happens
     * @description Server-sent events: hello, exchange, job, clock, scenario, scenarios, faults, workspace, reset, and gap when some were missed. Resumes after the `Last-Event-ID`. `scenario` tells which one is active now, as a Workspace; `scenarios` that a scenario file was saved, changed or deleted, as the ScenarioList.
     */
    get: operations['streamEvents'];
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
     * @description By name; files that are none as they stand; and where a new one would be saved, or why it could not be.
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
  '/scenarios/{scenario}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A scenario's name. */
        scenario: components['parameters']['scenario'];
      };
      cookie?: never;
    };
    /** Show a scenario */
    get: operations['getScenario'];
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
        /** @description A scenario's name. */
        scenario: components['parameters']['scenario'];
      };
      cookie?: never;
    };
    /**
     * Read the text of a scenario
     * @description The text of its file as it is on disk now, or what a file of it would say when it has none.
     */
    get: operations['getScenarioSource'];
    /**
     * Write a scenario to its file
     * @description Into a folder of --scenarios, never over a bundled file, and never over a change made since the text was read. A new one is saved with null as its digest, under a name of small letters, digits and hyphens that no scenario has yet. A text that is no scenario is refused. Afterwards new jobs play it.
     */
    put: operations['saveScenarioSource'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenario-check': {
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
     * @description Says everything that is wrong with it and where, and what it looks like when nothing is. Changes nothing.
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Make a scenario the active one
     * @description A known one by its name, or one given here, as JSON or as the text of a file. New jobs play it; those that run keep theirs.
     */
    put: operations['useScenario'];
    post?: never;
    /** Have no active scenario */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /** Read the clock */
    get: operations['readClock'];
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stop the clock */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let the clock run */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    /** Let the clock run faster or slower */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Put the clock forward */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put the clock forward to the next event
     * @description Of a job, or of the workspace: of any of its jobs, or the instant at which an answer that is held back goes out. When nothing is to come, the clock stays as it is.
     */
    post: operations['advanceToNextEvent'];
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * List the jobs
     * @description The newest first. The presentations of completed ones are without their `sections`, which the job itself has.
     */
    get: operations['listJobs'];
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    /**
     * Show a job
     * @description With its course, as far as it is known now; at any instant when asked for one.
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
  '/workspaces/{workspace}/jobs/{job}/reply': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer the job's question
     * @description As its client would.
     */
    post: operations['replyToJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/jobs/{job}/ask': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have the job ask now
     * @description Its course stands still until the question is answered.
     */
    post: operations['askJob'];
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Have the job fail now */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Have the job complete now */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have the job get no further
     * @description Until it is made to fail or to complete.
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * List the armed faults
     * @description In the order in which they apply.
     */
    get: operations['listArmedFaults'];
    put?: never;
    /**
     * Arm a fault
     * @description The next answers of an operation go wrong. The effects are those of scenario files.
     */
    post: operations['armFault'];
    /** Disarm all faults */
    delete: operations['disarmFaults'];
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The id of an armed fault. */
        fault: components['parameters']['fault'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Disarm a fault */
    delete: operations['disarmFault'];
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Read the journal
     * @description The oldest first, keys redacted.
     */
    get: operations['readJournal'];
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The number of an exchange. */
        sequence: components['parameters']['sequence'];
      };
      cookie?: never;
    };
    /** Show an exchange */
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
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /** Read the journal as HAR 1.2 */
    get: operations['exportJournal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspace}/conduct': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    /**
     * Judge how the clients behave
     * @description What the journal shows of the rules that the interface gives to clients. Requests without a key that opens the workspace are in no journal of it.
     */
    get: operations['readConduct'];
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
    /** @description A refusal, as RFC 9457 writes one. */
    ControlProblem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @enum {string} */
      code:
        | 'bad_input'
        | 'malformed_body'
        | 'foreign_host'
        | 'foreign_origin'
        | 'token_required'
        | 'not_found'
        | 'unknown_path'
        | 'method_not_allowed'
        | 'job_conflict'
        | 'file_changed'
        | 'not_writable'
        | 'content_too_large'
        | 'unsupported_media_type'
        | 'internal_error';
      errors?: components['schemas']['InputFault'][];
    };
    /** @description One fault of the input. */
    InputFault: {
      /** @description RFC 6901: the place in the body, or /name of a query parameter. */
      pointer: string;
      /** @description What was expected there. */
      detail: string;
    };
    /**
     * Format: date-time
     * @description An instant on the clock of the workspace.
     */
    Instant: string;
    /** @description An instant such as 2026-01-15T09:30:00Z, or the milliseconds since 1970. */
    InstantText: string;
    /** @description A whole number from 1 to 99999. */
    Figure: string;
    Workspace: {
      id: string;
      name: string;
      plan: components['schemas']['Plan'];
      api_enabled: boolean;
      /** @description Whether a sandbox key opened it. */
      sandbox: boolean;
      /** @description The active scenario. */
      scenario: string | null;
      clock: components['schemas']['Clock'];
      /** @description How many it has. */
      jobs: number;
      /** @description How many there are. */
      armed_faults: number;
      /** @description How many the journal holds. */
      exchanges: number;
      /** @description The marks that its keys have in the journal. The keys themselves are kept nowhere. */
      keys: string[];
    };
    WorkspaceList: {
      workspaces: components['schemas']['Workspace'][];
    };
    /** @enum {string} */
    Plan: 'free' | 'pro' | 'max' | 'business';
    ChangeWorkspaceRequest: {
      plan?: components['schemas']['Plan'];
      api_enabled?: boolean;
    };
    ResetRequest: {
      /** @description Jobs, presentations, counts, armed faults, the active scenario. */
      data?: boolean;
      /** @description It shows the real time and runs. */
      clock?: boolean;
      journal?: boolean;
    };
    CreatedKey: {
      /** @description The value. It cannot be read again. */
      key: string;
      /** @description The mark that stands for it in the journal. */
      fingerprint: string;
    };
    NamedScenario: {
      name: string;
      scenario: components['schemas']['Scenario'];
    };
    ScenarioList: {
      scenarios: {
        name: string;
        title: string;
        description: string;
        course: components['schemas']['ScenarioCourse'];
      }[];
      /** @description Scenario files that cannot be used as they stand. Where one could before, that version stays. */
      refused: {
        /** @description What the scenario would be called. */
        name: string;
        /** @description All that is wrong, each with its file, line and column in front. */
        errors: string[];
      }[];
      /** @description The folder that new scenarios are saved in. */
      saves_to?: string;
      /** @description Why none can be saved, when there is no such folder. */
      reason?: string;
    };
    /** @description What a scenario looks like, for small pictures. */
    ScenarioCourse: {
      /** @description One for each step. What comes after a question that waits for ever is what its answer leads to. */
      segments: components['schemas']['CourseSegment'][];
      faults: components['schemas']['CourseFault'][];
    };
    CourseSegment: {
      /** @enum {string} */
      kind: 'work' | 'ask' | 'complete' | 'fail' | 'stay';
      /** @description Milliseconds, the middle of a range; null for ever (a question without an end, stay), 0 for complete and fail. */
      duration: number | null;
      /** @description Whether a work segment shows slides. */
      progress?: boolean;
    };
    CourseFault: {
      on: components['schemas']['OperationId'][];
      /** @enum {string} */
      effect: 'answer' | 'latency' | 'reset' | 'stall' | 'truncated' | 'malformed' | 'drip';
      /** @description Of an answer. */
      status?: number;
      /** @description From 0 to 1. */
      chance: number;
      /** @description Which requests it meets, the first one being 1; null for all. */
      requests: components['schemas']['CourseRange'] | null;
      /** @description Since the job's start, in milliseconds; null for always. */
      during: components['schemas']['CourseRange'] | null;
    };
    CourseRange: {
      from: number;
      /** @description Null for without an end. */
      to: number | null;
    };
    ScenarioSource: {
      name: string;
      /** @description YAML or JSON, as it stands in the file. */
      text: string;
      /** @description The mark of the text (SHA-256, hex), to be sent along when it is saved. */
      digest: string;
      /** @description Where the text comes from; null when from no file. */
      file: string | null;
      /** @description Whether saveScenarioSource takes it. */
      writable: boolean;
      /** @description Why it is not writable, and what to do about it. */
      reason?: string;
      /** @description The file that saving writes; a new one for a bundled scenario. */
      saves_to?: string;
    };
    /** @description The text of a scenario file, YAML or JSON. */
    ScenarioText: string;
    SaveScenarioRequest: {
      text: components['schemas']['ScenarioText'];
      /** @description The digest that came with the text that was edited; null for a scenario that is not there yet. */
      digest: string | null;
    };
    CheckScenarioRequest: {
      text: components['schemas']['ScenarioText'];
    };
    ScenarioCheck: {
      mistakes: components['schemas']['ScenarioMistake'][];
      /** @description Null when there are mistakes. */
      course: components['schemas']['ScenarioCourse'] | null;
    };
    ScenarioMistake: {
      line: number;
      column: number;
      /** @description RFC 6901: the place in the scenario; empty for the whole text. */
      pointer: string;
      /** @description What is wrong, and what was expected there. */
      message: string;
    };
    /** @description One of the three. */
    UseScenarioRequest: {
      /** @description A scenario that is known. */
      name?: string;
      scenario?: components['schemas']['Scenario'];
      yaml?: components['schemas']['ScenarioText'];
    };
    Clock: {
      now: components['schemas']['Instant'];
      /** @description How many of its seconds pass in a real one. */
      speed: number;
      paused: boolean;
      /** @description How many answers wait for it, held back by latency, slow, or stalled. */
      held: number;
    };
    ClockStep: {
      clock: components['schemas']['Clock'];
      /** @description How many answers were held back until now. */
      released: number;
      /** @description The job that came to something new; null when none did. */
      reached: components['schemas']['Job'] | null;
    };
    SpeedRequest: {
      speed: number;
    };
    AdvanceRequest: {
      /** @description A time such as 5m or 1m30s, or milliseconds. */
      by: string | number;
    };
    NextEventRequest: {
      /** @description The generation_id; any job when left out. */
      job?: string;
    };
    Job: {
      generation_id: string;
      prompt: string;
      template_id: string;
      scenario: string;
      started_at: components['schemas']['Instant'];
      /** @description The body that a poll gets. */
      view: {
        [key: string]: unknown;
      };
      position: components['schemas']['Position'];
      /** @description What it went through and will go through, if nothing more happens to it. */
      course?: components['schemas']['CoursePart'][];
    };
    /** @description Where on its timeline the job stands. */
    Position: {
      /** @description The step, the first one being 0. */
      step: number;
      /** @description How many the timeline has. */
      steps: number;
      since: components['schemas']['Instant'];
      until: components['schemas']['MaybeInstant'];
    };
    /** @description When it goes on by itself; null when it does not. */
    MaybeInstant: string | null;
    CoursePart: {
      step: number;
      /** @enum {string} */
      status: 'generating' | 'awaiting_input' | 'completed' | 'failed';
      from: components['schemas']['Instant'];
      until: components['schemas']['MaybeInstant'];
      /** @description The current step at its beginning, the question or the error. */
      text?: string;
      figures?: components['schemas']['CourseFigures'];
    };
    /** @description What a poll shows of a part in which the job generates. From `since` to `until` the figures grow evenly, shown in whole ones; after that they stay. */
    CourseFigures: {
      since: components['schemas']['Instant'];
      until: components['schemas']['Instant'];
      tokens: components['schemas']['FigureGrowth'];
      /** @description How many are done; left out while no slide is begun. */
      slides?: components['schemas']['FigureGrowth'];
      slides_total?: number;
      /** @description Has {slide}, {done} and {slides} in the place of figures. */
      current_step?: string;
    };
    FigureGrowth: {
      from: number;
      to: number;
    };
    JobList: {
      total: number;
      jobs: components['schemas']['Job'][];
    };
    Words: string;
    ReplyJobRequest: {
      message: components['schemas']['Words'];
    };
    AskJobRequest: {
      message: components['schemas']['Words'];
    };
    FailJobRequest: {
      error: components['schemas']['Words'];
    };
    CompleteJobRequest: {
      /** @description The deck's title. */
      title?: string;
    };
    /** @description What goes wrong, in the words of scenario files. */
    ArmFaultRequest: {
      /** @description The operation, or several; all when left out. */
      on?: components['schemas']['OperationId'] | components['schemas']['OperationId'][];
      /** @description How many answers; 1 when left out. */
      times?: number;
      /** @description How long it stays armed, on the clock of the workspace; 10m when left out. */
      ttl?: components['schemas']['Duration'];
      answer?: components['schemas']['FaultAnswer'];
      latency?: components['schemas']['DurationRange'];
      /** @enum {string} */
      connection?: 'reset' | 'stall';
      /** @enum {string} */
      corrupt?: 'truncated' | 'malformed';
      drip?: components['schemas']['Duration'];
    };
    ArmedFault: {
      id: string;
      on: components['schemas']['OperationId'][];
      /** @description How many answers it still meets. */
      left: number;
      /** @description When it ends. */
      until: components['schemas']['InstantText'];
      answer?: components['schemas']['FaultAnswer'];
      latency?: components['schemas']['DurationRange'];
      /** @enum {string} */
      connection?: 'reset' | 'stall';
      /** @enum {string} */
      corrupt?: 'truncated' | 'malformed';
      drip?: components['schemas']['Duration'];
    };
    ArmedFaultList: {
      faults: components['schemas']['ArmedFault'][];
    };
    Journal: {
      /** @description How many fell out to stay within bounds. */
      dropped: number;
      exchanges: components['schemas']['Exchange'][];
    };
    /** @description A request and what became of it, as it was on the wire. */
    Exchange: {
      /** @description Counts up. */
      sequence: number;
      /** @description On the clock of the workspace, in milliseconds since 1970. */
      startedAt: number;
      endedAt: number;
      request: {
        method: string;
        url: string;
        headers: components['schemas']['HeaderPairs'];
        body?: components['schemas']['WireBody'];
      };
      /** @description Absent when no head of a response was sent. */
      response?: {
        status: number;
        headers: components['schemas']['HeaderPairs'];
        body?: components['schemas']['WireBody'];
      };
      /** @enum {string} */
      failure?: 'reset' | 'timeout' | 'aborted' | 'truncated' | 'unreachable' | 'protocol';
      /** @description Whether the clock was set, stood still or went slower than time since the exchange before, so that the interval says nothing of the client. */
      steered?: boolean;
      /** @description The page that asked, where that is known. */
      page?: string;
      notes?: {
        operationId?: string;
        workspaceId?: string;
        generationId?: string;
        jobStatus?: string;
        scenario?: string;
        problem?: string;
        fault?: string;
      };
    };
    /** @description How the clients of a workspace behaved, by the rules that the interface gives to clients. */
    ConductReport: {
      /**
       * @description The worst of all rules; what is merely observed is a pass.
       * @enum {string}
       */
      outcome: 'pass' | 'warn' | 'fail' | 'error' | 'not-reached';
      /** @description How many were looked at. */
      exchanges: number;
      /** @description How many the journal no longer has, so that they were not. */
      dropped: number;
      rules: components['schemas']['ConductRuleReport'][];
      /** @description The findings by exchange, each exchange that shows one with what it shows. */
      notes: components['schemas']['ConductNote'][];
    };
    ConductRuleReport: {
      id: string;
      /** @description Of the interface. */
      sections: string[];
      /** @enum {string} */
      level: 'must' | 'should' | 'may';
      title: string;
      /** @enum {string} */
      outcome: 'pass' | 'fail' | 'warn' | 'observed' | 'not-reached' | 'error';
      /** @description Why it was not reached. */
      reason?: string;
      /** @description What to change in a client that breaks it. */
      hint: string;
      findings: components['schemas']['ConductFinding'][];
    };
    ConductFinding: {
      /** @enum {string} */
      kind: 'fail' | 'warn' | 'observed';
      message: string;
      expected?: string;
      actual?: string;
      /** @description User agent, and the mark of the key. */
      client: string;
      /** @description Those that show it, by sequence, the one that gave it away last. */
      exchanges: number[];
      /** @description How often it was seen. */
      times: number;
    };
    ConductNote: {
      /** @description Its sequence in the journal. */
      exchange: number;
      rule: string;
      /** @enum {string} */
      kind: 'fail' | 'warn' | 'observed';
      message: string;
    };
    /** @description Names and values. */
    HeaderPairs: string[][];
    WireBody: {
      text: string;
      /** @enum {string} */
      encoding?: 'base64';
      bytes: number;
      cut?: boolean;
    };
    /** @description HAR 1.2. */
    Har: {
      [key: string]: unknown;
    };
    /** @description Each event has an id, a name and a line of JSON. */
    EventStream: string;
    /** @description The whole state of a workspace. */
    Snapshot: {
      /** @constant */
      format: 'deckhand-snapshot';
      /** @constant */
      version: 1;
      /** @description SHA-256 of everything else. */
      digest: string;
      workspace: {
        id: string;
        plan: components['schemas']['Plan'];
        api_enabled: boolean;
      };
      /** @description What the server was started with, as far as it matters here. */
      settings: {
        seed: number;
        default_scenario: string;
        rate_limit: components['schemas']['RateLimit'] | null;
      };
      clock: {
        now: components['schemas']['Milliseconds'];
        speed: number;
        paused: boolean;
      };
      scenario: {
        /** @description The id of a timeline below. */
        active: string | null;
        activation: number;
      };
      /** @description Every story that jobs play, by the id of its timeline. */
      scenarios: {
        id: string;
        name: string;
        scenario: components['schemas']['Scenario'];
      }[];
      /** @description How many faults were ever armed, by which the next is numbered. */
      armed: number;
      faults: components['schemas']['ArmedFault'][];
      jobs: components['schemas']['SavedJob'][];
      presentations: components['schemas']['SavedPresentation'][];
      counters: {
        name: string;
        count: number;
        /** @description The job it belongs to, if it belongs to one. */
        job?: string;
      }[];
      rates: {
        bucket: string;
        granted: components['schemas']['Milliseconds'][];
      }[];
      templates: components['schemas']['SavedTemplate'][];
      journal: components['schemas']['Journal'];
    };
    /** @description An instant in milliseconds since 1970. */
    Milliseconds: number;
    SavedTemplate: {
      id: string;
      name: string;
      description: string;
      outline: string[];
      slide_count: number;
    };
    SavedJob: {
      id: string;
      started_at: components['schemas']['Milliseconds'];
      prompt: string;
      template: components['schemas']['SavedTemplate'];
      /** @description The id of a timeline. */
      timeline: string;
      seed: number;
      events: components['schemas']['SavedEvent'][];
      /** @description The title its presentation was given, and when. */
      renamed?: {
        title: string;
        at: components['schemas']['Milliseconds'];
      };
    };
    /** @description What changed the course of a job. */
    SavedEvent:
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
    SavedPresentation: {
      id: string;
      title: string;
      created_at: components['schemas']['Milliseconds'];
      updated_at: components['schemas']['Milliseconds'];
      /** @description The id of the template it was made from. */
      template?: string;
      sections: {
        id: string;
        title: string;
        /** @enum {string} */
        layout: 'title' | 'bullets' | 'quote' | 'closing';
        bullets: string[];
      }[];
    };
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
      /** @description How many slides progress says there will be, from this step on. Those of the deck when left out. */
      of?: number;
      /**
       * @description Shows no progress any more, until a step has slides again.
       * @constant
       */
      progress?: false;
      /** @description Tokens used, from..to over the step, as a running total that never falls. One figure alone is where it ends. */
      tokens?: string | number;
      /** @description The text of progress. {slide} is the slide being made, {done} how many are, {slides} how many there will be. */
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
      /** @description The final total of tokens, where it is not what the steps came to. 0 shows none. */
      tokens?: number;
      /** @description Whether the deck is public, which it is not when left out. */
      is_public?: boolean;
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
      /** @description The JSON body. A problem that fits the status when left out. {generation_id} in its texts is the job the request is about. */
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
  responses: {
    /** @description Something in the request is not as it has to be. Nothing was changed. */
    BadInput: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "The input is not as it has to be",
         *       "status": 400,
         *       "detail": "The input has 1 fault.",
         *       "code": "bad_input",
         *       "errors": [
         *         {
         *           "pointer": "/speed",
         *           "detail": "must be more than 0"
         *         }
         *       ]
         *     }
         */
        'application/problem+json': components['schemas']['ControlProblem'];
      };
    };
    /** @description The request came under a foreign name, from another origin, or without the token. */
    NotAllowed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Not from here",
         *       "status": 403,
         *       "detail": "The control API answers only local names.",
         *       "code": "foreign_host"
         *     }
         */
        'application/problem+json': components['schemas']['ControlProblem'];
      };
    };
    /** @description There is no such thing. */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "There is no such thing",
         *       "status": 404,
         *       "detail": "There is no workspace ws_nope.",
         *       "code": "not_found"
         *     }
         */
        'application/problem+json': components['schemas']['ControlProblem'];
      };
    };
    /** @description The job has ended, or asks nothing. */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "The job does not allow it",
         *       "status": 409,
         *       "detail": "The job is completed.",
         *       "code": "job_conflict"
         *     }
         */
        'application/problem+json': components['schemas']['ControlProblem'];
      };
    };
    /** @description The file was changed meanwhile, or is none that may be written. Nothing was changed. */
    NotSaved: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "The file is another by now",
         *       "status": 409,
         *       "detail": "scenarios/slow.yaml was changed since it was read.",
         *       "code": "file_changed"
         *     }
         */
        'application/problem+json': components['schemas']['ControlProblem'];
      };
    };
    /** @description Anything else. */
    Refusal: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "type": "about:blank",
         *       "title": "Too large",
         *       "status": 413,
         *       "detail": "The body may have at most 1048576 bytes.",
         *       "code": "content_too_large"
         *     }
         */
        'application/problem+json': components['schemas']['ControlProblem'];
      };
    };
  };
  parameters: {
    /** @description A workspace's id, or a sandbox key. */
    workspace: string;
    /** @description A scenario's name. */
    scenario: string;
    /** @description The generation_id. */
    job: string;
    /** @description The id of an armed fault. */
    fault: string;
    /** @description The number of an exchange. */
    sequence: string;
    /** @description Of this operation alone. */
    operation: components['schemas']['OperationId'];
    /** @description With this status alone. */
    status: string;
    /** @description About this job alone. */
    about: string;
    /** @description That began at this instant or later. */
    since: components['schemas']['InstantText'];
    /** @description The newest so many alone. */
    limit: components['schemas']['Figure'];
    /** @description Polls of one job faster than this are a tight loop; 1s when left out. */
    tightLoop: components['schemas']['Duration'];
    /** @description Whether the clients' own timers run by the workspace's clock, so that intervals count though it is steered. */
    sharedClock: 'true' | 'false';
    /** @description So many at most; 1000 when left out. */
    jobLimit: components['schemas']['Figure'];
    /** @description Whether each has its course; false when left out. */
    course: 'true' | 'false';
    /** @description Whether the exchanges have their bodies; true when left out. */
    bodies: 'true' | 'false';
    /** @description The instant to show it at. */
    at: components['schemas']['InstantText'];
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "workspaces": [
           *         {
           *           "id": "ws_dev",
           *           "name": "Development",
           *           "plan": "business",
           *           "api_enabled": true,
           *           "sandbox": false,
           *           "scenario": null,
           *           "clock": {
           *             "now": "2026-01-15T09:30:00.000Z",
           *             "speed": 60,
           *             "paused": false,
           *             "held": 0
           *           },
           *           "jobs": 2,
           *           "armed_faults": 0,
           *           "exchanges": 12,
           *           "keys": [
           *             "3f1c20aa"
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WorkspaceList'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      default: components['responses']['Refusal'];
    };
  };
  getWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "ws_dev",
           *       "name": "Development",
           *       "plan": "business",
           *       "api_enabled": true,
           *       "sandbox": false,
           *       "scenario": null,
           *       "clock": {
           *         "now": "2026-01-15T09:30:00.000Z",
           *         "speed": 60,
           *         "paused": false,
           *         "held": 0
           *       },
           *       "jobs": 2,
           *       "armed_faults": 0,
           *       "exchanges": 12,
           *       "keys": [
           *         "3f1c20aa"
           *       ]
           *     }
           */
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  changeWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeWorkspaceRequest'];
      };
    };
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  resetWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key": "dk_0c5hm4nd2x8q7v1k9s3t",
           *       "fingerprint": "3f1c20aa"
           *     }
           */
          'application/json': components['schemas']['CreatedKey'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  takeSnapshot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The snapshot. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Snapshot'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  restoreSnapshot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  streamEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events, until the client leaves. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': components['schemas']['EventStream'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scenarios": [
           *         {
           *           "name": "happy-path",
           *           "title": "Everything works",
           *           "description": "A deck in twenty seconds.",
           *           "course": {
           *             "segments": [
           *               {
           *                 "kind": "work",
           *                 "duration": 20000
           *               },
           *               {
           *                 "kind": "complete",
           *                 "duration": 0
           *               }
           *             ],
           *             "faults": []
           *           }
           *         }
           *       ],
           *       "refused": [
           *         {
           *           "name": "slow",
           *           "errors": [
           *             "scenarios/slow.yaml:4:3: steps is required"
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ScenarioList'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      default: components['responses']['Refusal'];
    };
  };
  getScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A scenario's name. */
        scenario: components['parameters']['scenario'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NamedScenario'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  getScenarioSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A scenario's name. */
        scenario: components['parameters']['scenario'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScenarioSource'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  saveScenarioSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A scenario's name. */
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
      /** @description As it was written. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScenarioSource'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      409: components['responses']['NotSaved'];
      default: components['responses']['Refusal'];
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
      /** @description What was found. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScenarioCheck'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      default: components['responses']['Refusal'];
    };
  };
  useScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UseScenarioRequest'];
        /**
         * @example title: Done
         *     description: At once.
         *     steps: [complete: null]
         */
        'application/yaml': string;
      };
    };
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  clearScenario: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  readClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "now": "2026-01-15T09:30:00.000Z",
           *       "speed": 60,
           *       "paused": false,
           *       "held": 0
           *     }
           */
          'application/json': components['schemas']['Clock'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  pauseClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  resumeClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  setClockSpeed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SpeedRequest'];
      };
    };
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  advanceClock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  advanceToNextEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClockStep'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description So many at most; 1000 when left out. */
        limit?: components['parameters']['jobLimit'];
        /** @description Whether each has its course; false when left out. */
        course?: components['parameters']['course'];
      };
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "jobs": [
           *         {
           *           "generation_id": "gen_0c5hm4nd2x8q7v1k",
           *           "prompt": "A pitch",
           *           "template_id": "tpl_pitch",
           *           "scenario": "slow-progress",
           *           "started_at": "2026-01-15T09:30:00.000Z",
           *           "view": {
           *             "generation_id": "gen_0c5hm4nd2x8q7v1k",
           *             "status": "generating"
           *           },
           *           "position": {
           *             "step": 0,
           *             "steps": 4,
           *             "since": "2026-01-15T09:30:00.000Z",
           *             "until": "2026-01-15T09:30:02.000Z"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['JobList'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  getJob: {
    parameters: {
      query?: {
        /** @description The instant to show it at. */
        at?: components['parameters']['at'];
      };
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "generation_id": "gen_0c5hm4nd2x8q7v1k",
           *       "prompt": "A pitch",
           *       "template_id": "tpl_pitch",
           *       "scenario": "slow-progress",
           *       "started_at": "2026-01-15T09:30:00.000Z",
           *       "view": {
           *         "generation_id": "gen_0c5hm4nd2x8q7v1k",
           *         "status": "generating"
           *       },
           *       "position": {
           *         "step": 0,
           *         "steps": 4,
           *         "since": "2026-01-15T09:30:00.000Z",
           *         "until": "2026-01-15T09:30:02.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  replyToJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplyJobRequest'];
      };
    };
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      default: components['responses']['Refusal'];
    };
  };
  askJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AskJobRequest'];
      };
    };
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      default: components['responses']['Refusal'];
    };
  };
  failJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      default: components['responses']['Refusal'];
    };
  };
  completeJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
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
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      default: components['responses']['Refusal'];
    };
  };
  stallJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The generation_id. */
        job: components['parameters']['job'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      default: components['responses']['Refusal'];
    };
  };
  listArmedFaults: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "faults": [
           *         {
           *           "id": "f1",
           *           "on": [
           *             "getGenerationStatus"
           *           ],
           *           "left": 3,
           *           "until": "2026-01-15T09:40:00.000Z",
           *           "answer": {
           *             "status": 429,
           *             "retry_after": "5s"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ArmedFaultList'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  armFault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ArmFaultRequest'];
      };
    };
    responses: {
      /** @description The armed fault. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "f1",
           *       "on": [
           *         "getGenerationStatus"
           *       ],
           *       "left": 3,
           *       "until": "2026-01-15T09:40:00.000Z",
           *       "answer": {
           *         "status": 429,
           *         "retry_after": "5s"
           *       }
           *     }
           */
          'application/json': components['schemas']['ArmedFault'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  disarmFaults: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ArmedFaultList'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  disarmFault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The id of an armed fault. */
        fault: components['parameters']['fault'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ArmedFaultList'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  readJournal: {
    parameters: {
      query?: {
        /** @description Of this operation alone. */
        operation?: components['parameters']['operation'];
        /** @description With this status alone. */
        status?: components['parameters']['status'];
        /** @description About this job alone. */
        job?: components['parameters']['about'];
        /** @description That began at this instant or later. */
        since?: components['parameters']['since'];
        /** @description The newest so many alone. */
        limit?: components['parameters']['limit'];
        /** @description Whether the exchanges have their bodies; true when left out. */
        bodies?: components['parameters']['bodies'];
      };
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Journal'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  clearJournal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Journal'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  getExchange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
        /** @description The number of an exchange. */
        sequence: components['parameters']['sequence'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Exchange'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  exportJournal: {
    parameters: {
      query?: {
        /** @description Of this operation alone. */
        operation?: components['parameters']['operation'];
        /** @description With this status alone. */
        status?: components['parameters']['status'];
        /** @description About this job alone. */
        job?: components['parameters']['about'];
        /** @description That began at this instant or later. */
        since?: components['parameters']['since'];
        /** @description The newest so many alone. */
        limit?: components['parameters']['limit'];
      };
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Har'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
  readConduct: {
    parameters: {
      query?: {
        /** @description Polls of one job faster than this are a tight loop; 1s when left out. */
        tight_loop?: components['parameters']['tightLoop'];
        /** @description Whether the clients' own timers run by the workspace's clock, so that intervals count though it is steered. */
        shared_clock?: components['parameters']['sharedClock'];
      };
      header?: never;
      path: {
        /** @description A workspace's id, or a sandbox key. */
        workspace: components['parameters']['workspace'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it stands now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConductReport'];
        };
      };
      400: components['responses']['BadInput'];
      403: components['responses']['NotAllowed'];
      404: components['responses']['NotFound'];
      default: components['responses']['Refusal'];
    };
  };
}
export type ControlProblem = components['schemas']['ControlProblem'];
export type InputFault = components['schemas']['InputFault'];
export type Instant = components['schemas']['Instant'];
export type InstantText = components['schemas']['InstantText'];
export type Figure = components['schemas']['Figure'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceList = components['schemas']['WorkspaceList'];
export type Plan = components['schemas']['Plan'];
export type ChangeWorkspaceRequest = components['schemas']['ChangeWorkspaceRequest'];
export type ResetRequest = components['schemas']['ResetRequest'];
export type CreatedKey = components['schemas']['CreatedKey'];
export type NamedScenario = components['schemas']['NamedScenario'];
export type ScenarioList = components['schemas']['ScenarioList'];
export type ScenarioCourse = components['schemas']['ScenarioCourse'];
export type CourseSegment = components['schemas']['CourseSegment'];
export type CourseFault = components['schemas']['CourseFault'];
export type CourseRange = components['schemas']['CourseRange'];
export type ScenarioSource = components['schemas']['ScenarioSource'];
export type ScenarioText = components['schemas']['ScenarioText'];
export type SaveScenarioRequest = components['schemas']['SaveScenarioRequest'];
export type CheckScenarioRequest = components['schemas']['CheckScenarioRequest'];
export type ScenarioCheck = components['schemas']['ScenarioCheck'];
export type ScenarioMistake = components['schemas']['ScenarioMistake'];
export type UseScenarioRequest = components['schemas']['UseScenarioRequest'];
export type Clock = components['schemas']['Clock'];
export type ClockStep = components['schemas']['ClockStep'];
export type SpeedRequest = components['schemas']['SpeedRequest'];
export type AdvanceRequest = components['schemas']['AdvanceRequest'];
export type NextEventRequest = components['schemas']['NextEventRequest'];
export type Job = components['schemas']['Job'];
export type Position = components['schemas']['Position'];
export type MaybeInstant = components['schemas']['MaybeInstant'];
export type CoursePart = components['schemas']['CoursePart'];
export type CourseFigures = components['schemas']['CourseFigures'];
export type FigureGrowth = components['schemas']['FigureGrowth'];
export type JobList = components['schemas']['JobList'];
export type Words = components['schemas']['Words'];
export type ReplyJobRequest = components['schemas']['ReplyJobRequest'];
export type AskJobRequest = components['schemas']['AskJobRequest'];
export type FailJobRequest = components['schemas']['FailJobRequest'];
export type CompleteJobRequest = components['schemas']['CompleteJobRequest'];
export type ArmFaultRequest = components['schemas']['ArmFaultRequest'];
export type ArmedFault = components['schemas']['ArmedFault'];
export type ArmedFaultList = components['schemas']['ArmedFaultList'];
export type Journal = components['schemas']['Journal'];
export type Exchange = components['schemas']['Exchange'];
export type ConductReport = components['schemas']['ConductReport'];
export type ConductRuleReport = components['schemas']['ConductRuleReport'];
export type ConductFinding = components['schemas']['ConductFinding'];
export type ConductNote = components['schemas']['ConductNote'];
export type HeaderPairs = components['schemas']['HeaderPairs'];
export type WireBody = components['schemas']['WireBody'];
export type Har = components['schemas']['Har'];
export type EventStream = components['schemas']['EventStream'];
export type Snapshot = components['schemas']['Snapshot'];
export type Milliseconds = components['schemas']['Milliseconds'];
export type SavedTemplate = components['schemas']['SavedTemplate'];
export type SavedJob = components['schemas']['SavedJob'];
export type SavedEvent = components['schemas']['SavedEvent'];
export type ReplyEvent = components['schemas']['ReplyEvent'];
export type AskEvent = components['schemas']['AskEvent'];
export type FailEvent = components['schemas']['FailEvent'];
export type CompleteEvent = components['schemas']['CompleteEvent'];
export type StallEvent = components['schemas']['StallEvent'];
export type SavedPresentation = components['schemas']['SavedPresentation'];
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
