/**
 * Plays commands against a mock server and compares every response with all responses before: an ended job stays ended,
 * counts never fall, a resource is the same in every place, and no client sees resources of another workspace.
 */
import { expect } from 'vitest';
import type { JobView, Presentation } from '../../src/generated/presentation-api.js';
import { advanceClock, readClock } from '../../src/service/clock.js';
import type { Command, ClientName } from './arbitrary-commands.js';
import { validateResponse } from './validate-response.js';
import type { HarnessClient, ClientResponse, ServiceHarness } from './service-harness.js';

type Owner = Exclude<ClientName, 'unauthenticated'>;

interface KnownJob {
  readonly id: string;
  readonly owner: Owner;
  /** The last status view, its time on the workspace's clock, and whether a reply has come since. */
  seen: { readonly view: JobView; readonly now: number } | undefined;
  tokens: number;
}

interface KnownPresentation {
  readonly owner: Owner;
  content: Presentation;
}

const WORKSPACES = { dev: 'ws_dev', other: 'ws_other' } as const;
const secretOf = (owner: Owner): string => `secret of ${owner}`;

export class InvariantChecker {
  readonly #harness: ServiceHarness;
  readonly #clients: Readonly<Record<ClientName, HarnessClient>>;
  readonly #jobs: KnownJob[] = [];
  readonly #presentations = new Map<string, KnownPresentation>();

