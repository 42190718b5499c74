// @ts-check
// `npm run check`: all checks except the tests. It prints one line for each step and the output of failed steps. A failed
// step does not stop the others. `npm run check -- lint knip` runs only the named steps.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * @typedef {{ name: string, command: string, mustBeQuiet?: boolean, showOutput?: boolean }} Step
 * `mustBeQuiet`: the step fails if the command prints anything. `showOutput`: the output is also printed if the step passes.
 */

const TARBALL = 'node_modules/.cache/deckhand-*.tgz';
/** The build has run already. */
const PACK = 'npm pack --ignore-scripts --silent --pack-destination node_modules/.cache';

const GENERATED = 'src/generated scenarios/scenario.schema.json schemas docs/cli.md';

const requestedSteps = process.argv.slice(2);

/** Run first and in this order, because the other steps read generated and built files. @type {Step[]} */
const sequentialSteps = [
  { name: 'generate', command: 'npm run --silent generate' },
  {
    name: 'generated-is-added',
    // What is staged is right, too: this runs before a commit.
    command: `git --no-optional-locks diff --name-only -- ${GENERATED} && git ls-files --others --exclude-standard -- ${GENERATED}`,
    mustBeQuiet: true,
  },
  { name: 'build', command: 'npm run --silent build' },
];

/** Run in parallel, one per core, the slowest first. @type {Step[]} */
const parallelSteps = [
  { name: 'lint', command: 'oxlint --type-aware --report-unused-disable-directives --deny-warnings' },
  { name: 'tsc', command: 'tsc --noEmit' },
  { name: 'pages', command: 'tsc --noEmit --project tsconfig.pages.json' },
  { name: 'deck-app', command: 'tsc --noEmit --project examples/deck-app' },
  { name: 'prettier', command: 'prettier --check --cache --log-level warn .' },
  { name: 'knip', command: 'knip --tsConfig tsconfig.build.json' },
  { name: 'boundaries', command: 'depcruise --output-type err-long src test openapi' },
  { name: 'files', command: 'node .ci/files.js' },
  { name: 'openapi', command: 'tsx openapi/lint.ts' },
  { name: 'workflows', command: 'node .ci/workflows.js' },
  { name: 'publint', command: 'publint run --strict' },
  // A YAML document has no types.
  {
    name: 'attw',
    command: `${PACK} && attw ${TARBALL} --exclude-entrypoints openapi.yaml report.schema.json --format ascii`,
  },
  {
    name: 'exports',
    command: 'tsc --project test/package/projects/typescript && node test/package/exports.mjs',
  },
  { name: 'size', command: 'node .ci/size.js', showOutput: true },
];

/** @param {Step} step @returns {Promise<boolean>} */
function run({ name, command, mustBeQuiet = false, showOutput = false }) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      const passed = code === 0 && !(mustBeQuiet && output.trim());
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
      const shown = passed && showOutput ? `   ${output.trim()}` : '';
      console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${seconds} s${shown}`);
      if (!passed) console.log(`     $ ${command}\n${output.trimEnd().replace(/^/gm, '     ')}`);
      resolve(passed);
    });
  });
}

const unknown = requestedSteps.filter(
  (name) => ![...sequentialSteps, ...parallelSteps].some((step) => step.name === name),
);
if (unknown.length > 0) throw new Error(`Unknown step: ${unknown.join(', ')}`);
const chosen = (/** @type {Step} */ step) =>
  requestedSteps.length === 0 || requestedSteps.includes(step.name);

/** @type {boolean[]} */
const results = [];
for (const step of sequentialSteps.filter(chosen)) results.push(await run(step));

const queue = parallelSteps.filter(chosen);
const worker = async () => {
  for (let step = queue.shift(); step; step = queue.shift()) results.push(await run(step));
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));

const failed = results.filter((passed) => !passed).length;
console.log(
  failed === 0 ? `All ${results.length} checks passed.` : `${failed} of ${results.length} checks failed.`,
);
process.exitCode = failed === 0 ? 0 : 1;
