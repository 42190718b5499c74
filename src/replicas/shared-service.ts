/** A service whose requests are put into one order with those of other processes, and then handled in the same state. */
import { RawExchange, type WireExchange } from '../journal/raw-exchange.js';
import type { ApiRequest } from '../service/api.js';
import { readClock, startClock } from '../service/clock.js';
import type { SentKey } from '../service/keys.js';
import type { ApiResponse } from '../service/response.js';
import { Service, type ServiceOptions } from '../service/service.js';
import { WorkspaceState } from '../service/workspace-state.js';
import { isSandboxId, sandboxIdOf } from '../service/store/sandboxes.js';
import type { WorkspaceRow } from '../service/store/directory-rows.js';

/** A request from the log. */
export interface OrderedRequest extends ApiRequest {
  readonly sentKey: SentKey | undefined;
}

/** Puts requests and exchanges into the log. */
export interface Sender {
  request(request: ApiRequest, key: SentKey | undefined): Promise<ApiResponse>;
  /** @param at when it ended, on the clock of its workspace */
  exchange(response: ApiResponse, raw: RawExchange): void;
  sync(): Promise<unknown>;
  readonly skew: number;
  /** When the store was created: the clocks of workspaces start then. */
  readonly birth: number;
  /** Whether a command of the log is being applied. Nothing else can change the state. */
  readonly isApplying: boolean;
}

export class SharedService extends Service {
  readonly #sender: Sender;
  readonly #speed: number;

  constructor(options: ServiceOptions, sender: Sender) {
    super({ ...options, skew: () => sender.skew });
    this.#sender = sender;
    this.#speed = options.speed;
  }

  override receive(request: ApiRequest): Promise<ApiResponse> {
    return this.#sender.request(request, this.keyOf(request));
  }

  override record(wire: WireExchange, response: ApiResponse): RawExchange {
    const { epoch, notes, startedAt } = response;
    const ended = wire.endedAt + this.#sender.skew;
    const now = readClock(
      this.workspace(epoch === undefined ? '' : (notes.workspaceId ?? ''), ended).clock,
      ended,
    );
    const raw = new RawExchange(response, wire, Math.max(startedAt || 0, now), this.redactor);
    this.#sender.exchange(response, raw);
    return raw;
  }

  override workspace(id: string, real: number): WorkspaceState {
    if (!isSandboxId(id)) return super.workspace(id, this.#sender.birth);
    if (this.#sender.isApplying || this.isUsed(id)) return super.workspace(id, real);
    // Only a command can open a sandbox, because every replica must open it.
    return new WorkspaceState(id, startClock(real, this.#speed));
  }

  override workspaceFor(request: Pick<ApiRequest, 'header'>): WorkspaceRow | undefined {
    const sandbox = sandboxIdOf(this.keyOf(request)?.value ?? '');
    if (sandbox !== undefined && !this.isUsed(sandbox)) return undefined;
    return super.workspaceFor(request);
  }

  override async current(): Promise<void> {
    await this.#sender.sync();
  }

  protected override keyOf(request: Pick<ApiRequest, 'header'>): SentKey | undefined {
    return 'sentKey' in request ? (request as OrderedRequest).sentKey : super.keyOf(request);
  }
}
