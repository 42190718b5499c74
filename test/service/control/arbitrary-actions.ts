/** Random sequences of actions of clients and users on a workspace. */
import fc from '../../fast-check.js';
import type { ControlHarness } from './control-harness.js';

/** An action of a client or a user; `job` counts through the existing jobs. */
type Action =
  | { readonly do: 'start'; readonly prompt: string }
  | { readonly do: 'poll' | 'reply' | 'rename' | 'fail' | 'ask' | 'stall' | 'complete'; readonly job: number }
  | { readonly do: 'create' | 'list' | 'addFault' | 'pause' | 'resume' }
  | { readonly do: 'pass' | 'advance' | 'speed'; readonly by: number }
  | { readonly do: 'play'; readonly scenario: string };

const one = <T extends string>(...names: T[]) => fc.constantFrom(...names);
export const arbitraryActions = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: one('start'),
        prompt: one('Tides', 'Boats [scenario: asks-a-question]', 'Why?'),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: one('poll', 'reply', 'rename', 'fail', 'ask', 'stall', 'complete'),
        job: fc.nat(5),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: one('create', 'list', 'addFault', 'pause', 'resume') }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: one('pass', 'advance', 'speed'), by: fc.integer({ min: 1, max: 20_000 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: one('play'),
        scenario: one('flaky-network', 'asks-twice', 'rate-limited', 'instant'),
      }),
    },
  ),
  { maxLength: 25 },
) as fc.Arbitrary<Action[]>;

/** The result, as a client sees it. */
export async function performAction(harness: ControlHarness, jobs: string[], what: Action): Promise<unknown> {
  const job = 'job' in what ? (jobs[what.job % Math.max(jobs.length, 1)] ?? 'gen_none') : '';
  const path = `/presentations/generate/${job}`;
  switch (what.do) {
    case 'start': {
      const reply = await harness.api('POST', '/presentations/generate', { prompt: what.prompt });
      if (reply.status === 202) jobs.push(reply.body.generation_id);
      return reply;
    }
    case 'poll':
      return harness.api('GET', `${path}/status`);
    case 'reply':
      return harness.api('POST', `${path}/message`, { message: 'So.' });
    case 'rename':
      return harness.api('PATCH', `/presentations/${job.replace('gen_', 'pres_')}`, { title: 'New' });
    case 'create':
      return harness.api('POST', '/presentations', { template_id: 'tpl_pitch' });
    case 'list':
      return harness.api('GET', '/templates');
    case 'fail':
      return harness.errorOf('failJob', { job }, { error: 'No.' });
    case 'ask':
      return harness.errorOf('askQuestion', { job }, { message: 'Who?' });
    case 'stall':
      return harness.errorOf('stallJob', { job });
    case 'complete':
      return harness.errorOf('completeJob', { job });
    case 'addFault':
      return harness.run(
        'addFault',
        {},
        { operation: 'getGenerationStatus', times: 2, response: { status: 503 } },
      );
    case 'pause':
      return harness.run('pauseClock');
    case 'resume':
      return harness.run('resumeClock');
    case 'speed':
      return harness.run('setClockSpeed', {}, { speed: Math.ceil(what.by / 100) });
    case 'advance':
      return harness.run('advanceClock', {}, { by: what.by });
    case 'play':
      return harness.run('useScenario', {}, { name: what.scenario });
    case 'pass':
      harness.advanceRealTime(what.by);
      return undefined;
  }
}
