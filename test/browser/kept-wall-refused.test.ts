import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/wall.js';
import { runInProcess } from '../cli/run-in-process.js';
import { keepInTests, START } from './wall/keep.js';

const keeping = keepInTests();
const { at, run, steps } = keeping;

describe('what is wrong with a kept wall is one sentence, and changes no folder:', () => {
  const says = async (expected: RegExp, name: string, ...flags: readonly string[]): Promise<void> => {
    const before = readdirSync(keeping.folder);
    const { complaint, error } = await run(name, ...flags);
    expect(complaint).toMatch(expected);
    expect(error?.name).toBe('UserError');
    expect(complaint.split('\n').length).toBeLessThanOrEqual(2);
    expect(readdirSync(keeping.folder)).toEqual(before);
  };

  it('a mistake in the steps, with its line', async () => {
    const wrong = async (step: object, expected: RegExp): Promise<void> => {
      await says(expected, 'one', '--do', steps([...START, step]));
    };
    await wrong(
      { at: '0s', do: 'clik' },
      /steps\.json:\d+:\d+: "do" of this step is wrong\. Expected click, key/,
    );
    await wrong(
      { at: 'soon', do: 'click', on: [{ css: 'a' }] },
      /steps\.json:\d+:\d+: "at" of this step .*"4\.5s"/,
    );
    await wrong(
      { at: '0s', do: 'click', on: [{ name: 'a' }] },
      /steps\.json:\d+:\d+: "on" of this step .*role and name/,
    );
    await wrong(
      { at: '0s', do: 'fill', on: [{ css: 'a' }] },
      /"value" of this step is wrong\. Expected a text/,
    );
    writeFileSync(at('steps.json'), '{ "steps": [');
    await says(/steps\.json:1:\d+: This is not valid YAML/, 'one', '--do', at('steps.json'));
    await says(/missing\.json cannot be read/, 'one', '--do', at('missing.json'));
    await says(
      /Step 3 \(click a\) is for happy-pth, which is not a scenario of this wall/,
      'one',
      '--scenarios',
      'instant',
      '--do',
      steps([...START, { at: '0s', do: 'click', on: [{ css: 'a' }], in: ['happy-pth'] }]),
    );
  });

  it('an element that no scenario shows, with a picture', async () => {
    const gone = { at: '0s', do: 'click', on: [{ role: 'button', name: 'Gone' }] };
    const { complaint } = await run('one', '--scenarios', 'instant', '--do', steps([...START, gone]));
    expect(complaint).toMatch(
      /^Step 3 \(click button "Gone"\) did not find its element in the scenario instant\.\n {2}The screen/,
    );
    expect(readdirSync(keeping.folder).sort()).toEqual(['one-step-3.png', 'steps.json']);
    expect(PNG.sync.read(readFileSync(at('one-step-3.png'))).width).toBe(1280);
  });

  it('folders and options that do not fit', async () => {
    mkdirSync(at('mine'));
    writeFileSync(at('mine', 'letter.txt'), 'Dear');
    await says(/mine has files that are not those of a kept wall/, 'mine');
    await says(/mine is not a kept wall: it has no wall\.json/, 'one', '--compare', at('mine'));
    await says(/none is not a kept wall: it does not exist/, 'one', '--compare', at('none'));
    const kept = {
      format: 'deckhand-wall/1',
      app: '',
      scenarios: ['instant'],
      moments: ['0s'],
      sizes: [1280],
    };
    writeFileSync(at('mine', 'wall.json'), JSON.stringify({ ...kept, masks: [], steps: [], cells: [] }));
    const compare = ['--compare', at('mine')] as const;
    await says(/--sizes differs from the kept wall, which has 1280/, 'one', ...compare, '--sizes', '390');
    await says(/--at cannot be used with --compare/, 'one', ...compare, '--at', '3s');
    const cells = [{ picture: '../../secret.png' }];
    writeFileSync(at('mine', 'wall.json'), JSON.stringify({ ...kept, masks: [], steps: [], cells }));
    await says(/wall\.json is not in the format deckhand-wall\/1/, 'one', ...compare);
    await says(/The mask "::x\[" is not a selector/, 'one', '--scenarios', 'instant', '--mask', '::x[');
    await says(/no-browser cannot be started as a browser/, 'one', '--browser', at('no-browser'));
    await says(/missing\.har cannot be read/, 'one', '--scenarios', 'instant', '--replay', at('missing.har'));
  });

  it('an option of a kept wall without --save', async () => {
    const { complaint } = await runInProcess(command(), [keeping.url, '--at', '3s']);
    expect(complaint).toMatch(/^--at is an option of a kept wall\.\n {2}Add --save/);
  });
});
