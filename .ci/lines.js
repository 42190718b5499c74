// @ts-check
// Compares the hand-written lines of each folder of src/ and test/ with the table lines.txt: a folder must not grow without a
// reason beside its number. `--write` lowers the table to what is there, and never raises it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const TABLE = '.ci/lines.txt';
const HEAD = `# The most lines of TypeScript and JavaScript that each folder of src/ and test/ can have, without generated files.
# \`node .ci/lines.js --write\` lowers it. A number that rises needs its reason beside it, in the same commit;
# \`beside: WHAT\` marks a second build, until the first one is deleted.
`;

/** @typedef {{ most: number, why: string }} Row */

/** @param {string} text @returns {Map<string, Row>} by folder */
function parse(text) {
  const rows = text.split('\n').flatMap((line) => {
    const [, folder = '', most, why = ''] = /^([^#\s]\S*)\s+(\d+)\s*(.*)$/.exec(line) ?? [];
    return folder ? [/** @type {const} */ ([folder, { most: Number(most), why: why.trim() }])] : [];
  });
  return new Map(rows);
}

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** @returns {Map<string, number>} the lines of each folder; files that lie in no folder count for `src` and `test` */
function count() {
  /** @type {Map<string, number>} */
  const lines = new Map();
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', 'src', 'test')
    .trim()
    .split('\n');
  for (const file of new Set(files)) {
    if (!/\.(ts|tsx|js|mjs|cjs)$/.test(file) || file.startsWith('src/generated/') || !existsSync(file))
      continue;
    const folder = file.split('/').slice(0, -1).slice(0, 2).join('/');
    const own = readFileSync(file, 'utf8').split('\n').length - 1;
    lines.set(folder, (lines.get(folder) ?? 0) + own);
  }
  return new Map([...lines].sort());
}

/** The last two versions of the table: the first one before an edit, the second one after its commit. A shallow clone has none. */
function earlier() {
  const commits = git('log', '-2', '--format=%H', '--', TABLE).trim().split('\n').filter(Boolean);
  return commits.map((commit) => parse(git('show', `${commit}:${TABLE}`)));
}

/** @param {string} folder @param {Row} row @param {Map<string, Row>} before */
function isExplained(folder, row, before) {
  const was = before.get(folder) ?? { most: 0, why: '' };
  return row.most <= was.most || (row.why !== '' && row.why !== was.why);
}

const lines = count();
const table = parse(readFileSync(TABLE, 'utf8'));
const versions = earlier();

if (process.argv.includes('--write')) {
  const rows = [...lines].map(([folder, now]) => {
    const { most, why } = table.get(folder) ?? { most: 0, why: '' };
    return now < most ? `${folder.padEnd(18)} ${now}` : `${folder.padEnd(18)} ${most} ${why}`.trimEnd();
  });
  writeFileSync(TABLE, `${HEAD}\n${rows.join('\n')}\n`);
}
/** @type {string[]} */
const problems = [];
console.log(`${'folder'.padEnd(18)}  lines  allowed`);
for (const [folder, now] of lines) {
  const row = table.get(folder) ?? { most: 0, why: '' };
  console.log(
    `${folder.padEnd(18)} ${String(now).padStart(6)} ${String(row.most).padStart(8)}  ${row.why}`.trimEnd(),
  );
  if (now > row.most) problems.push(`${folder} has ${now} lines; ${TABLE} allows ${row.most}.`);
  if (versions.some((before) => !isExplained(folder, row, before)))
    problems.push(`${folder} rises to ${row.most} in ${TABLE}, and no reason stands beside it.`);
}
for (const problem of problems) console.log(problem);
if (problems.length > 0) {
  console.log(`Delete lines, or raise the number and write why beside it: src/example 1200 the reason.`);
  process.exitCode = 1;
}
