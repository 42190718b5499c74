import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { command } from '../../../src/cli/wall.js';
import type { KeptWall } from '../../../src/wall/kept/kept-types.js';
import { built } from '../../built.js';
import { runInProcess, type Printed } from '../../cli/run-in-process.js';
import { startKeptApp, type KeptApp } from './kept-app.js';

/** Steps that start a job in the kept app. */
export const START = [
  { at: '0s', do: 'fill', on: [{ label: 'Prompt' }], value: 'Taxis' },
  { at: '0s', do: 'click', on: [{ role: 'button', name: 'Make' }] },
];

/** The folder of one test, and the command that keeps walls in it. */
export interface Keeping {
  readonly app: KeptApp;
  /** The app that is kept: {@link Keeping.app} at the start of each test. */
  url: string;
  readonly folder: string;
  readonly at: (...names: readonly string[]) => string;
  readonly read: (...names: readonly string[]) => string;
  /** `wall.json` of a kept wall. */
  readonly wallIn: (name: string) => KeptWall;
  /** Writes `steps.json`. */
  readonly steps: (list?: readonly object[]) => string;
  /** Runs `deckhand wall URL --save NAME`. */
  readonly run: (name: string, ...flags: readonly string[]) => Promise<Printed>;
}

/** Starts the app and a browser for the tests of one file, and gives each test an empty folder. */
export function keepInTests(): Keeping {
  let app: KeptApp | undefined;
  let folder = '';
  let browser = '';
  const keeping: Keeping = {
    get app() {
      if (app === undefined) throw new Error('The app runs in tests only.');
      return app;
    },
    url: '',
    get folder() {
      return folder;
    },
    at: (...names) => join(folder, ...names),
    read: (...names) => readFileSync(join(folder, ...names), 'utf8'),
    wallIn: (name) => JSON.parse(keeping.read(name, 'wall.json')) as KeptWall,
    steps: (list = START) => {
      writeFileSync(keeping.at('steps.json'), JSON.stringify({ steps: list }, undefined, 1));
      return keeping.at('steps.json');
    },
    run: (name, ...flags) =>
      runInProcess(command(), [
        keeping.url,
        '--no-config',
        '--save',
        keeping.at(name),
        ...(browser === '' ? [] : ['--browser', browser]),
        ...flags,
      ]),
  };
  beforeAll(async () => {
    const { executablePath } = await built('chromium');
    browser = executablePath ?? '';
    await built('wall');
    app = await startKeptApp();
  });
  afterAll(() => keeping.app.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deckhand-kept-'));
    keeping.app.look = 'color: black';
    keeping.url = keeping.app.url;
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return keeping;
}
