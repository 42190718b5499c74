/**
 * `npm run test:all`: what `npm test` leaves out, because it needs a browser or takes minutes. All parts run, also after one
 * failed. Where no browser starts, it says what did not run; in CI (`CI` is set) that fails. With the path of a packed tarball as
 * an argument, the package is not packed again.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumOptions } from './browser/find-chromium.js';

const root = join(import.meta.dirname, '..');
const isCi = Boolean(process.env['CI']);

/** Why no browser starts here; undefined when one does. */
async function whyNoBrowser(): Promise<string | undefined> {
  try {
    await (await chromium.launch(await chromiumOptions())).close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  }
}

/** Runs a command with the output of this process. @returns whether it passed */
async function passes(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Builds the projects of users from the given tarball, or packs the package as npm publishes it. */
async function projects(browser: string | undefined): Promise<boolean> {
  const [given] = process.argv.slice(2);
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-pack-'));
  try {
    if (given === undefined && !(await passes('npm', ['pack', '--silent', '--pack-destination', folder])))
      return false;
    const tarball = given ?? join(folder, (await readdir(folder))[0] ?? '');
    const args = ['test/package/projects.mjs', tarball];
    return browser === undefined
      ? await passes('node', [...args, '--without-browser'])
      : await passes('node', args, { CHROMIUM: browser });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const notRun: string[] = [];
const failed: string[] = [];
const note = (what: string, passed: boolean): void => void (passed || failed.push(what));

const reason = await whyNoBrowser();
// The projects start the browser by its path, which an installed Chrome has only in CHROMIUM.
const path = reason === undefined ? (await chromiumOptions()).executablePath : undefined;
note('the projects of users', await projects(path));
if (path === undefined)
  notRun.push('the projects of users that need a browser: CHROMIUM names no browser that starts');

note('a sample of test:rules', await passes('npm', ['run', '--silent', 'test:rules', '--', '--sample']));

// Last, because the names of tests that failed end its output.
if (reason === undefined) {
  const { executablePath = '', channel = '' } = await chromiumOptions();
  const browser = { CHROMIUM: executablePath, CHROMIUM_CHANNEL: channel };
  const specs = ['--no', '--', 'playwright', 'test', '--config'];
  note('the tests of examples/deck-app', await passes('npx', [...specs, 'examples/deck-app'], browser));
  note('the tests of pages', await passes('npm', ['run', '--silent', 'test:browser']));
} else notRun.push(`test/browser/ and examples/deck-app: no browser starts here (${reason})`);

for (const what of notRun) console.log(`Not run: ${what}`);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
if (failed.length > 0 || (isCi && notRun.length > 0)) process.exitCode = 1;
