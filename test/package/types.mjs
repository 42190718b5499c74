// @ts-check
// Run inside a project that installed the tarball and TypeScript. Checks that the declarations of every entry are found and
// complete, in every kind of project. A missing declaration would silently be `any`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync('node_modules/deckhand/package.json', 'utf8'));
const entries = Object.keys(exports).filter((path) => !/\.(?:json|yaml)$/.test(path));

/** Runs TypeScript with a configuration. @param {string} name @param {object} config */
async function compile(name, config) {
  writeFileSync(`tsconfig.${name}.json`, JSON.stringify(config));
  const args = ['node_modules/typescript/bin/tsc', '--pretty', 'false', '--project', `tsconfig.${name}.json`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [status] = await once(child, 'close');
  return { output, status };
}

/** @param {{ module: string, moduleResolution: string, extension: string }} kind */
async function checkEntries({ module, moduleResolution, extension }) {
  // The oldest resolution does not find the types of vite.
  const checked = entries.filter((path) => moduleResolution !== 'node10' || path !== './vite');
  const user = `user-${moduleResolution}.${extension}`;
  writeFileSync(
    user,
    checked.map((path, n) => `export * as entry${n} from '${path.replace('.', 'deckhand')}';\n`).join(''),
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    types: ['node'],
    module,
    moduleResolution,
  };
  const { output } = await compile(moduleResolution, { compilerOptions, files: [user] });
  // The declarations of msw and vitest import ES modules, also for CommonJS.
  const errors = output.split('\n').filter((line) => /^(?:user|node_modules\/deckhand\/|error)/.test(line));
  if (errors.length > 0) process.exitCode = 1;
  console.log(
    [...errors, `${moduleResolution}: ${checked.length} entries, ${errors.length} errors`].join('\n'),
  );
}

await Promise.all(
  [
    { module: 'nodenext', moduleResolution: 'nodenext', extension: 'mts' },
    { module: 'esnext', moduleResolution: 'bundler', extension: 'mts' },
    // Projects whose imports become `require`.
    { module: 'node16', moduleResolution: 'node16', extension: 'cts' },
    { module: 'commonjs', moduleResolution: 'node10', extension: 'cts' },
  ].map(checkEntries),
);

// The names of scenarios: bundled ones are known immediately, those of the project through the declaration of `deckhand scenario types`.
mkdirSync('scenarios', { recursive: true });
writeFileSync('scenarios/mine.yaml', 'title: Mine\nsteps:\n  - complete:\n');
const written = spawnSync(process.execPath, ['node_modules/deckhand/dist/cli/main.js', 'scenario', 'types'], {
  encoding: 'utf8',
});
console.log(written.stdout + written.stderr);
const names = `import { createDeckhand } from 'deckhand';
const deckhand = createDeckhand({ scenario: 'instant', scenarios: './scenarios' });
deckhand.workspace('ws_dev').useScenario('mine');
// @ts-expect-error: a typing error
deckhand.workspace('ws_dev').useScenario('mien');
`;
writeFileSync('names.ts', names);
const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2023',
  module: 'nodenext',
};
const { output, status } = await compile('names', {
  compilerOptions,
  files: ['names.ts', 'deckhand-env.d.ts'],
});
if (status !== 0) process.exitCode = 1;
console.log(`${output}the names of scenarios ${status === 0 ? 'are typed' : 'are not typed'}`);
