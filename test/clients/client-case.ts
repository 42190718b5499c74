/** A mutant and a liberty of a client: actions of clients, and the rules that they break. */
import type { DeckhandOptions } from '../../src/app/deckhand.js';
import type { JudgeOptions } from '../../src/contract/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { Tab, type TabOptions } from './tab.js';
import { World } from './world.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';

export interface Stage {
  readonly world: World;
  /** Another tab, or another program. */
  readonly tab: (options?: TabOptions) => Tab;
}

interface ClientCase {
  readonly id: string;
  /** The action, stated as a fact. */
  readonly title: string;
  /** The scenario of the jobs; `happy-path` by default. */
  readonly scenario?: ScenarioName;
  readonly options?: DeckhandOptions;
  /** The options of the judge. */
  readonly judging?: JudgeOptions;
  /** The actions of the clients. The returned promises run side by side. */
  readonly act: (stage: Stage) => readonly Promise<unknown>[] | Promise<unknown>;
}

export interface ClientMutant extends ClientCase {
  /** All rules that are broken. */
  readonly breaks: readonly string[];
}

export type ClientLiberty = ClientCase;

/** Plays a case. @returns the exchanges in the order in which they ended */
export async function played({ scenario, options, act }: ClientCase): Promise<readonly Exchange[]> {
  const world = new World({ ...(scenario !== undefined && { scenario }), ...options });
  const done = act({ world, tab: (tab) => new Tab(world, tab) });
  await world.run(...(done instanceof Promise ? [done] : done));
  return world.exchanges;
}
