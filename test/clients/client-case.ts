/** What a mutant and a liberty of a client are: something that clients do, and what the judge has to make of it. */
import type { DeckhandOptions } from '../../src/adapters/deckhand.js';
import type { ConductOptions } from '../../src/contract/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { Tab, type TabOptions } from './tab.js';
import { World } from './world.js';

export interface Stage {
  readonly world: World;
  /** Another tab, or another program. */
  readonly tab: (options?: TabOptions) => Tab;
}

interface ClientCase {
  readonly id: string;
  /** What is done, stated as a fact. */
  readonly title: string;
  /** What jobs play. `happy-path` when left out. */
  readonly scenario?: string;
  readonly options?: DeckhandOptions;
  /** What the judge is told. */
  readonly judging?: ConductOptions;
  /** What the clients do. All that is returned runs side by side. */
  readonly act: (stage: Stage) => readonly Promise<unknown>[] | Promise<unknown>;
}

export interface ClientMutant extends ClientCase {
  /** The rules that are broken, all of them. */
  readonly breaks: readonly string[];
}

export type ClientLiberty = ClientCase;

/** Plays it, and returns what was said on the wire, in the order in which it was over. */
export async function played({ scenario, options, act }: ClientCase): Promise<readonly Exchange[]> {
  const world = new World({ ...(scenario !== undefined && { scenario }), ...options });
  const done = act({ world, tab: (tab) => new Tab(world, tab) });
  await world.run(...(done instanceof Promise ? [done] : done));
  return world.exchanges;
}
