// @ts-check
// Run inside a project that installed the tarball and TypeScript. Checks that the declarations of every entry are found and
// complete, in every kind of project. A missing declaration would silently be `any`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync('node_modules/deckhand/package.json', 'utf8'));
const entries = Object.keys(exports).filter((path) => !/\.(?:json|yaml)$/.test(path));

for (const { module, moduleResolution, user } of [
  { module: 'nodenext', moduleResolution: 'nodenext', user: 'user.mts' },
  { module: 'esnext', moduleResolution: 'bundler', user: 'user.mts' },
  // Projects whose imports become `require`.
  { module: 'node16', moduleResolution: 'node16', user: 'user.cts' },
  { module: 'commonjs', moduleResolution: 'node10', user: 'user.cts' },
]) {
  // The oldest resolution does not find the types of vite.
  const checked = entries.filter((path) => moduleResolution !== 'node10' || path !== './vite');
  writeFileSync(
    user,
    checked.map((path, n) => `export * as entry${n} from '${path.replace('.', 'deckhand')}';\n`).join(''),
  );
  const options = { strict: true, noEmit: true, target: 'es2023', types: ['node'], module, moduleResolution };
  writeFileSync('tsconfig.json', JSON.stringify({ compilerOptions: options, files: [user] }));
  const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--pretty', 'false'], {
    encoding: 'utf8',
  });
  // The declarations of msw and vitest import ES modules, also for CommonJS.
  const errors = stdout.split('\n').filter((line) => /^(?:user|node_modules\/deckhand\/|error)/.test(line));
  if (errors.length > 0) process.exitCode = 1;
  console.log(
    [...errors, `${moduleResolution}: ${checked.length} entries, ${errors.length} errors`].join('\n'),
  );
}

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
writeFileSync('tsconfig.json', JSON.stringify({ compilerOptions, files: ['names.ts', 'deckhand-env.d.ts'] }));
const { stdout, status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], {
  encoding: 'utf8',
});
if (status !== 0) process.exitCode = 1;
console.log(`${stdout}the names of scenarios ${status === 0 ? 'are typed' : 'are not typed'}`);
