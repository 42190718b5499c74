/** Random sequences of actions of clients and users on a workspace. */
import fc from '../../fast-check.js';
import type { ControlStage } from './control-stage.js';

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
export async function performAction(stage: ControlStage, jobs: string[], what: Action): Promise<unknown> {
  const job = 'job' in what ? (jobs[what.job % Math.max(jobs.length, 1)] ?? 'gen_none') : '';
  const path = `/presentations/generate/${job}`;
  switch (what.do) {
    case 'start': {
      const reply = await stage.api('POST', '/presentations/generate', { prompt: what.prompt });
      if (reply.status === 202) jobs.push(reply.body.generation_id);
      return reply;
    }
    case 'poll':
      return stage.api('GET', `${path}/status`);
    case 'reply':
      return stage.api('POST', `${path}/message`, { message: 'So.' });
    case 'rename':
      return stage.api('PATCH', `/presentations/${job.replace('gen_', 'pres_')}`, { title: 'New' });
    case 'create':
      return stage.api('POST', '/presentations', { template_id: 'tpl_pitch' });
    case 'list':
      return stage.api('GET', '/templates');
    case 'fail':
      return stage.errorOf('failJob', { job }, { error: 'No.' });
    case 'ask':
      return stage.errorOf('askQuestion', { job }, { message: 'Who?' });
    case 'stall':
      return stage.errorOf('stallJob', { job });
    case 'complete':
      return stage.errorOf('completeJob', { job });
    case 'addFault':
      return stage.run(
        'addFault',
        {},
        { operation: 'getGenerationStatus', times: 2, response: { status: 503 } },
      );
    case 'pause':
      return stage.run('pauseClock');
    case 'resume':
      return stage.run('resumeClock');
    case 'speed':
      return stage.run('setClockSpeed', {}, { speed: Math.ceil(what.by / 100) });
    case 'advance':
      return stage.run('advanceClock', {}, { by: what.by });
    case 'play':
      return stage.run('useScenario', {}, { name: what.scenario });
    case 'pass':
      stage.advanceRealTime(what.by);
      return undefined;
  }
}
