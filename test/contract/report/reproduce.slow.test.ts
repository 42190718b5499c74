import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { sampled } from '../proof.js';
import { checkVirtually } from '../virtual-run.js';
import { mutants } from '../../mutants/mutants.js';
import type { FindingReport } from '../../../src/contract/index.js';
import type { Call } from '../../../src/contract/model/call.js';
import { readTrace } from '../../../src/contract/model/trace.js';
import { reproduction } from '../../../src/contract/report/reproduce.js';
import { journal } from '../exchanges.js';
import { completed, job, starts } from '../recordings/lines.js';

/** All failures of some mutants. */
const failures = sampled(mutants).map(async ({ apply }) => {
  const { report } = await checkVirtually([apply]);
  return report.rules.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'fail'));
});

/** Whether the commands create a presentation of their own. */
const isOfCreation = (commands: readonly string[]): boolean =>
  commands[0]?.startsWith('PRESENTATION_ID=') === true;

/** The findings about a kind of operation. */
async function findings(path: RegExp): Promise<readonly FindingReport[]> {
  return (await Promise.all(failures)).flat().filter(({ curl = '' }) => path.test(curl));
}

test('a finding about a job starts a job of its own, and uses its id', async () => {
  const jobs = (await findings(/generate\/[^/ ]+\/status$/)).filter(({ reproduce }) => reproduce);
  expect(jobs.length).toBeGreaterThan(0);
  for (const { reproduce = [] } of jobs) {
    expect(reproduce[0]).toMatch(
      /^GENERATION_ID=\$\(curl -s .*-X POST .* \| tr .* \| sed -n .* \| head -n 1\)$/,
    );
    expect(reproduce.at(-1)).toMatch(/\/presentations\/generate\/\$GENERATION_ID\/status"$/);
  }
});

test('a finding about a job after a rename repeats the rename of its presentation', async () => {
  const garbled = mutants.find(({ id }) => id === 'rename-garbled-in-its-job');
  const { report } = await checkVirtually(garbled ? [garbled.apply] : []);
  const rule = report.rules.find(({ id }) => id === 'rename/shows-in-its-job');
  const { reproduce = [] } = rule?.findings[0] ?? {};
  const steps = reproduce.filter((command) => !/^(?:until|sleep) /.test(command));
  expect(steps.at(0)).toMatch(/^GENERATION_ID=/);
  expect(steps.at(-3)).toMatch(/^PRESENTATION_ID=\$\(curl -s .*\$GENERATION_ID\/status" \| .*\)$/);
  expect(steps.at(-2)).toMatch(/-X PATCH .*\/presentations\/\$PRESENTATION_ID"$/);
  expect(steps.at(-1)).toMatch(/\$GENERATION_ID\/status"$/);
});

test('a finding about a changed presentation repeats the change before the fetch', async () => {
  const changed = (await findings(/presentations\/[^/ ]+$/)).filter(({ reproduce }) => reproduce);
  expect(changed.length).toBeGreaterThan(0);
  // A comparison begins with the request that shows the expected value: a fetch, or the creation.
  const step =
    /-X (?:PATCH|POST) |^(?:GENERATION|PRESENTATION)_ID=|^sleep \d+$|^curl -i -H "[^"]*" \S*\/presentations\/\S*$/;
  for (const { reproduce = [], curl } of changed) {
    const before = reproduce.slice(0, -1);
    expect(before.every((command) => step.test(command))).toBe(true);
    if (!isOfCreation(reproduce)) expect(reproduce.at(-1)).toBe(curl);
  }
  expect(changed.some(({ reproduce = [] }) => reproduce.join().includes('-X PATCH'))).toBe(true);
});

test.each(['created-is-never-found', 'created-has-another-title-when-fetched'])(
  'a finding about a creation fetches the presentation that its commands create: %s',
  async (name) => {
    const { apply } = mutants.find(({ id }) => id === name) ?? {};
    const { report } = await checkVirtually(apply ? [apply] : []);
    const rule = report.rules.find(({ id, outcome }) => id.startsWith('create/') && outcome === 'fail');
    const { reproduce = [], curl = '' } = rule?.findings[0] ?? {};
    expect(reproduce[0]).toMatch(/^PRESENTATION_ID=\$\(curl -s .*-X POST .*\/presentations \| tr .*\)$/);
    expect(reproduce.at(-1)).toMatch(/\/presentations\/\$PRESENTATION_ID"$/);
    // Not the presentation that the run created.
    const recorded = /\/presentations\/([\w-]+)$/.exec(curl)?.[1] ?? '';
    expect(recorded).not.toBe('');
    expect(reproduce.join('\n')).not.toContain(recorded);
  },
);

test('a finding about two jobs starts each of them, with a variable of its own', async () => {
  const { apply } = mutants.find(({ id }) => id === 'reply-moves-the-oldest-job') ?? {};
  const { report } = await checkVirtually(apply ? [apply] : []);
  const rule = report.rules.find(({ id }) => id === 'job/reply-moves-only-its-job');
  const text = rule?.findings[0]?.reproduce?.join('\n') ?? '';
  expect(text).toMatch(/^GENERATION_ID=/m);
  expect(text).toMatch(/^GENERATION_ID_2=/m);
  expect(text).toMatch(/-X POST .*generate\/\$\{?GENERATION_ID(?:_2)?\}?\/message"/);
});

test('the commands wait as long as the run did between two polls, and send no long prompt', async () => {
  const all = (await findings(/generate\/[^/ ]+\/status$/)).flatMap(({ reproduce = [] }) => reproduce);
  const waits = all.filter((command) => command.startsWith('until'));
  expect(waits.length).toBeGreaterThan(0);
  // The polls of these runs are 150 ms apart or more.
  for (const wait of waits) expect(Number(/sleep ([\d.]+); done$/.exec(wait)?.[1])).toBeLessThan(2);
  const starts = all.filter((command) => command.startsWith('GENERATION_ID='));
  expect(Math.max(...starts.map(({ length }) => length))).toBeLessThan(700);
});

test('parallel starts of a finding set a variable each', () => {
  const shows = (id: string) => job(id, completed('p'), { from: 5, to: 6 });
  const trace = readTrace(
    journal(starts('g', { from: 0, to: 2 }), starts('h', { from: 1, to: 3 }), shows('g'), shows('h')),
  );
  const [compared, call] = trace.of('getGenerationStatus');
  const commands = reproduction({ call: call as Call, compared, about: undefined, trace });
  // Each curl prints the id that its prompt names.
  const curl = `curl() { case "$*" in *'of g'*) id=g;; *) id=h;; esac; printf '{"generation_id":"%s"}' "$id"; }`;
  const script = [curl, ...commands, 'echo "=$GENERATION_ID=$GENERATION_ID_2="'].join('\n');
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(output.trim().split('\n').at(-1)).toMatch(/=g=h=$/);
});
