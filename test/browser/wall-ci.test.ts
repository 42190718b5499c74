/**
 * The scripts of the CI examples for the wall, run in the shell of their runner: with Deckhand and a browser installed, an app, and
 * programs in place of the CI system that keep its artifacts and its comments in folders.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runShell, workspace } from '../action/runner.js';
import { built } from '../built.js';
import { install } from '../cli/deckhand-process.js';
import { startKeptApp, type KeptApp } from './wall/kept-app.js';

const ROOT = resolve(import.meta.dirname, '../..');
const APP = 'http://localhost:5173';

const deckhand = install();
let app: KeptApp;
let browser: string | undefined;

beforeAll(async () => {
  ({ executablePath: browser } = await built('chromium'));
  await built('wall');
  cpSync(join(ROOT, 'dist/wall'), join(deckhand.folder, 'dist/wall'), { recursive: true });
  app = await startKeptApp();
});
afterAll(() => app.close());

const steps = {
  steps: [
    { at: '0s', do: 'fill', on: [{ label: 'Prompt' }], value: 'Taxis' },
    { at: '0s', do: 'click', on: [{ role: 'button', name: 'Make' }] },
  ],
};

interface GitHubStep {
  readonly run?: string;
  readonly if?: string;
}
interface GitLabJob {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
}

type Event = 'push' | 'pull request';

/** The commands of an event: those before the verdict, and those after it, which run also if it fails. */
const examples: Readonly<Record<string, (text: string, event: Event) => readonly [string, string]>> = {
  'wall-github.yml': (text, event) => {
    const { jobs } = parse(text) as { jobs: { wall: { steps: readonly GitHubStep[] } } };
    const own = event === 'push' ? "== 'push'" : "== 'pull_request'";
    const runs = jobs.wall.steps.filter(({ run, if: when = own }) => run !== undefined && when.includes(own));
    const scripts = (isLate: boolean): string =>
      runs
        .filter(({ if: when = '' }) => when.includes('cancelled()') === isLate)
        .map(({ run }) => run)
        .join('\n');
    return [scripts(false), scripts(true)];
  },
  'wall-gitlab.yml': (text, event) => {
    const jobs = parse(text) as Readonly<Record<string, GitLabJob>>;
    const job = jobs[event === 'push' ? 'wall' : 'compare-wall'];
    const lines = [...(jobs['.wall']?.before_script ?? []), ...(job?.script ?? [])];
    return [lines.join('\n'), (job?.after_script ?? []).join('\n')];
  },
};

/** Programs with the names that the scripts use. Artifacts and comments are below `$CI_STORE`. */
const programs: Readonly<Record<string, string>> = {
  npm: '[ "$1" = ci ] || [ "$1 $2 $3 $4 $5" = "run dev -- --port 5173" ]',
  npx: '[ "$1 $2" = "playwright install" ] && exit\n[ "$1 $2" = "--no deckhand" ] || exit 98\nshift 2\nexec deckhand "$@"',
  gh: `case "$1 $2" in
  "run list") echo 41 ;;
  "run download") [ "$3" = 41 ] && cp -r "$CI_STORE/wall" "$7" ;;
  "pr comment") [ "$3 $5" = "7 some/repo" ] && cp "\${9}" "$CI_STORE/comment.md" ;;
  *) exit 97 ;;
esac`,
  unzip: '[ "$2 $3 $4" = "main.zip wall/* -d" ] && mkdir -p "$5" && cp -r "$CI_STORE/wall" "$5/wall"',
  curl: `case "$*" in
  *artifacts/main/download*) exit ;;
  *wall/changed.md*) cp wall/changed.md "$CI_STORE/comment.md" ;;
  *) exec /usr/bin/env -i "$REAL_NODE" -e 'fetch(process.argv[1]).catch(() => process.exit(7))' "$APP" ;;
esac`,
};

async function run(file: string, event: Event, store: string) {
  const folder = workspace();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const flags = [
    '--no-config',
    '--scenarios',
    'happy-path,upstream-error',
    ...(browser ? ['--browser', browser] : []),
  ];
  const command = `exec '${process.execPath}' '${join(deckhand.folder, 'dist/cli/main.js')}' "$@" ${flags.join(' ')}`;
  for (const [name, script] of Object.entries({ ...programs, deckhand: command })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'steps.json'), JSON.stringify(steps));
  const text = readFileSync(join(ROOT, 'examples/ci', file), 'utf8').replaceAll(APP, app.url);
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    REAL_NODE: process.execPath,
    APP: app.url,
    CI_STORE: store,
    CI_DEFAULT_BRANCH: 'main',
    NUMBER: '7',
    GITHUB_REPOSITORY: 'some/repo',
  };
  const [verdict, after] = (examples[file] as (typeof examples)[string])(text, event);
  const shell = (script: string) => {
    writeFileSync(join(folder, 'script.sh'), script);
    return runShell(join(folder, 'script.sh'), folder, env);
  };
  const { code, log } = await shell(verdict);
  const late = await shell(after);
  return { folder, code, log: log + late.log, lateCode: late.code };
}

describe.each(Object.keys(examples))('%s', (file) => {
  test('keeps the wall of the main branch, and comments on a change of it', async () => {
    app.look = 'color: black';
    const store = workspace();
    const main = await run(file, 'push', store);
    // upstream-error reaches the console, and breaks no rule.
    expect([main.code, main.log]).toEqual([0, expect.stringContaining('pictures of 2 scenarios')]);
    cpSync(join(main.folder, 'wall'), join(store, 'wall'), { recursive: true });

    const same = await run(file, 'pull request', store);
    expect([same.code, same.lateCode, same.log]).toEqual([0, 0, expect.stringContaining('2 scenarios')]);

    app.look = 'color: red; font-size: 40px';
    const changed = await run(file, 'pull request', store);
    expect([changed.code, changed.lateCode], changed.log).toEqual([1, 0]);
    expect(existsSync(join(changed.folder, 'wall/index.html'))).toBe(true);
    expect(readFileSync(join(store, 'comment.md'), 'utf8')).toMatch(/happy-path/);
  });
});
