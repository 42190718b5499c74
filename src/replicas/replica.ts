/**
 * One of several processes that are one mock server. Its state is a function of the commands in the log of the store: it sends
 * its requests and verbs there, applies the commands of all replicas in their order, and responds with its own results.
 */
import { randomBytes } from 'node:crypto';
import type { SharedState } from '../app/bare-deckhand.js';
import type { Deckhand } from '../app/deckhand.js';
import { BoundedMap } from '../base/bounded-map.js';
import type { RawExchange } from '../journal/raw-exchange.js';
import type { Timeline } from '../scenario/timeline.js';
import type { ApiRequest } from '../service/api.js';
import { readClock } from '../service/clock.js';
import { runChecked } from '../service/control/run.js';
import {
  workspaceIdOf,
  type ControlCall,
  type ControlContext,
  type VerbOrder,
} from '../service/control/verb-context.js';
import { verbs } from '../service/control/table.js';
import type { ReplyOf, VerbId } from '../control/verb-types.js';
import { SentKey } from '../service/keys.js';
import type { ApiResponse } from '../service/response.js';
import type { ServiceOptions } from '../service/service.js';
import type { DirectoryRows } from '../service/store/directory-rows.js';
import { isSandboxId } from '../service/store/sandboxes.js';
import { CommandLog, type Connected } from './command-log.js';
import type { Command, LogEntry, RequestCommand, VerbCommand } from './commands.js';
import { LoggedRequest, requestCommand } from './logged-request.js';
import { readOnly, unavailable } from './read-only.js';
import { SharedService, type Sender } from './shared-service.js';
import type { Extras, Pending } from './state-copy.js';
import { StoreAway, StoreFull } from './store-error.js';

/** The maximum number of responses without an exchange, and of keys that are kept as objects. */
const MOST_PENDING = 20_000;
const MOST_KEYS = 1_000;

export class Replica implements Sender, VerbOrder, SharedState {
  readonly id = randomBytes(6).toString('hex');
  readonly log: CommandLog;
  readonly extras: Extras = { pending: new Map() };
  birth = 0;
  isApplying = false;
  /** Entries and characters since the last snapshot. */
  entries = 0;
  characters = 0;
  #service!: SharedService;
  #deckhand!: Deckhand;
  #local!: ControlContext;
  #startRows!: DirectoryRows;
  #startTimelines: readonly Timeline[] = [];
  #newKeyHash = '';
  readonly #positions = new WeakMap<ApiResponse, string>();
  readonly #ownKeys = new Map<string, SentKey | undefined>();
  readonly #keys = new BoundedMap<string, SentKey>(MOST_KEYS);

  constructor(
    onBug: (error: unknown) => void,
    onTrouble: (message: string) => void,
    connect: (position: string) => Promise<Connected>,
    onQuiet: () => void,
  ) {
    this.log = new CommandLog(this.id, {
      apply: (entry) => this.#apply(entry),
      connect,
      onBug,
      onTrouble,
      onQuiet,
    });
  }

