/** A workspace whose verbs are all asynchronous. Code for it runs with every stand-in, in process or on a server. */
import type { ClockStep, ResetRequest } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import type { JournalFilter } from '../service/control/journals.js';
import type { ControlLine } from './control-line.js';
import { setParser } from './scenario-parser.js';
import { isName, readChoice, type ScenarioChoice } from './scenario-source.js';
import { WorkspaceVerbs, type ClockVerbs } from './workspace-verbs.js';

export interface AsyncClock extends ClockVerbs {
  now(): Promise<number>;
  held(): Promise<number>;
  advance(by: string | number): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  setSpeed(speed: number): Promise<void>;
}

export class AsyncWorkspace extends WorkspaceVerbs {
  readonly clock: AsyncClock;

  constructor(line: ControlLine, named: string) {
    super(line, named);
    this.clock = {
      now: async () => Date.parse((await this.run('readClock')).now),
      held: async () => (await this.run('readClock')).held,
      advance: async (by) => void (await this.run('advanceClock', { body: { by } })),
      next: (job): Promise<ClockStep> =>
        this.run('advanceToNextEvent', { body: job === undefined ? {} : { job } }),
      pause: async () => void (await this.run('pauseClock')),
      resume: async () => void (await this.run('resumeClock')),
      setSpeed: async (speed) => void (await this.run('setClockSpeed', { body: { speed } })),
    };
  }

  async use(scenario: ScenarioChoice | null): Promise<void> {
    if (scenario === null) await this.run('clearScenario');
    else if (isName(scenario)) await this.run('useScenario', { body: { name: scenario } });
    else {
      const { parseScenario } = await import('../scenario/parse.js');
      setParser(parseScenario);
      await this.run('useScenario', { body: { scenario: readChoice(scenario).document } });
    }
  }

  async journal(filter: JournalFilter = {}): Promise<readonly Exchange[]> {
    const { exchanges } = await this.run('readJournal', { query: filter });
    // The type in the control document has mutable lists, the journal's type has readonly lists.
    return exchanges as unknown as readonly Exchange[];
  }

  async reset(parts?: ResetRequest): Promise<void> {
    await this.run('resetWorkspace', { body: parts });
  }
}
