// @ts-check
// Run inside a project that installed the tarball, TypeScript and every peer. Compiles a use of every entry with `strict` and
// without `skipLibCheck`, as strict projects do. Errors in the declarations of other packages are counted, and do not fail.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync('node_modules/deckhand/package.json', 'utf8'));
const entries = Object.keys(exports).filter((path) => !/\.(?:json|yaml)$|jest-preset/.test(path));
const imports = entries
  .map((path, n) => `import * as entry${n} from '${path.replace('.', 'deckhand')}';\n`)
  .join('');
const use = `${imports}
export const entries = [${entries.map((_, n) => `entry${n}`).join(', ')}] as const;
// A missing declaration would be \`any\`.
type IsAny<T> = 0 extends 1 & T ? true : false;
export const typed: readonly false[] = [${entries.map((_, n) => `false as IsAny<typeof entry${n}>`).join(', ')}];
const deckhand = entry0.createDeckhand({ scenario: 'instant' });
deckhand.workspace('ws_dev').use('happy-path');
// @ts-expect-error: not the name of a scenario
deckhand.workspace('ws_dev').use('happy-pat');
`;
/** @type {string[]} */
const notes = [];
for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
]) {
  writeFileSync('user.mts', use);
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    module,
    moduleResolution,
  };
  writeFileSync('tsconfig.json', JSON.stringify({ compilerOptions, files: ['user.mts'] }));
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--pretty', 'false'],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const errors = stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  const ours = errors.filter((line) => !/^node_modules\/(?!deckhand\/)/.test(line));
  if (ours.length > 0 || (status !== 0 && errors.length === 0)) process.exitCode = 1;
  console.log([...ours, `${moduleResolution}: ${entries.length} entries, ${ours.length} errors`].join('\n'));
  const others = new Map();
  for (const line of errors) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(line) ?? [];
    if (name !== undefined && name !== 'deckhand') others.set(name, (others.get(name) ?? 0) + 1);
  }
  for (const [name, count] of others) {
    const note = `${name} has ${count} ${count === 1 ? 'error' : 'errors'} of its own`;
    if (!notes.includes(note)) notes.push(note);
  }
  console.log(
    errors
      .filter((line) => !ours.includes(line))
      .slice(0, 5)
      .join('\n'),
  );
}
for (const note of notes) console.log(`note: ${note}`);
