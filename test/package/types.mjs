// @ts-check
// Run inside a project that installed the tarball and TypeScript. Checks that the declarations of every entry are found and
// complete, with both kinds of module resolution. A missing declaration would silently be `any`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync('node_modules/deckhand/package.json', 'utf8'));
const entries = Object.keys(exports).filter((path) => !/\.(?:json|yaml)$/.test(path));

writeFileSync(
  'user.mts',
  entries.map((path, n) => `export * as entry${n} from '${path.replace('.', 'deckhand')}';\n`).join(''),
);

for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
]) {
  const options = { strict: true, noEmit: true, target: 'es2023', types: ['node'], module, moduleResolution };
  writeFileSync('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['user.mts'] }));
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  console.log(
    `${moduleResolution}: ${entries.length} entries, ${status === 0 ? 'all types found' : 'see above'}`,
  );
}
