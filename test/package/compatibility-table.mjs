// @ts-check
// What a run of the compatibility matrix means, and how docs/compatibility.md shows it. Runs nothing itself, except that it asks
// the registry for versions.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

/**
 * @typedef {{ verdict: 'passes' | 'fails' | 'not run', note?: string, version?: string, output: string }} Cell
 * @typedef {{ code: number | null, output: string }} Ended
 * @typedef {{ row: { tool?: string, version?: string, what: string, noRuntime?: boolean }, cells: (Cell | undefined)[] }} Result
 */

/**
 * A package that refuses this Node is a fact about that package. Every other failure is ours.
 * @param {Ended} installed @param {Ended | undefined} test @param {string | undefined} version @returns {Cell}
 */
export function cellOf(installed, test, version) {
  const { output } = installed;
  if (/EBADENGINE/.test(output)) {
    const [, name = 'a package'] = /Not compatible with your version of node\/npm: (\S+)/.exec(output) ?? [];
    const [, needed = ''] = /Required:.*"node":"([^"]+)"/.exec(output) ?? [];
    return { verdict: 'not run', note: `${name} needs Node ${needed}`, output };
  }
  if (installed.code !== 0) return { verdict: 'fails', note: 'npm does not install it', output };
  if (!test) throw new Error('A project that is installed is tested.');
  const notes = [...test.output.matchAll(/^note: (.*)$/gm)].map(([, note]) => note);
  return {
    verdict: test.code === 0 ? 'passes' : 'fails',
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(version !== undefined && { version }),
    output: test.output,
  };
}

/** The newest release of each of the newest minor versions, oldest first. @param {string} name @param {number} count */
export async function newestMinors(name, count) {
  const text = execFileSync('npm', ['view', name, 'versions', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** @type {string[]} */
  const versions = JSON.parse(text);
  const minors = versions
    .filter((one) => /^\d+\.\d+\.\d+$/.test(one))
    .map((one) => one.replace(/\.\d+$/, ''));
  return [...new Set(minors)].slice(-count);
}

/** @param {Cell | undefined} cell */
const shown = (cell) => {
  if (!cell) return 'not run';
  return cell.verdict === 'passes'
    ? `passes${cell.note ? ` (${cell.note})` : ''}`
    : `**${cell.verdict}**${cell.note ? `: ${cell.note}` : ''}`;
};

/** Equal rows are one: the oldest version of a tool can be its newest, too. @param {string[][]} lines */
const table = ([head = [], ...body]) => {
  const row = (/** @type {string[]} */ cells) =>
    `| ${cells.map((one) => one.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...new Set(body.map(row))].join('\n');
};

/** @param {Result['row']} row @param {(Cell | undefined)[]} cells */
const tool = ({ tool: name, version }, cells) =>
  name === undefined ? 'Node alone' : `${name} ${cells.find((cell) => cell?.version)?.version ?? version}`;

/** @param {Result[]} results @param {string[]} nodes @param {string} subject what was tested, where */
export function tablesOf(results, nodes, subject) {
  const runtime = results.filter(({ row }) => !row.noRuntime);
  const compiled = results.filter(({ row }) => row.noRuntime);
  return [
    `${subject}.`,
    table([
      ['beside', 'what', ...nodes.map((version) => `Node ${version}`)],
      ...runtime.map(({ row, cells }) => [
        tool(row, cells),
        row.what,
        ...nodes.map((_, column) => shown(cells[column])),
      ]),
    ]),
    table([
      ['compiler', 'what', 'result'],
      ...compiled.map(({ row, cells }) => [tool(row, cells), row.what, shown(cells[0])]),
    ]),
  ].join('\n\n');
}

const START = '<!-- Written by `node test/package/compatibility.mjs`: start -->';
const END = '<!-- end -->';

/** @param {string} page @param {string} text */
export async function writeTables(page, text) {
  const [before, rest] = readFileSync(page, 'utf8').split(START);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`${page} has no markers.`);
  writeFileSync(
    page,
    await format(`${before}${START}\n\n${text}\n\n${END}${after}`, { parser: 'markdown', printWidth: 110 }),
  );
}
