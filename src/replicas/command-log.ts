/**
 * The replica's end of the log: appends commands in batches, one round trip at a time, and applies all commands in their
 * order. It survives lost connections: no command is applied twice, and none that was kept is reported as refused.
 */
import { setRealImmediate } from '../base/real-immediate.js';
import { clearRealInterval, realElapsed, setRealInterval, setRealTimeout } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import { readEntry, type LogEntry } from './commands.js';
import { StoreClock } from './store-clock.js';
import { fullStore, StoreAway, troubleOf } from './store-error.js';
import type { RawEntry, StoreLink } from './store-link.js';

/** The maximum size of a batch, in commands and in characters, and the maximum number of entries of a reply. */
const MOST_COMMANDS = 500;
const MOST_CHARACTERS = 8_388_608;
const MOST_ENTRIES = 2_000;

/** Real milliseconds until a request that the store did not confirm is refused, and until a new one is, in a short break. */
const CONFIRMED_WITHIN = 3_000;
const SHORT_BREAK = 500;

/** Real milliseconds between two looks at the log without requests, and until an exchange is sent without a request. */
const LOOK_EVERY = 100;
const EXCHANGE_WITHIN = 20;

/** Real milliseconds between signs of life, and until a replica without one counts as gone. */
const BEAT_EVERY = 5_000;
export const LEASE = 30_000;

/** The maximum number of exchanges that wait while the store is away. Later ones are not in the journals. */
const MOST_EXCHANGES = 1_000;

const FIRST_RETRY = 50;
const LAST_RETRY = 1_000;

interface Waiting {
  /** Undefined for a caller that only needs the latest state. */
  readonly id: string | undefined;
  readonly text: string | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  /** When it is refused if it is not confirmed, in elapsed real milliseconds. */
  until: number;
}

export interface LogHandler {
  /** Applies the next command. @returns the result for the replica that sent it */
  apply(entry: LogEntry): unknown;
  /** Called between two batches. */
  onQuiet(): void;
  /** Connects again, and loads the state again if the store does not continue it. @returns the connection */
  connect(position: string): Promise<Connected>;
  onBug(error: unknown): void;
  onTrouble(message: string): void;
}

export interface Connected {
  readonly link: StoreLink;
  readonly epoch: number;
  readonly position: string;
  /** Whether the state was loaded anew: the log before the position is then not known. */
  readonly isReloaded: boolean;
  /** Whether the store lost commands that it had confirmed. */
  readonly isLess?: boolean;
}

export class CommandLog {
  readonly #replica: string;
  readonly #handler: LogHandler;
  #link: StoreLink | undefined;
  #epoch = 0;
  #position = '';
  #state: 'new' | 'ready' | 'away' | 'closed' = 'new';
  #awaySince = 0;
  #queue: Waiting[] = [];
  /** The commands of a batch whose reply has not come. */
  #sent: Waiting[] = [];
  readonly #own = new Map<string, Waiting>();
  #exchanges: string[] = [];
  #isPumping = false;
  #isPumpDue = false;
  #count = 0;
  #lastLook = 0;
  #timers: ReturnType<typeof setRealInterval>[] = [];
  readonly #clock = new StoreClock();
  /** Why the store is away, and what was reported of it. */
  #trouble: string | undefined;
  #notified: string | undefined;

  constructor(replica: string, handler: LogHandler) {
    this.#replica = replica;
    this.#handler = handler;
  }

  get position(): string {
    return this.#position;
  }

  get link(): StoreLink | undefined {
    return this.#state === 'ready' ? this.#link : undefined;
  }

  /** The milliseconds by which the clock of the store is ahead of this machine's. */
  get skew(): number {
    return this.#clock.skew;
  }

  newId(): string {
    this.#count += 1;
    return `${this.#replica}:${this.#count}`;
  }

