import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { install } from '../cli/deckhand-process.js';
import { mutants } from '../mutants/mutants.js';
import { startPlainService } from '../mutants/plain-service/start.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import { action, runAction, workspace } from './runner.js';

const deckhand = install();
const SMOKE = '--profile\nsmoke\n--requests-per-minute\n0\n--poll-interval\n10ms\n--settle\n10ms';

/** A checkout with Deckhand as npm installs it. */
function project(): string {
  const folder = workspace();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(deckhand.folder, 'dist/cli/main.js'), join(folder, 'node_modules/.bin/deckhand'));
  return folder;
}

async function service(variation: Variation = {}) {
  const running = await startPlainService({ variations: [variation] });
  onTestFinished(running.close);
  return { 'base-url': running.baseUrl, 'api-key': running.keys.first };
}

const mutant = (id: string): Variation => mutants.find((one) => one.id === id)?.apply ?? {};

describe('the document', () => {
  test('describes every input and output, and no script contains an input', () => {
    for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
    expect(Object.keys(action.outputs)).toEqual(['outcome', 'exit-code', 'report', 'report-folder']);
  });

  test('uses each input, and gives each key to the command in a variable', () => {
    const used = JSON.stringify(action.runs.steps);
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} `);
    const { env = {} } = action.runs.steps[0] ?? {};
    for (const name of ['api-key', 'other-api-key', 'disabled-api-key', 'headers', 'basic-auth'])
      expect(Object.entries(env)).toContainEqual([
        `DECKHAND_${name.toUpperCase().replaceAll('-', '_')}`,
        `\${{ inputs.${name} }}`,
      ]);
  });

  test('keeps the reports also when the run fails, and not without a name', () => {
    const [, upload] = action.runs.steps;
    expect(upload?.uses).toMatch(/^actions\/upload-artifact@v\d+$/);
    expect(upload?.if).toContain('!cancelled()');
    expect(upload?.if).toContain("inputs.artifact-name != ''");
    expect(upload?.with?.['path']).toBe('${{ steps.run.outputs.report-folder }}');
  });
});

describe('verify', () => {
  test('passes, with a summary and the reports', async () => {
    const folder = project();
    const target = await service();
    const { code, log, outputs, summary } = await runAction(folder, { ...target, args: SMOKE });
    expect(log).toContain('Pass for the smoke minimum');
    expect(code).toBe(0);
    const reports = join(folder, 'deckhand-report');
    expect(outputs).toEqual({
      outcome: 'pass',
      'exit-code': '0',
      report: join(reports, 'deckhand.json'),
      'report-folder': reports,
    });
    expect(readdirSync(reports).toSorted()).toEqual(['deckhand.html', 'deckhand.json', 'deckhand.xml']);
    expect(summary).toContain('2 of 4 job states');
    expect(log + summary + readFileSync(join(reports, 'deckhand.html'), 'utf8')).not.toContain(
      target['api-key'],
    );
  });

  test('fails with annotations if a promise is broken', async () => {
    const folder = project();
    const target = await service(mutant('start-generation-id-null'));
    const { code, log, outputs } = await runAction(folder, { ...target, args: SMOKE });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ outcome: 'fail', 'exit-code': '1' });
    expect(log).toMatch(/^::error /m);
  });

  test('is incomplete if less was seen than required', async () => {
    const target = await service();
    const inputs = { ...target, args: `${SMOKE}\n--require\nisolation` };
    const any = await runAction(project(), inputs);
    expect([any.code, any.outputs['outcome']]).toEqual([2, 'incomplete']);
    const violation = await runAction(project(), { ...inputs, 'fail-on': 'violation' });
    expect([violation.code, violation.outputs['exit-code']]).toEqual([0, '2']);
    expect(violation.log).toMatch(/^::warning title=Deckhand::The run is incomplete/m);
  });

  test('is an error if nobody answers', async () => {
    const running = await startPlainService();
    await running.close();
    const { code, outputs } = await runAction(project(), {
      'base-url': running.baseUrl,
      'api-key': 'k',
      args: SMOKE,
    });
    expect([code, outputs['outcome']]).toEqual([2, 'error']);
  });

  test('runs an executable in another folder, and never fails if told so', async () => {
    const folder = workspace();
    mkdirSync(join(folder, 'service'));
    symlinkSync(join(deckhand.folder, 'dist/cli/main.js'), join(folder, 'deckhand-linux-x64'));
    const { code, outputs } = await runAction(folder, {
      ...(await service(mutant('start-generation-id-null'))),
      args: SMOKE,
      'working-directory': 'service',
      executable: '../deckhand-linux-x64',
      'fail-on': 'never',
      reports: '',
    });
    expect([code, outputs['outcome']]).toEqual([0, 'fail']);
    expect(readdirSync(join(folder, 'service/deckhand-report'))).toEqual(['deckhand.json']);
  });
});

test('judges recorded traffic, whatever the name of the file is', async () => {
  const folder = project();
  const target = await service();
  const recorded = join(folder, 'with space $(touch ran).har');
  const paced = [...SMOKE.split('\n'), '--api-key', target['api-key'], '--har', recorded];
  expect(await deckhand.run(['verify', target['base-url'], ...paced])).toMatchObject({ code: 0 });
  const { code, log, outputs } = await runAction(folder, { command: 'judge', files: recorded });
  expect([code, outputs['outcome'], log]).toEqual([0, 'pass', expect.stringContaining('Pass: ')]);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

describe('hostile inputs are text', () => {
  const NASTY = [
    '$(touch ran)',
    '`touch ran`',
    '"; touch ran; "',
    "'; touch ran; '",
    'a\n$(touch ran)',
    '${IFS}touch${IFS}ran',
  ];

  test.each(NASTY)('%j', async (nasty) => {
    const folder = project();
    const target = { 'base-url': 'http://127.0.0.1:1/api/v1', 'api-key': 'k' };
    for (const name of ['base-url', 'reports', 'executable', 'package', 'command', 'fail-on']) {
      const { code } = await runAction(folder, { ...target, [name]: nasty });
      expect([name, code]).toEqual([name, 2]);
    }
    const texts = {
      'api-key': nasty,
      headers: nasty,
      'basic-auth': nasty,
      args: `--prompt\n${nasty}`,
      'report-folder': nasty,
    };
    await runAction(folder, { ...target, ...texts });
    await runAction(folder, { command: 'judge', files: nasty });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('a newline in an input does not make a second output', async () => {
    const folder = project();
    const { code, outputs } = await runAction(folder, {
      ...(await service()),
      'report-folder': 'x\noutcome=pass',
    });
    expect([code, outputs['outcome']]).toEqual([2, 'error']);
  });

  test('a key among the arguments is refused, and not printed', async () => {
    const { code, log } = await runAction(project(), { ...(await service()), args: '--other-api-key=hush' });
    expect(code).toBe(2);
    expect(log).toContain('Pass --other-api-key as an input');
    expect(log).not.toContain('hush');
  });
});

test.each([
  [{}, 'base-url is required'],
  [{ 'base-url': 'http://127.0.0.1:1/api/v1' }, 'api-key is required'],
  [{ command: 'judge' }, 'files is required'],
  [{ 'fail-on': 'sometimes' }, 'fail-on must be'],
  [{ package: 'deckhand@latest' }, 'package must be an exact version'],
])('%j stops with a sentence', async (inputs, sentence) => {
  const { code, log } = await runAction(project(), inputs);
  expect(code).toBe(2);
  expect(log).toContain(`::error title=Deckhand::${sentence}`);
});

test('without a package, it says what to do', async () => {
  const { code, log } = await runAction(workspace(), {
    'base-url': 'http://127.0.0.1:1/api/v1',
    'api-key': 'k',
  });
  expect(code).toBe(2);
  expect(log).toContain('deckhand is not installed in the working-directory.');
});
