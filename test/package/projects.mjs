// @ts-check
// Builds projects of users from the tarball, each with only its own packages, and runs their tests. Each puts one
// job through a question, a 429 and a failure. Prints a table. Usage: node projects.mjs deckhand.tgz [NAME...|--without-browser]
// Environment: CHROMIUM, the path of a browser.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `test`: arguments of Node. `example`: a folder of examples/, with the packages and the test of its package.json. `isSlow`: it
 * only runs by its name. `inBrowser`: it starts `CHROMIUM`.
 * @typedef {{ what: string, packages: string[], test: string[], example?: string, isSlow?: boolean, inBrowser?: boolean }} Project
 */

const NODE_TEST = ['--test', '--test-reporter', 'tap'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
/** jsdom 27 needs Node 22 in its newest releases. */
const JSDOM = 'jsdom@26';

/** @type {Record<string, Project>} */
const projects = {
  'vite-plugin': { what: 'the Vite plugin', packages: ['vite@8'], test: ['test.mjs'] },
  'vitest-jsdom': {
    what: 'Vitest in jsdom: a fixed key, Testing Library',
    packages: [
      'msw@2',
      'vitest@4',
      JSDOM,
      'react@19',
      'react-dom@19',
      '@testing-library/react@16',
      '@testing-library/dom@10',
      '@testing-library/user-event@14',
    ],
    test: VITEST,
  },
  playwright: {
    what: 'Playwright',
    packages: ['@playwright/test@1'],
    test: ['node_modules/@playwright/test/cli.js', 'test'],
    inBrowser: true,
  },
  'jest-30': { what: 'Jest 30', packages: [], test: [], example: 'jest' },
  'node-test-cjs': { what: 'node:test in CommonJS', packages: ['msw@2'], test: NODE_TEST },
  typescript: {
    what: 'a typed project',
    packages: ['typescript@5.9', '@types/node@20', 'msw@2', 'vitest@4', 'vite@8', '@playwright/test@1'],
    test: ['node_modules/typescript/bin/tsc'],
  },
  production: {
    what: 'production builds',
    packages: ['msw@2', 'vite@7', 'esbuild@0.25'],
    test: ['test.mjs'],
    isSlow: true,
  },
  nextjs: { what: 'the example for Next.js', packages: [], test: [], example: 'nextjs', isSlow: true },
  'react-router': {
    what: 'React Router 7',
    packages: [
      'msw@2',
      'vite@7',
      'react@19',
      'react-dom@19',
      'isbot@5',
      'react-router@7.18.4',
      '@react-router/dev@7.18.4',
      '@react-router/node@7.18.4',
    ],
    test: ['test.mjs'],
    isSlow: true,
  },
  storybook: {
    what: 'the example for Storybook',
    packages: [],
    test: [],
    example: 'storybook',
    isSlow: true,
  },
};

/** No project takes longer, unless it hangs. */
const TEST_TIMEOUT_MS = 300_000;

const [tarball = '', ...rest] = process.argv.slice(2);
const withoutBrowser = rest[0] === '--without-browser';
const selected = withoutBrowser ? [] : rest;
const unknown = selected.filter((name) => !Object.hasOwn(projects, name));
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(projects).join(', ')}`);

/** @param {string} file @param {string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} env */
function run(file, args, cwd, env) {
  const child = spawn(file, args, { cwd, env, timeout: TEST_TIMEOUT_MS, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return /** @type {Promise<void>} */ (
    new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code) => (code === 0 ? done() : fail(new Error(output))));
    })
  );
}

/** The files of a user's project. Nothing is installed. @param {string} folder @param {string} name @param {string} [example] */
function writeProject(folder, name, example) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  for (const from of ['projects/shared', `projects/${name}`, `../../examples/${example}`].map((path) =>
    join(import.meta.dirname, path),
  ))
    if (existsSync(from)) cpSync(from, folder, { recursive: true });
  const fullFlow = readFileSync(join(folder, 'full-flow.mjs'), 'utf8');
  const names = [...fullFlow.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, one]) => one);
  const exports = `\nmodule.exports = { ${names.join(', ')} };\n`;
  writeFileSync(join(folder, 'full-flow.cjs'), fullFlow.replaceAll(/^export /gm, '') + exports);
}

/** @param {[string, Project]} entry */
async function build([name, { what, packages, test, example }]) {
  const folder = mkdtempSync(join(tmpdir(), `deckhand-${name}-`));
  const env = { ...process.env, CI: 'true' };
  const started = performance.now();
  /** @type {string[]} */
  const errors = [];
  try {
    writeProject(folder, name, example);
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    await run('npm', [...install, resolve(tarball), ...packages], folder, env);
    const installed = performance.now();
    await (example ? run('npm', ['test'], folder, env) : run(process.execPath, test, folder, env));
    const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
    const seconds = (/** @type {number} */ from) =>
      `${((performance.now() - from) / 1000).toFixed(1)} s`.padStart(8);
    const count = String(Object.keys(lock.packages).length).padStart(4);
    console.log(
      `ok    ${what.padEnd(48)} ${seconds(started)} total ${seconds(installed)} test ${count} packages`,
    );
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error));
    console.log(`FAIL  ${what}\n${errors.join('\n').replace(/^/gm, '      ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return errors.length === 0;
}

const queue = Object.entries(projects).filter(([name, { isSlow, inBrowser }]) =>
  selected.length === 0 ? !isSlow && !(withoutBrowser && inBrowser) : selected.includes(name),
);
/** @type {boolean[]} */
const results = [];
const worker = async () => {
  for (let entry = queue.shift(); entry; entry = queue.shift()) results.push(await build(entry));
};
const started = performance.now();
await Promise.all([worker(), worker()]);
const passed = results.filter(Boolean).length;
console.log(
  `${passed} of ${results.length} projects, ${((performance.now() - started) / 60_000).toFixed(1)} minutes`,
);
if (passed < results.length) process.exitCode = 1;
