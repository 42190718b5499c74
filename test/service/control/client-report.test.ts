import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultOf } from './control-operation-types.js';
import { runControlOperation } from '../../../src/service/control/control-operations.js';
import { SimulatedClient } from '../../clients/simulated-client.js';
import { ClientSimulation } from '../../clients/simulation.js';

let simulation: ClientSimulation;
let client: SimulatedClient;
let id: string;

const read = async (query: object = {}, workspace = 'ws_dev') =>
  (await runControlOperation(simulation.deckhand.control, 'getClientReport', {
    params: { workspace },
    query: { ...query },
    body: undefined,
  })) as unknown as ResultOf<'getClientReport'>;
const polls = (times: number, wait: number): Promise<void> => simulation.run(client.polls(id, times, wait));
const start = (): Promise<void> => simulation.run(client.job().then((job) => (id = job)));
const outcomes = async (query: object = {}) => {
  const { rules } = await read(query);
  return Object.fromEntries(
    rules
      .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
      .map((rule) => [rule.id, rule.outcome]),
  );
};

beforeEach(async () => {
  simulation = new ClientSimulation();
  client = new SimulatedClient(simulation);
  await start();
});

describe('the client rules', () => {
  it('pass while no rule is broken, and are not reached before the first request', async () => {
    await polls(3, 3000);
    expect(await read()).toMatchObject({
      outcome: 'pass',
      requests: 4,
      notes: [],
    });
    const other = await read({}, 'sandbox-empty');
    expect(other).toMatchObject({ outcome: 'incomplete', requests: 0 });
  });

  it('name the exchanges with a violation', async () => {
    await polls(10, 3000);
    const { outcome, rules, exchanges } = await read({ single_client: 'true' });
    expect(outcome).toBe('fail');
    const [{ id, findings: [finding] } = { id: '', findings: [] }] = rules.filter(
      (rule) => rule.outcome === 'fail',
    );
    expect([id, finding?.evidence]).toEqual(['client/stops-polling-when-completed', [5, 6]]);
    expect(exchanges.map(({ sequence }) => sequence)).toEqual([finding?.exchange]);
    for (const exchange of finding?.evidence ?? [])
      expect(
        await simulation.control('getExchange', undefined, { sequence: String(exchange) }),
      ).toHaveProperty('response');
  });

  it('do not check the poll interval on a controlled clock, unless client timers follow it', async () => {
    await simulation.control('useScenario', { name: 'slow-progress' });
    await start();
    await simulation.control('pauseClock');
    for (let poll = 0; poll < 10; poll += 1) {
      await simulation.control('advanceClock', { by: '100ms' });
      await polls(1, 5000);
    }
    expect(await outcomes()).toEqual({});
    expect(await outcomes({ timers_follow_clock: 'false' })).toEqual({});
    expect(await outcomes({ timers_follow_clock: 'true', single_client: 'true' })).toEqual({
      'client/no-tight-polling-loop': 'fail',
    });
  });

  it('are checked for a single client', async () => {
    await polls(10, 3000);
    const good = new SimulatedClient(simulation, { agent: 'good-client/2.0' });
    await simulation.run(good.templates());
    const { clients } = await read();
    expect(clients.map(({ client, exchanges }) => [client.replace(/, key .*/, ''), exchanges])).toEqual([
      ['deck-client/1.0', 11],
      ['good-client/2.0', 1],
    ]);
    const outcome = async (index: number) =>
      (await read({ client: clients[index]?.client, single_client: 'true' })).outcome;
    expect([await outcome(0), await outcome(1)]).toEqual(['fail', 'pass']);
    expect(await read({ client: 'nobody' })).toMatchObject({ outcome: 'incomplete', requests: 0, clients });
  });
});
