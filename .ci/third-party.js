// @ts-check
// `npm run third-party`: writes THIRD_PARTY.md, the packages that come with Deckhand and their licences: those that npm installs
// with it, and those whose code the build copies into dist/. Fails for a licence that is not on the list of permissive ones.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
]);

/** @param {string} folder */
const read = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

/** The folder of a package as Node finds it from another folder. @param {string} name @param {string} from @returns {string} */
function folderOf(name, from) {
  for (let at = from; ; at = at.replace(/\/?node_modules\/[^/]+(?:\/[^/]+)?$/, '')) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (existsSync(`${folder}/package.json`)) return folder;
    if (at === '') throw new Error(`${name} is not installed.`);
  }
}

/** The dependencies of the package and theirs, without those of the examples. @type {Map<string, any>} */
const found = new Map();
const queue = Object.keys(read('.').dependencies).map((name) => folderOf(name, ''));
for (const folder of queue) {
  if (found.has(folder)) continue;
  const one = read(folder);
  found.set(folder, one);
  queue.push(...Object.keys(one.dependencies ?? {}).map((name) => folderOf(name, folder)));
}
const installed = [...found.values()];

/** What the build copies into dist/: the heads of its licence files, such as `## preact - 10.29.8 (MIT)`. */
const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /LICENSES\.(?:txt|md)$/.test(name),
);
const heads = files.flatMap((name) => [
  ...readFileSync(`dist/${name}`, 'utf8').matchAll(
    /^(?:## )?(@?[\w./-]+) (?:- )?(\d[\w.+-]*) \(([\w.-]+)\)$/gm,
  ),
]);
const copied = [
  ...new Map(
    heads.map(([, name = '', version = '', license = '']) => [name, { name, version, license }]),
  ).values(),
];
if (copied.length === 0) throw new Error('dist/ has no licence files. Run npm run build first.');

/** @param {{ name: string, version: string, license?: string }[]} packages */
const table = (packages) =>
  [
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...packages
      .toSorted((one, two) => (one.name < two.name ? -1 : 1))
      .map(({ name, version, license = 'unknown' }) => `| ${name} | ${version} | ${license} |`),
  ].join('\n');

const unknown = [...installed, ...copied].filter(({ license = '' }) => !PERMISSIVE.has(license));
const text = `<!-- Written by \`npm run third-party\`; do not edit. -->

# Third-party packages

## Installed with Deckhand

${table(installed)}

## Copied into dist/

Their licence texts are in \`dist/chunks/*.LICENSES.txt\`, \`dist/wall/frame.LICENSES.txt\` and \`dist/panel/LICENSES.md\`, with those of the packages that they need.

${table(copied)}
`;
writeFileSync('THIRD_PARTY.md', await format(text, { parser: 'markdown' }));
console.log(`THIRD_PARTY.md: ${installed.length} packages installed, ${copied.length} copied`);
if (unknown.length > 0) {
  console.log(
    `Not on the list of licences: ${unknown.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
  );
  process.exitCode = 1;
}