  /** Reads all of the log, and then accepts commands. */
  async start(connected: Connected): Promise<void> {
    this.#use(connected);
    await this.#catchUp();
    this.#state = 'ready';
    this.#timers = [
      setRealInterval(() => this.#look(), LOOK_EVERY),
      setRealInterval(
        () => void this.#link?.beat(this.#replica, this.#epoch, LEASE).catch(() => {}),
        BEAT_EVERY,
      ),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async close(): Promise<void> {
    const link = this.link;
    if (link) await this.sync().catch(() => {});
    this.#state = 'closed';
    for (const timer of this.#timers) clearRealInterval(timer);
    await link?.leave(this.#replica).catch(() => {});
    this.#link?.close();
    for (const waiting of [...this.#queue, ...this.#own.values()]) waiting.reject(new StoreAway());
  }

  /** Appends a command. Resolves with its result after this replica has applied it. */
  append<T>(id: string, text: string): Promise<T> {
    return new Promise((resolve, reject) => this.#enqueue({ id, text, resolve, reject, until: 0 }));
  }

  /** Resolves when this replica has applied all commands that the store has now. @returns the time of the store */
  sync(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#enqueue({ id: undefined, text: undefined, resolve, reject, until: 0 }),
    );
  }

  /** Appends an exchange with the next commands, or a moment later. */
  addExchange(text: string): void {
    if (this.#exchanges.length >= MOST_EXCHANGES) return;
    this.#exchanges.push(text);
    if (this.#exchanges.length === 1) setRealTimeout(() => this.#pumpSoon(), EXCHANGE_WITHIN);
  }

  #enqueue(waiting: Waiting): void {
    const now = realElapsed();
    const isLong = this.#state === 'away' && now - this.#awaySince > SHORT_BREAK;
    if (this.#state === 'new' || this.#state === 'closed' || isLong) return this.#refuse(waiting, false);
    waiting.until = now + (this.#state === 'away' ? SHORT_BREAK : CONFIRMED_WITHIN);
    if (waiting.id !== undefined) this.#own.set(waiting.id, waiting);
    this.#queue.push(waiting);
    this.#pumpSoon();
  }

  /** The requests that arrive in one turn of the event loop share a round trip. */
  #pumpSoon(): void {
    if (this.#isPumpDue || this.#isPumping) return;
    this.#isPumpDue = true;
    setRealImmediate(() => {
      this.#isPumpDue = false;
      void this.#pump();
    });
  }

  #look(): void {
    const now = realElapsed();
    if (this.#state === 'away') this.#refuseLate(now);
    else if (now - this.#lastLook >= LOOK_EVERY) void this.sync().catch(() => {});
  }

  async #pump(): Promise<void> {
    if (this.#isPumping || this.#state !== 'ready') return;
    this.#isPumping = true;
    try {
      while (this.link && (this.#queue.length > 0 || this.#exchanges.length > 0))
        await this.#roundTrip(this.#takeBatch());
    } catch (error) {
      this.#handler.onBug(error);
    } finally {
      this.#isPumping = false;
    }
  }

  #takeBatch(): Waiting[] {
    let characters = 0;
    let count = 0;
    for (const { text = '' } of this.#queue) {
      characters += text.length;
      if (count > 0 && (count === MOST_COMMANDS || characters > MOST_CHARACTERS)) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  async #roundTrip(batch: Waiting[]): Promise<void> {
    const link = this.#link as StoreLink;
    const exchanges = this.#exchanges.splice(0, MOST_COMMANDS);
    const texts = exchanges;
    for (const { text } of batch) if (text !== undefined) texts.push(text);
    this.#sent = batch;
    const began = realElapsed();
    let response;
    try {
      response = await link.append(this.#replica, this.#epoch, this.#position, MOST_ENTRIES, texts);
    } catch (error) {
      const full = fullStore(error);
      if (!full) return this.#lose();
      this.#sent = [];
      this.#refuseFull(batch, full);
      return;
    }
    if (this.#state !== 'ready') return;
    if (response[0] !== 'ok') {
      // Nothing was appended.
      this.#sent = [];
      this.#queue.unshift(...batch);
      return this.#lose();
    }
    const [, time, entries] = response;
    this.#clock.measure(time, began);
    this.#lastLook = realElapsed();
    try {
      await this.#apply(entries);
      if (entries.length === MOST_ENTRIES) await this.#catchUp();
    } catch {
      return this.#lose();
    }
    this.#sent = [];
    for (const { id, resolve } of batch) if (id === undefined) (resolve as (time: number) => void)(time);
    this.#handler.onQuiet();
  }

  /** The store keeps nothing more. Callers that only read go on. */
  #refuseFull(batch: readonly Waiting[], full: UserError): void {
    for (const waiting of batch) {
      if (waiting.id === undefined) this.#queue.unshift(waiting);
      else {
        this.#own.delete(waiting.id);
        waiting.reject(full);
      }
    }
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const began = realElapsed();
      const response = await (this.#link as StoreLink).append(
        this.#replica,
        this.#epoch,
        this.#position,
        MOST_ENTRIES,
        [],
      );
      if (response[0] !== 'ok') throw new StoreAway();
      this.#clock.measure(response[1], began);
      await this.#apply(response[2]);
      if (response[2].length < MOST_ENTRIES) return;
    }
  }

  async #apply(entries: readonly RawEntry[]): Promise<void> {
    for (const raw of entries) {
      const entry = readEntry(raw);
      this.#position = entry.position;
      const { r: id } = entry.command;
      const waiting = id === undefined ? undefined : this.#own.get(id);
      if (waiting) this.#own.delete(id as string);
      try {
        const result = this.#handler.apply(entry);
        const value: unknown = result instanceof Promise ? await result : result;
        (waiting?.resolve as ((value: unknown) => void) | undefined)?.(value);
      } catch (error) {
        if (!(error instanceof UserError)) this.#handler.onBug(error);
        waiting?.reject(error);
      }
    }
  }

  #use({ link, epoch, position }: Connected): void {
    this.#link = link;
    this.#epoch = epoch;
    this.#position = position;
  }

  /** The connection broke. */
  lose(link: StoreLink | undefined): void {
    if (this.#state === 'ready' && this.#link === link) this.#lose();
  }

  #lose(): void {
    if (this.#state !== 'ready') return;
    this.#state = 'away';
    this.#awaySince = realElapsed();
    this.#link?.close();
    void this.#recover();
  }

  async #recover(): Promise<void> {
    let delay = FIRST_RETRY;
    while (this.#state === 'away') {
      try {
        const connected = await this.#handler.connect(this.#position);
        this.#use(connected);
        await this.#catchUp();
        if (connected.isLess) {
          this.#trouble = 'The store lost confirmed commands. All replicas continue from what it still has.';
          this.#report();
        }
        this.#resume(connected.isReloaded);
        return;
      } catch (error) {
        this.#link?.close();
        this.#trouble = troubleOf(error);
        if (error instanceof UserError || realElapsed() - this.#awaySince >= SHORT_BREAK) this.#report();
        await new Promise((resolve) => setRealTimeout(resolve, delay));
        delay = Math.min(LAST_RETRY, delay * 2);
      }
    }
  }

  /** What is still unanswered was not kept: the store refuses commands of the earlier connection. */
  #resume(isReloaded: boolean): void {
    const open = this.#sent.filter(({ id }) => id === undefined || this.#own.has(id));
    this.#sent = [];
    if (isReloaded) for (const waiting of open) this.#refuse(waiting, true);
    else this.#queue.unshift(...open);
    this.#state = 'ready';
    this.#clock.forget();
    if (this.#notified !== undefined) this.#handler.onTrouble('');
    this.#notified = this.#trouble = undefined;
    this.#pumpSoon();
  }

  #refuseLate(now: number): void {
    for (const waiting of this.#sent) if (waiting.until < now) this.#refuse(waiting, true);
    const late = this.#queue.filter(({ until }) => until < now);
    this.#queue = this.#queue.filter(({ until }) => until >= now);
    for (const waiting of late) this.#refuse(waiting, false);
    this.#sent = this.#sent.filter(({ until }) => until >= now);
  }

  #refuse(waiting: Waiting, isUncertain: boolean): void {
    if (waiting.id !== undefined) this.#own.delete(waiting.id);
    this.#report();
    waiting.reject(new StoreAway(isUncertain && waiting.text !== undefined));
  }

  /** Tells the trouble when the first request was refused for it, or when the break is no longer short. */
  #report(): void {
    if (this.#trouble === undefined || this.#trouble === this.#notified) return;
    this.#notified = this.#trouble;
    this.#handler.onTrouble(this.#notified);
  }
}