  readonly createService = (options: ServiceOptions): SharedService =>
    (this.#service = new SharedService(options, this));

  get order(): VerbOrder {
    return this;
  }

  get service(): SharedService {
    return this.#service;
  }

  get skew(): number {
    return this.log.skew;
  }

  /** Takes over a mock server that has not served yet. Its configuration is the state of an empty store. */
  adopt(deckhand: Deckhand): void {
    this.#deckhand = deckhand;
    this.#startRows = deckhand.directory.rows;
    this.#startTimelines = deckhand.library.list();
    this.#local = {
      ...deckhand.control,
      order: undefined,
      newKey: () => ({ key: '', hash: this.#newKeyHash }),
    };
  }

  /** Returns to the state of an empty store. */
  clear(): void {
    for (const { id } of [...this.#service.states()]) this.#service.forget(id);
    const { library, directory } = this.#deckhand;
    directory.load(this.#startRows, []);
    for (const name of library.names()) library.remove(name);
    for (const timeline of this.#startTimelines) library.put(timeline);
    this.extras.pending.clear();
  }

  async request(request: ApiRequest, key: SentKey | undefined): Promise<ApiResponse> {
    const id = this.log.newId();
    const command = requestCommand(id, request, key);
    try {
      this.#ownKeys.set(id, key);
      return await this.log.append<ApiResponse>(id, JSON.stringify(command));
    } catch (error) {
      if (error instanceof StoreFull) return (await this.#read(request, key)) ?? unavailable(error, request);
      if (error instanceof StoreAway) return unavailable(error, request);
      throw error;
    } finally {
      this.#ownKeys.delete(id);
    }
  }

  /** Responds to a request that changes nothing, when the store keeps no command. */
  async #read(request: ApiRequest, key: SentKey | undefined): Promise<ApiResponse | undefined> {
    try {
      return readOnly(this.#service, request, key, await this.log.sync());
    } catch (error) {
      if (error instanceof StoreAway) return unavailable(error, request);
      throw error;
    }
  }

  exchange(response: ApiResponse, raw: RawExchange): void {
    const position = this.#positions.get(response);
    if (position === undefined) return;
    const id = this.log.newId();
    this.log.addExchange(JSON.stringify({ t: 'x', r: id, c: position, e: raw.finish() } satisfies Command));
  }

  sync(): Promise<number> {
    return this.log.sync();
  }

  async run<Id extends VerbId>(verb: Id, call: ControlCall<Id>): Promise<ReplyOf<Id>> {
    const id = workspaceIdOf(call.params['workspace'] ?? '');
    if (verbs[verb].effect === 'reads') {
      const real = await this.log.sync();
      const opens = isSandboxId(id) && !this.#deckhand.directory.workspace(id);
      if (!opens) return runChecked(this.#local, verb, { ...call, real });
    }
    const { params, query, body } = call;
    const newKey = verb === 'createApiKey' ? this.#deckhand.control.newKey() : undefined;
    const command: VerbCommand = {
      t: 'v',
      r: this.log.newId(),
      v: verb,
      p: params,
      q: query,
      b: body,
      ...(newKey && { k: newKey.hash }),
    };
    const reply = await this.log.append<ReplyOf<Id>>(command.r, JSON.stringify(command));
    return newKey ? { ...reply, key: newKey.key } : reply;
  }

  #apply({ position, at, command, size }: LogEntry): unknown {
    this.entries += 1;
    this.characters += size;
    switch (command.t) {
      case 'q':
        return this.#applyRequest(position, at, command);
      case 'v':
        return this.#applyVerb(at, command);
      case 'x': {
        const known = this.extras.pending.get(command.c);
        this.extras.pending.delete(command.c);
        if (known) this.#service.file(command.e, known.response, at);
        return undefined;
      }
      case 'g':
        return this.#abandon(command.r, at);
      case 's':
        this.entries = 0;
        this.characters = 0;
        return undefined;
    }
  }

  #applyRequest(position: string, at: number, command: RequestCommand): ApiResponse {
    const isOwn = this.#ownKeys.has(command.r);
    const response = this.#respond(new LoggedRequest(command, at, this.#keyOf(command)));
    const { workspaceId = '' } = response.notes;
    if (isSandboxId(workspaceId)) this.#deckhand.directory.touch(workspaceId);
    this.#keep(position, { command: command.r, response });
    if (isOwn) {
      this.#positions.set(response, position);
      response.key = this.#ownKeys.get(command.r);
    }
    return response;
  }

  #respond(request: LoggedRequest): ApiResponse {
    this.isApplying = true;
    try {
      return this.#service.respond(request);
    } finally {
      this.isApplying = false;
    }
  }

  async #applyVerb(at: number, { v, p, q, b, k = '' }: VerbCommand): Promise<unknown> {
    this.#newKeyHash = k;
    this.isApplying = true;
    try {
      const call = { params: p, query: q, body: b, real: at } as ControlCall<VerbId>;
      return await runChecked(this.#local, v, call);
    } finally {
      this.isApplying = false;
      const id = workspaceIdOf(p['workspace'] ?? '');
      if (isSandboxId(id)) this.#deckhand.directory.touch(id);
    }
  }

  /** A replica that is gone sends no exchanges, and no clock holds its responses any more. */
  #abandon(replica: string, at: number): void {
    for (const [position, { command, response }] of this.extras.pending) {
      if (!command.startsWith(`${replica}:`)) continue;
      this.extras.pending.delete(position);
      const { delivery, notes } = response;
      if (!delivery) continue;
      const state = this.#service.workspace(notes.workspaceId ?? '', at);
      state.held.handOver(response, readClock(state.clock, at), true);
    }
  }

  #keep(position: string, pending: Pending): void {
    const all = this.extras.pending;
    all.set(position, pending);
    if (all.size <= MOST_PENDING) return;
    for (const oldest of all.keys()) return void all.delete(oldest);
  }

  #keyOf({ k, w = '' }: RequestCommand): SentKey | undefined {
    if (k === undefined) return undefined;
    let key = this.#keys.get(k);
    if (!key) this.#keys.set(k, (key = new SentKey(w, k)));
    return key;
  }
}
