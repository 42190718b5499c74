/**
 * Everything that a replica keeps, as lines of JSON, and back. The lines are written later than the copy is taken: stored
 * records are never changed in place.
 */
import type { Exchange } from '../journal/exchange.js';
import { checkScenario } from '../scenario/check.js';
import type { Timeline } from '../scenario/timeline.js';
import { compileEffects, viewOf } from '../service/control/faults.js';
import { readInstant } from '../service/control/instant.js';
import { respond, type ApiResponse, type Delivery } from '../service/response.js';
import type { Service } from '../service/service.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import type { DirectoryRows, TemplateRow } from '../service/store/directory-rows.js';
import type { Sandbox } from '../service/store/sandboxes.js';
import type { Evictions, Job, PresentationRecord, WorkspaceRecords } from '../service/store/store.js';

/** Records on a line. */
const BLOCK = 500;
/** The maximum number of exchanges in a copy. */
const MOST_EXCHANGES = 20_000;

interface Head {
  readonly sequence: number;
  readonly rows: DirectoryRows;
  readonly sandboxes: readonly Sandbox[];
  readonly timelines: readonly SavedTimeline[];
}

interface SavedTimeline extends Pick<Timeline, 'id' | 'name' | 'document'> {
  /** Whether the library has a newer one with this name. */
  readonly isReplaced: boolean;
}

interface SavedWorkspace extends Pick<WorkspaceState, 'clock' | 'activation' | 'counted'> {
  readonly id: string;
  readonly settings: Omit<WorkspaceState['settings'], 'fallback'> & { readonly fallback: string | null };
  readonly active: string | null;
  readonly faults: readonly ReturnType<typeof viewOf>[];
  readonly faultCount: number;
  readonly counters: WorkspaceRecords['counters'];
  readonly rates: WorkspaceRecords['rates'];
  readonly evicted: Evictions;
  readonly dropped: number;
  readonly exchanges: readonly Exchange[];
}

/** A response whose exchange is not in the log yet. */
interface SavedPending extends Pick<ApiResponse, 'sequence' | 'startedAt'> {
  readonly position: string;
  /** The id of its command. */
  readonly command: string;
  readonly workspace: string | null;
  /** Whether the journal was not cleared since then. */
  readonly isCurrent: boolean;
  readonly delivery: (Omit<Delivery, 'holdUntil'> & { readonly holdUntil?: number | null }) | null;
}

type Line =
  | { readonly head: Head }
  | { readonly workspace: SavedWorkspace }
  | { readonly of: string; readonly jobs: readonly Job[] }
  | { readonly of: string; readonly presentations: readonly PresentationRecord[] }
  | { readonly pending: readonly SavedPending[] }
  | { readonly end: true };

export interface Pending {
  readonly command: string;
  readonly response: ApiResponse;
}

/** The state besides the service. */
export interface Extras {
  /** The responses that have no exchange yet, by the positions of their requests. */
  readonly pending: Map<string, Pending>;
}

/** Reads the whole state at once. @returns its lines, which are made on demand */
export function copyState(
  service: Service,
  extras: Extras,
): { readonly lines: Generator<string>; readonly records: number } {
  const { directory, library } = service.shared;
  const timelines = new Map<string, Timeline>();
  const keep = (timeline: Timeline | undefined): string | null => {
    if (timeline) timelines.set(timeline.id, timeline);
    return timeline?.id ?? null;
  };
  let exchangesLeft = MOST_EXCHANGES;
  const workspaces = [...service.states()].map((state) => {
    const records = service.shared.store.dump(state.id);
    for (const { timelineId } of records.jobs) if (!timelines.has(timelineId)) keep(library.byId(timelineId));
    const { clock, activation, counted, settings, armed, journal } = state;
    const all = journal.exchanges();
    const exchanges = all.slice(Math.max(0, all.length - exchangesLeft));
    exchangesLeft -= exchanges.length;
    const saved: SavedWorkspace = {
      id: state.id,
      clock,
      activation,
      counted,
      settings: { ...settings, fallback: keep(settings.fallback) },
      active: keep(state.active),
      faults: armed.list(-Infinity).map(viewOf),
      faultCount: armed.count,
      counters: records.counters,
      rates: records.rates,
      evicted: service.shared.store.evictions(state.id),
      dropped: journal.dropped + all.length - exchanges.length,
      exchanges,
    };
    return { saved, records };
  });
  const head: Head = {
    sequence: service.sequence,
    rows: directory.rows,
    sandboxes: directory.sandboxes(),
    timelines: [...timelines.values()].map((timeline) => ({
      id: timeline.id,
      name: timeline.name,
      document: timeline.document,
      isReplaced: library.latest(timeline) !== timeline,
    })),
  };
  const eras = new Map([...service.states()].map((state) => [state.id, state.era]));
  const pending = [...extras.pending].map(([position, { command, response }]): SavedPending => {
    const { era, notes, sequence, startedAt, delivery = null } = response;
    const workspace = era === undefined ? null : (notes.workspaceId ?? '');
    const isCurrent = workspace === null || eras.get(workspace) === era;
    return { position, command, workspace, sequence, startedAt, isCurrent, delivery };
  });
  const records = workspaces.reduce(
    (sum, one) => sum + one.records.jobs.length + one.records.presentations.length,
    0,
  );
  return { lines: linesOf(head, workspaces, pending), records };
}

