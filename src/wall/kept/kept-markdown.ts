/** A compared wall as Markdown for a pull request: the changed cells, and the broken rules. */
import { verdictOf, changeText } from './kept-page.js';
import type { Comparison, KeptWall } from './kept-types.js';

/** GitHub accepts 65,536 characters in a comment. */
const MOST_ROWS = 100;

export function keptMarkdown(wall: KeptWall, comparison: Comparison): string {
  const { changes } = comparison;
  const findings = new Map(
    wall.cells.flatMap(({ scenario, findings: found }) =>
      found.map(({ rule, message }) => [`${scenario} ${rule}`, { scenario, rule, message }] as const),
    ),
  );
  return [
    `### Wall: ${plain(verdictOf(wall, comparison))}`,
    ...table(
      ['Scenario', 'Moment', 'Size', 'Change'],
      changes.map((change) => [
        change.cell.scenario,
        change.cell.at,
        `${change.cell.size} px`,
        changeText(change),
      ]),
    ),
    ...table(
      ['Scenario', 'Broken rule', 'Why'],
      [...findings.values()].map(({ scenario, rule, message }) => [scenario, rule, message]),
    ),
    '',
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const rest = rows.length - MOST_ROWS;
  return [
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.slice(0, MOST_ROWS).map((row) => line(row.map(plain))),
    ...(rest > 0 ? ['', `${rest} more are in the page.`] : []),
  ];
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Texts of an app are texts in Markdown, too. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>|#@!~]/g, (character) => `&#${character.charCodeAt(0)};`);
