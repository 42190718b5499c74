/** A client scenario: its actions and the rules it must fail. */
import type { DeckhandOptions } from '../../src/app/deckhand.js';
import type { JudgeOptions } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { SimulatedClient, type SimulatedClientOptions } from './simulated-client.js';
import { ClientSimulation } from './simulation.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';

export interface ClientContext {
  readonly simulation: ClientSimulation;
  /** Another tab, or another program. */
  readonly tab: (options?: SimulatedClientOptions) => SimulatedClient;
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
  readonly act: (harness: ClientContext) => readonly Promise<unknown>[] | Promise<unknown>;
}

export interface ClientMutant extends ClientCase {
  /** All rules that are broken. */
  readonly breaks: readonly string[];
}

export type ConformingClient = ClientCase;

/** Plays a case. @returns the exchanges in the order in which they ended */
export async function runClientScenario({
  scenario,
  options,
  act,
}: ClientCase): Promise<readonly Exchange[]> {
  const simulation = new ClientSimulation({ ...(scenario !== undefined && { scenario }), ...options });
  const done = act({ simulation, tab: (tab) => new SimulatedClient(simulation, tab) });
  await simulation.run(...(done instanceof Promise ? [done] : done));
  return simulation.exchanges;
}