function* linesOf(
  head: Head,
  workspaces: readonly { readonly saved: SavedWorkspace; readonly records: WorkspaceRecords }[],
  pending: readonly SavedPending[],
): Generator<string> {
  const line = (value: Line): string => `${JSON.stringify(value)}\n`;
  yield line({ head });
  for (const { saved, records } of workspaces) {
    yield line({ workspace: saved });
    for (const jobs of blocks(records.jobs)) yield line({ of: saved.id, jobs });
    for (const presentations of blocks(records.presentations)) yield line({ of: saved.id, presentations });
  }
  yield line({ pending });
  yield line({ end: true });
}

function* blocks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += BLOCK) yield all.slice(from, from + BLOCK);
}

/** Collects the lines of a copy, and then replaces the whole state of a service. */
export class StateLoader {
  #head: Head | undefined;
  readonly #workspaces = new Map<
    string,
    { saved: SavedWorkspace; jobs: Job[]; presentations: PresentationRecord[] }
  >();
  #pending: readonly SavedPending[] = [];
  isWhole = false;
  /** Jobs with equal templates share one object, as they did before. */
  readonly #templates = new Map<string, TemplateRow>();

  add(text: string): void {
    const line = JSON.parse(text) as Line;
    if ('head' in line) this.#head = line.head;
    else if ('workspace' in line)
      this.#workspaces.set(line.workspace.id, { saved: line.workspace, jobs: [], presentations: [] });
    else if ('jobs' in line)
      for (const job of line.jobs) this.#workspaces.get(line.of)?.jobs.push(this.#withSharedTemplate(job));
    else if ('presentations' in line)
      this.#workspaces.get(line.of)?.presentations.push(...line.presentations);
    else if ('pending' in line) this.#pending = line.pending;
    else this.isWhole = true;
  }

  /** @param service without any state */
  load(service: Service, { pending }: Extras): void {
    const head = this.#head as Head;
    const { library, directory, store } = service.shared;
    directory.load(head.rows, head.sandboxes);
    for (const timeline of head.timelines) loadTimeline(library, timeline);
    service.countFrom(head.sequence);
    const timelineOf = (id: string | null) => (id === null ? undefined : library.byId(id));
    for (const { saved, jobs, presentations } of this.#workspaces.values()) {
      const {
        id,
        counters,
        rates,
        evicted,
        settings,
        active,
        faults,
        faultCount,
        exchanges,
        dropped,
        ...rest
      } = saved;
      const state = service.workspace(id, saved.clock.realAnchor);
      state.become({
        ...rest,
        settings: {
          ...settings,
          fallback: timelineOf(settings.fallback),
          rateLimit: settings.rateLimit ?? undefined,
        },
        active: timelineOf(active),
      });
      state.armed.load(faults.map(loadFault), faultCount);
      state.journal.load(exchanges, dropped);
      store.load(id, { jobs, presentations, counters, rates, evicted });
    }
    for (const one of this.#pending) pending.set(one.position, loadPending(service, one));
  }

  #withSharedTemplate(job: Job): Job {
    const text = JSON.stringify(job.template);
    const template = this.#templates.get(text);
    if (template) return { ...job, template };
    this.#templates.set(text, job.template);
    return job;
  }
}

function loadTimeline(
  library: Service['shared']['library'],
  { id, name, document, isReplaced }: SavedTimeline,
): void {
  if (library.byId(id)) return;
  const checked = checkScenario(name, document);
  if (!('timeline' in checked)) return;
  const current = library.get(name);
  if (!isReplaced || !current) return library.keep(checked.timeline);
  library.put(checked.timeline);
  library.put(current);
}

function loadFault(view: ReturnType<typeof viewOf>) {
  const { id, on, left, until, job, tried, ...effects } = view;
  return {
    id,
    fault: compileEffects(on, effects),
    effects,
    left,
    until: readInstant(until, '/until'),
    job,
    tried,
  };
}

function loadPending(service: Service, saved: SavedPending): Pending {
  const response = respond(0);
  const { workspace, sequence, startedAt, delivery, isCurrent, command } = saved;
  Object.assign(response, {
    sequence,
    startedAt,
    notes: workspace === null ? {} : { workspaceId: workspace },
  });
  if (workspace === null) return { command, response };
  const state = service.workspace(workspace, startedAt);
  response.era = isCurrent ? state.era : Symbol();
  if (delivery) {
    const { holdUntil, ...how } = delivery;
    // JSON has no Infinity.
    response.delivery = { ...how, ...(holdUntil !== undefined && { holdUntil: holdUntil ?? Infinity }) };
    state.held.add(response);
  }
  return { command, response };
}
