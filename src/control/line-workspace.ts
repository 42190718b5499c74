/** A workspace whose verbs are all asynchronous, over any line. */
import type { ClockStep, ResetRequest } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { givenAdvance } from './clock-time.js';
import type { ControlLine } from './line.js';
import type { JournalFilter } from './verb-types.js';
import { WorkspaceVerbs, type ClockVerbs, type ScenarioInput } from './workspace-verbs.js';

export interface AsyncClock extends ClockVerbs {
  now(): Promise<number>;
  held(): Promise<number>;
  advance(by: string | number): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  setSpeed(speed: number): Promise<void>;
}

export class LineWorkspace extends WorkspaceVerbs {
  readonly clock: AsyncClock;

  constructor(line: ControlLine, id: string) {
    super(line, id);
    this.clock = {
      now: async () => Date.parse((await this.run('readClock')).now),
      held: async () => (await this.run('readClock')).held,
      advance: async (by) => void (await this.run('advanceClock', { body: { by: givenAdvance(by) } })),
      next: (job): Promise<ClockStep> =>
        this.run('advanceToNextEvent', { body: job === undefined ? {} : { job } }),
      pause: async () => void (await this.run('pauseClock')),
      resume: async () => void (await this.run('resumeClock')),
      setSpeed: async (speed) => void (await this.run('setClockSpeed', { body: { speed } })),
    };
  }

  async use(scenario: ScenarioInput | null): Promise<void> {
    if (scenario === null) await this.run('clearScenario');
    else if (typeof scenario === 'string') await this.run('useScenario', { body: { name: scenario } });
    else await this.run('useScenario', { body: 'yaml' in scenario ? scenario : { scenario } });
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
