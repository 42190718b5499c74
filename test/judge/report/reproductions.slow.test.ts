import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Call } from '../../../src/judge/model/call.js';
import { buildTrace } from '../../../src/judge/model/trace.js';
import { createReproduction } from '../../../src/judge/report/reproduction.js';
import { mutants } from '../../mutants/mutants.js';
import { journal } from '../build-journal.js';
import { completed, job, starts } from '../recordings/builders.js';
import { verifyInVirtualTime } from '../../verify/virtual-time-run.js';
import { reproduce } from './reproductions.js';

const chosen = [
  // About a presentation that the commands create, and fetch.
  'created-is-never-found',
  'created-has-another-title-when-fetched',
  // About a request without a key.
  'message-without-key-rejected-but-applied',
  // About a job after the rename of its presentation.
  'job-title-corrupted-after-rename',
  // About two jobs, with a variable each.
  'reply-advances-oldest-job',
  // About a state that the commands have to wait for.
  'presentation-has-id-and-url-only',
  // About a failed job.
  'failed-job-returns-504-without-a-body',
];

test.each(mutants.filter(({ id }) => chosen.includes(id)))(
  'the commands of a report reproduce its findings in a shell: $id',
  async (mutant) => {
    const { run, failures } = await reproduce(mutant);
    expect(run).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  },
);

test('a finding about a job after a rename repeats the rename of its presentation', async () => {
  const garbled = mutants.find(({ id }) => id === 'job-title-corrupted-after-rename');
  const { report } = await verifyInVirtualTime(garbled ? [garbled.hooks] : []);
  const rule = report.rules.find(({ id }) => id === 'rename/job-shows-known-title');
  const steps = rule?.findings[0]?.reproduce?.filter((command) => !/^(?:until|sleep) /.test(command)) ?? [];
  expect(steps.at(0)).toMatch(/^GENERATION_ID=/);
  expect(steps.at(-3)).toMatch(/^PRESENTATION_ID=\$\(curl -s .*\$GENERATION_ID\/status" \| .*\)$/);
  expect(steps.at(-2)).toMatch(/-X PATCH .*\/presentations\/\$PRESENTATION_ID"$/);
  expect(steps.at(-1)).toMatch(/\$GENERATION_ID\/status"$/);
});

test('parallel starts of a finding set a variable each', () => {
  const shows = (id: string) => job(id, completed('p'), { from: 5, to: 6 });
  const trace = buildTrace(
    journal(starts('g', { from: 0, to: 2 }), starts('h', { from: 1, to: 3 }), shows('g'), shows('h')),
  );
  const [comparedWith, call] = trace.callsTo('getGenerationStatus');
  const commands = createReproduction({ call: call as Call, comparedWith, effectOf: undefined, trace });
  // Each curl prints the id that its prompt names.
  const curl = `curl() { case "$*" in *'of g'*) id=g;; *) id=h;; esac; printf '{"generation_id":"%s"}' "$id"; }`;
  const script = [curl, ...commands, 'echo "=$GENERATION_ID=$GENERATION_ID_2="'].join('\n');
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(output.trim().split('\n').at(-1)).toMatch(/=g=h=$/);
});
