/**
 * The handle on one workspace in process. Scenario, clock and journal are synchronous here; the other verbs are the same as
 * in every workspace.
 */
import { refuseForReplay } from '../service/control/replayed-jobs.js';
import type { ClientReport, ResetRequest } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { checkJournalFilter } from '../service/control/journal-filter.js';
import { filtered } from '../service/control/journals.js';
import { workspaceIdOf, type ControlContext } from '../service/control/verb-context.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { clockHandle, type ClockHandle } from './clock-handle.js';
import { localLine } from './control-line.js';
import { isName, readChoice, type ScenarioChoice } from './scenario-source.js';
import { conductQuery, type ConductOptions } from '../control/conduct-options.js';
import type { JournalFilter } from '../control/verb-types.js';
import { realNow } from '../base/real-time.js';
import { WorkspaceVerbs } from '../control/workspace-verbs.js';

export class WorkspaceHandle extends WorkspaceVerbs {
  readonly clock: ClockHandle;
  readonly #context: ControlContext;

  /** @param named the id or a sandbox key; empty for requests without a key that opens a workspace */
  constructor(context: ControlContext, named: string) {
    super(localLine(context), workspaceIdOf(named));
    this.#context = context;
    this.clock = clockHandle(
      () => this.#state,
      (job) => this.run('advanceToNextEvent', { body: job === undefined ? {} : { job } }),
    );
  }

  use(scenario: ScenarioChoice | null): void {
    refuseForReplay(this.#state.replay);
    if (scenario === null) this.#state.activate(undefined);
    else if (isName(scenario)) this.#state.activate(this.#context.service.shared.library.need(scenario));
    else this.#state.activate(readChoice(scenario).timeline);
  }

  journal(filter: JournalFilter = {}): readonly Exchange[] {
    return filtered(this.#state.journal.exchanges(), checkJournalFilter(filter));
  }

  override async conduct(options: ConductOptions = {}): Promise<ClientReport> {
    if (this.id !== '') return super.conduct(options);
    const { journal } = this.#state;
    const query = { dropped: journal.dropped, ...conductQuery(options) };
    return this.#context.clientReport(journal.exchanges(), query);
  }

  async reset(parts?: ResetRequest): Promise<void> {
    // Requests without a workspace are not in the directory, so no verb finds them.
    if (this.id === '') this.#context.service.reset(this.id, realNow());
    else await this.run('resetWorkspace', { body: parts });
  }

  get #state(): WorkspaceState {
    const { service } = this.#context;
    service.shared.directory.openWorkspace(this.id);
    return service.workspace(this.id, realNow());
  }
}
