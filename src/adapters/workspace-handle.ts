/** The handle on one workspace: which scenario it plays, its clock, its journal, its data. */
import type { Scenario } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { parseDuration } from '../scenario/duration.js';
import { scenarioFromObject } from '../scenario/check.js';
import { advanceClock, pauseClock, readClock, resumeClock, setClockSpeed } from '../service/clock.js';
import type { Service } from '../service/service.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { UserError } from '../user-error.js';

/** The name of a scenario given as an object. */
const INLINE = 'inline';

export interface ClockHandle {
  /** What the workspace's clock shows, in milliseconds since 1970. */
  now(): number;
  /** Puts the clock forward, by `5m` or by milliseconds. */
  advance(by: string | number): void;
  pause(): void;
  resume(): void;
  /** How many of its seconds pass in a real one. */
  setSpeed(speed: number): void;
}

export class WorkspaceHandle {
  readonly id: string;
  readonly clock: ClockHandle;
  readonly #service: Service;

  constructor(service: Service, id: string) {
    this.#service = service;
    this.id = id;
    this.clock = clockHandle(() => this.#state);
  }

  /**
   * Makes a scenario the one that new jobs of this workspace play: a known one by its name, or one given here.
   * @throws UserError naming the nearest scenario, or every mistake in the one given
   */
  use(scenario: string | Scenario): void {
    const { library } = this.#service.world;
    this.#state.activate(
      typeof scenario === 'string' ? library.need(scenario) : scenarioFromObject(INLINE, scenario).timeline,
    );
  }

  /** The last exchanges with this workspace's keys, in the order in which they began, keys redacted. */
  journal(): readonly Exchange[] {
    return this.#state.journal.exchanges().toSorted((one, other) => one.sequence - other.sequence);
  }

  /** Forgets jobs, presentations and journal; no scenario is active; the clock shows the real time. */
  reset(): Promise<void> {
    return this.#service.reset(this.id, Date.now());
  }

  get #state(): WorkspaceState {
    return this.#service.workspace(this.id, Date.now());
  }
}

function clockHandle(state: () => WorkspaceState): ClockHandle {
  const set = (change: (clock: WorkspaceState['clock'], real: number) => WorkspaceState['clock']): void => {
    const current = state();
    current.clock = change(current.clock, Date.now());
  };
  return {
    now: () => readClock(state().clock, Date.now()),
    advance: (by) => set((clock, real) => advanceClock(clock, real, needTime(by))),
    pause: () => set(pauseClock),
    resume: () => set(resumeClock),
    setSpeed(speed) {
      if (!Number.isFinite(speed) || speed <= 0)
        throw new UserError('bad-option', `The speed ${speed} is not possible.`);
      set((clock, real) => setClockSpeed(clock, real, speed));
    },
  };
}

function needTime(by: string | number): number {
  const milliseconds = typeof by === 'number' ? by : parseDuration(by);
  if (milliseconds !== undefined && Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  throw new UserError('bad-option', `A clock cannot be put forward by "${by}".`, {
    hint: 'Write a time such as 5m, or milliseconds.',
  });
}
