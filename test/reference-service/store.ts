/** The records of the reference service: workspaces, presentations, jobs. Data and the ways to add to it, no HTTP. */
import type { ServiceConfig } from './config.js';
import { createScript, type ScriptedState } from './job-scripts.js';

export type JsonObject = Record<string, unknown>;

export interface Template {
  readonly id: string;
  readonly name: string;
}

export interface Workspace {
  readonly id: string;
  readonly key: string;
  readonly templates: readonly Template[];
  /** Whether the API is enabled for it. */
  readonly hasAccess: boolean;
}

export interface Presentation {
  readonly owner: Workspace;
  readonly origin: 'template' | 'generation';
  /** The resource of section 2.1. PATCH replaces it, so a given response never changes afterwards. */
  resource: JsonObject;
  /** The former titles, oldest first: one for every rename. */
  readonly formerTitles: unknown[];
  /** How often GET /presentations/:id has returned it. */
  fetches: number;
  /** `store.requests` and `fetches` at the last rename. */
  lastRename: { readonly request: number; readonly fetches: number } | undefined;
}

export interface Job {
  readonly id: string;
  readonly owner: Workspace;
  readonly prompt: string;
  /** 1 for the first job of this service, 2 for the second. */
  readonly ordinal: number;
  readonly states: readonly ScriptedState[];
  /** Index into `states`. */
  at: number;
  /** Whether a poll has shown the current state. */
  stageWasShown: boolean;
  /** The start of the current state, in ms. */
  since: number;
  /** The status views in the responses to polls (before any hook), oldest first. */
  readonly shown: JsonObject[];
  /** The number of replies that answered a question of this job. */
  replies: number;
  /** The number of messages after the job completed or failed, accepted or not. */
  lateMessages: number;
  /** `store.requests` when a poll first showed the job as completed or failed. */
  endedAt: number | undefined;
  /** The presentation, once completed, and its resource at that moment. */
  result: { readonly presentation: Presentation; readonly snapshot: JsonObject } | undefined;
}

export class ServiceStore {
  /** By identifier, and by workspace too where identifiers are counted in each: see `keyOf`. */
  readonly presentations = new Map<string, Presentation>();
  readonly jobs = new Map<string, Job>();
  /** Requests received so far, refused ones included. */
  requests = 0;

  constructor(
    readonly workspaces: readonly Workspace[],
    readonly choices: ServiceConfig,
    readonly now: () => number,
  ) {}

  /** The key of the record with this identifier, for this workspace. */
  keyOf(id: string, workspace: Workspace | undefined): string {
    return this.choices.idsAreUnique === 'in the service' ? id : `${workspace?.id}/${id}`;
  }

  /** 1 for the first record that counts together with the others of this owner. */
  #next(records: Map<string, { readonly owner: Workspace }>, owner: Workspace): number {
    if (this.choices.idsAreUnique === 'in the service') return records.size + 1;
    return [...records.values()].filter((record) => record.owner === owner).length + 1;
  }

  addPresentation(
    owner: Workspace,
    origin: Presentation['origin'],
    title: string,
    headings: readonly string[],
  ) {
    const id = this.choices.id('presentation', this.#next(this.presentations, owner));
    const time = new Date(this.now()).toISOString();
    const presentation: Presentation = {
      owner,
      origin,
      resource: {
        id,
        title,
        workspace_id: owner.id,
        sections: headings.map((heading, index) => ({ id: `section-${index + 1}`, heading })),
        is_public: false,
        url: `https://slides.example/view/${encodeURIComponent(id)}`,
        created_at: time,
        updated_at: time,
      },
      formerTitles: [],
      fetches: 0,
      lastRename: undefined,
    };
    this.presentations.set(this.keyOf(id, owner), presentation);
    return presentation;
  }

  addJob(
    owner: Workspace,
    prompt: string,
    vary: (states: readonly ScriptedState[], prompt: string) => readonly ScriptedState[],
  ): Job {
    const job: Job = {
      id: this.choices.id('generation', this.#next(this.jobs, owner)),
      owner,
      prompt,
      ordinal: this.jobs.size + 1,
      states: vary(createScript(prompt), prompt),
      at: 0,
      stageWasShown: false,
      since: this.now(),
      shown: [],
      replies: 0,
      lateMessages: 0,
      endedAt: undefined,
      result: undefined,
    };
    this.jobs.set(this.keyOf(job.id, owner), job);
    return job;
  }
}
