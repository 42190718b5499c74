/**
 * Everything that a replica keeps, as the lines of a saved state, and back. The lines are written later than the copy is taken:
 * stored records are never changed in place.
 */
import { realNow } from '../base/real-time.js';
import { respond, type ApiResponse, type Delivery } from '../service/response.js';
import type { Service } from '../service/service.js';
import { stateLines } from '../service/snapshot/lines.js';
import { StateReader } from '../service/snapshot/read.js';
import { clockOnward, restore } from '../service/snapshot/restore.js';
import { takeParts } from '../service/snapshot/take.js';

/** The maximum number of exchanges in a copy. */
const MOST_EXCHANGES = 20_000;

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

export interface Pending {
  readonly command: string;
  readonly response: ApiResponse;
}

/** The state besides the service. */
export interface Extras {
  /** The responses that have no exchange yet, by the positions of their requests. */
  readonly pending: Map<string, Pending>;
}

/** The beginning of the line that only replicas keep. */
const PENDING = '{"pending":';

/** Reads the whole state at once. @returns its lines, which are made on demand */
export function copyState(
  service: Service,
  extras: Extras,
): { readonly lines: Generator<string>; readonly records: number } {
  const real = realNow();
  let exchangesLeft = MOST_EXCHANGES;
  const ids = ['', ...service.shared.directory.workspaces().map(({ id }) => id)];
  const snapshots = ids.map((id) => {
    const { journal } = service.workspace(id, real);
    const all = journal.exchanges();
    const exchanges = all.slice(Math.max(0, all.length - exchangesLeft));
    exchangesLeft -= exchanges.length;
    const dropped = journal.dropped + all.length - exchanges.length;
    return takeParts(service, id, real, { dropped, exchanges });
  });
  const eras = new Map([...service.states()].map((state) => [state.id, state.epoch]));
  const pending = [...extras.pending].map(([position, { command, response }]): SavedPending => {
    const { epoch, notes, sequence, startedAt, delivery = null } = response;
    const workspace = epoch === undefined ? null : (notes.workspaceId ?? '');
    const isCurrent = workspace === null || eras.get(workspace) === epoch;
    return { position, command, workspace, sequence, startedAt, isCurrent, delivery };
  });
  const records = snapshots.reduce((sum, one) => sum + one.jobs.length + one.presentations.length, 0);
  const more = `${PENDING}${JSON.stringify(pending)}}\n`;
  return { lines: stateLines(service.sequence, snapshots, [more]), records };
}

/** Collects the lines of a copy, and then replaces the whole state of a service. */
export class StateLoader {
  readonly #reader = new StateReader();
  #pending: readonly SavedPending[] = [];

  get isWhole(): boolean {
    return this.#reader.isWhole;
  }

  /** @throws UserError (`bad-state`) when a line is damaged */
  add(line: string): void {
    if (line.startsWith(PENDING))
      this.#pending = (JSON.parse(line) as { readonly pending: SavedPending[] }).pending;
    else this.#reader.addLines(line);
  }

  /** @param service without any state */
  load(service: Service, { pending }: Extras): void {
    const { sequence, snapshots } = this.#reader.finish();
    service.countFrom(sequence);
    restore(service, snapshots, { clockOf: clockOnward, optionsWin: true });
    for (const one of this.#pending) pending.set(one.position, loadPending(service, one));
  }
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
  response.epoch = isCurrent ? state.epoch : Symbol();
  if (delivery) {
    const { holdUntil, ...how } = delivery;
    // JSON has no Infinity.
    response.delivery = { ...how, ...(holdUntil !== undefined && { holdUntil: holdUntil ?? Infinity }) };
    state.held.add(response);
  }
  return { command, response };
}