  constructor(harness: ServiceHarness) {
    this.#harness = harness;
    this.#clients = {
      dev: harness.dev,
      other: harness.other,
      unauthenticated: harness.client('nobody-has-this-key'),
    };
  }

  async play(commands: readonly Command[]): Promise<void> {
    for (const command of commands) await this.#do(command);
  }

  async #do(command: Command): Promise<void> {
    const { service } = this.#harness.deckhand;
    switch (command.do) {
      case 'wait':
        return this.#harness.advanceRealTime(command.for);
      case 'advance': {
        const state = service.workspace(command.whose, this.#harness.at);
        state.clock = advanceClock(state.clock, this.#harness.at, command.by);
        return;
      }
      case 'activate': {
        const { scenario } = command;
        const timeline = scenario && this.#harness.deckhand.library.getOrThrow(scenario);
        return service.workspace(command.whose, this.#harness.at).activate(timeline);
      }
      case 'templates':
        return this.#send(command.who, 'GET', '/templates').then(() => undefined);
      case 'start':
        return this.#start(command.who, command.template);
      case 'create':
        return this.#create(command.who, command.template, command.title);
      case 'poll': {
        const { id, job } = this.#pickJob(command.which);
        return this.#view(
          command.who,
          job,
          await this.#send(command.who, 'GET', `/presentations/generate/${id}/status`),
        );
      }
      case 'reply':
        return this.#reply(command.who, command.which);
      case 'fetch': {
        const id = this.#pickPresentation(command.which);
        return this.#presentation(
          command.who,
          id,
          await this.#send(command.who, 'GET', `/presentations/${id}`),
        );
      }
      case 'rename':
        return this.#rename(command.who, this.#pickPresentation(command.which), command.title);
      case 'raw':
        await this.#send(command.who, command.method, command.path, command.body);
    }
  }

  /** Sends a request, and checks the facts of every response. @returns `undefined` for the response of a scenario */
  async #send(
    who: ClientName,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ClientResponse | undefined> {
    const reply = await this.#clients[who].send(method, path, body);
    const { response, status } = reply;
    if (response.metadata.fault?.includes('malformed')) {
      expect(() => JSON.parse(response.body)).toThrow(SyntaxError);
      return undefined;
    }
    expect(validateResponse(response)).toEqual([]);
    if (who === 'unauthenticated') expect([401, 404, 405, 204]).toContain(status);
    for (const owner of ['dev', 'other'] as const)
      if (owner !== who) expect(response.body.toLowerCase()).not.toContain(secretOf(owner));
    const isRefusal = status === 403 || status === 429 || status === 0 || status >= 500;
    return isRefusal || (response.metadata.fault?.includes('responds') ?? false) ? undefined : reply;
  }

  async #start(who: ClientName, template: string | undefined): Promise<void> {
    const reply = await this.#send(who, 'POST', '/presentations/generate', {
      prompt: who === 'unauthenticated' ? 'x' : `${secretOf(who)}, number ${this.#jobs.length}`,
      template_id: template,
    });
    if (reply?.status !== 202 || who === 'unauthenticated') return;
    const id: string = reply.body.generation_id;
    expect(this.#jobs.map((job) => job.id)).not.toContain(id);
    this.#jobs.push({ id, owner: who, seen: undefined, tokens: 0 });
  }

  async #create(who: ClientName, template: string, title: string | undefined): Promise<void> {
    const body = {
      template_id: template,
      title: title && who !== 'unauthenticated' ? `${secretOf(who)} ${title}` : undefined,
    };
    const reply = await this.#send(who, 'POST', '/presentations', body);
    if (!reply || who === 'unauthenticated') return;
    expect(reply.status).toBe(template === 'tpl_nothing' ? 400 : 201);
    if (reply.status === 201) this.#presentation(who, reply.body.id, { ...reply, status: 200 });
  }

  async #reply(who: ClientName, which: number): Promise<void> {
    const { id, job } = this.#pickJob(which);
    const reply = await this.#send(who, 'POST', `/presentations/generate/${id}/message`, { message: 'Yes.' });
    if (!reply || who === 'unauthenticated') return;
    if (reply.status === 409) {
      expect(job?.owner).toBe(who);
      const after = await this.#send(who, 'GET', `/presentations/generate/${id}/status`);
      if (after) expect(['completed', 'failed']).toContain(after.body.status);
      return this.#view(who, job, after);
    }
    if (job?.owner === who && job.seen?.view.status === 'awaiting_input') job.seen = undefined;
    return this.#view(who, job, reply.status === 202 ? { ...reply, status: 200 } : reply);
  }

  async #rename(who: ClientName, id: string, title: string): Promise<void> {
    const reply = await this.#send(who, 'PATCH', `/presentations/${id}`, { title });
    const known = this.#presentations.get(id);
    if (reply?.status === 200 && known) {
      const { title: renamed, updated_at: updated, ...rest } = reply.body as Presentation;
      expect(renamed).toBe(title);
      expect(known.content).toMatchObject(rest);
      expect(updated >= known.content.updated_at).toBe(true);
      known.content = reply.body;
      for (const job of this.#jobs) {
        const view = job.seen?.view;
        if (view?.status === 'completed' && view.presentation.id === id) job.seen = undefined;
      }
    }
    this.#presentation(who, id, reply);
  }

  /** Compares a status view with the one before. */
  #view(who: ClientName, job: KnownJob | undefined, reply: ClientResponse | undefined): void {
    if (!reply || who === 'unauthenticated') return;
    if (job?.owner !== who) return expect(reply.status).toBe(404);
    expect(reply.status).toBe(200);
    const view = reply.body as JobView;
    const now = this.#nowOf(who);
    expect(view.generation_id).toBe(job.id);
    if (job.seen) {
      const { status } = job.seen.view;
      const isOver = status === 'completed' || status === 'failed';
      if (isOver || job.seen.now === now) expect(view).toEqual(job.seen.view);
    }
    if (view.status === 'generating' || view.status === 'completed') {
      // A scenario can show no total in the end: `complete: { tokens: 0 }`.
      const tokens = view.tokens_used ?? (view.status === 'completed' ? job.tokens : 0);
      expect(tokens).toBeGreaterThanOrEqual(job.tokens);
      job.tokens = tokens;
    }
    job.seen = { view, now };
    if (view.status === 'completed')
      this.#presentation(who, view.presentation.id, { ...reply, body: view.presentation });
  }

  /** Compares a presentation with the last one of this id. */
  #presentation(who: ClientName, id: string, reply: ClientResponse | undefined): void {
    if (!reply || who === 'unauthenticated') return;
    const known = this.#presentations.get(id);
    if (known && known.owner !== who) return expect(reply.status).toBe(404);
    if (known) expect(reply).toMatchObject({ status: 200, body: known.content });
    if (reply.status !== 200) return expect(reply.status).toBe(404);
    const content = reply.body as Presentation;
    expect(content).toMatchObject({ id, workspace_id: WORKSPACES[who] });
    expect(content.updated_at >= content.created_at).toBe(true);
    if (known) expect(content).toEqual(known.content);
    this.#presentations.set(id, { owner: who, content });
  }

  #pickJob(which: number): { id: string; job: KnownJob | undefined } {
    const job = this.#jobs[which % (this.#jobs.length + 1)];
    return { id: job?.id ?? 'gen_nothing', job };
  }

  /** Of a job, polled or not, or made from a template. */
  #pickPresentation(which: number): string {
    const ids = new Set([
      ...this.#jobs.map(({ id }) => id.replace('gen_', 'pres_')),
      ...this.#presentations.keys(),
    ]);
    return [...ids, 'pres_nothing'][which % (ids.size + 1)] as string;
  }

  #nowOf(who: Owner): number {
    return readClock(
      this.#harness.deckhand.service.workspace(WORKSPACES[who], this.#harness.at).clock,
      this.#harness.at,
    );
  }
}
