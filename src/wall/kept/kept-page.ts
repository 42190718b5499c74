/** The page of a kept wall, as HTML without a script: scenario × moment, and the cells that changed. It loads its pictures only. */
import { counted } from '../../base/text/counted.js';
import { escapeHtml as text } from '../../base/escape-html.js';
import type { ChangedCell, Comparison, KeptCell, KeptWall } from './kept-types.js';
import { keptStyle } from './kept-style.js';

export function keptPage(wall: KeptWall, comparison: Comparison | undefined): string {
  const { app, scenarios, moments, sizes, cells } = wall;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Wall of ${text(app)}</title>
<style>${keptStyle}</style>
</head>
<body>
<header>
<h1>Wall</h1>
<p class="verdict">${text(verdictOf(wall, comparison))}</p>
<p>${text(app)}: ${counted(scenarios.length, 'scenario')}, ${counted(moments.length, 'moment')}, ${sizes.join(', ')} px wide.</p>
</header>
<main>
${comparison ? changedSection(comparison) : ''}
${sizes.map((size) => gridOf(wall, size, cells, comparison)).join('\n')}
</main>
</body>
</html>
`;
}

/** One sentence for the page, the terminal and Markdown. */
export function verdictOf({ cells }: KeptWall, comparison: Comparison | undefined): string {
  const broken = brokenScenarios(cells);
  const rules =
    broken.length === 0
      ? 'No rule is broken.'
      : `${counted(broken.length, 'scenario breaks a rule', 'scenarios break a rule')}.`;
  if (!comparison) return rules;
  const { changes, with: folder } = comparison;
  const changed =
    changes.length === 0
      ? `No cell differs from ${folder}.`
      : `${counted(changes.length, 'cell differs', 'cells differ')} from ${folder}.`;
  return `${changed} ${rules}`;
}

export function brokenScenarios(cells: readonly KeptCell[]): readonly string[] {
  return [...new Set(cells.flatMap(({ scenario, findings }) => (findings.length > 0 ? [scenario] : [])))];
}

/** `0.03%`: never zero for a cell that changed. */
export const shareText = (share: number): string => `${Math.max(0.01, share * 100).toFixed(2)}%`;

const CHANGES = { changed: 'changed', new: 'is new', gone: 'is gone' } as const;

export function changeText({ kind, share }: ChangedCell): string {
  return kind === 'changed' ? `${shareText(share)} of its pixels changed` : CHANGES[kind];
}

const idOf = ({ scenario, at, size }: ChangedCell['cell']): string => `${scenario}-${size}-${at}`;

function changedSection({ changes, with: folder }: Comparison): string {
  if (changes.length === 0) return '';
  const figures = changes.map((change) => {
    const { cell, before, after, difference } = change;
    const pictures = [
      ['Before', before],
      ['After', after],
      ['Difference', difference],
    ] as const;
    return `<article id="${text(idOf(cell))}">
<h3>${text(cell.scenario)} <span>${text(cell.at)}, ${cell.size} px</span></h3>
<p>${text(changeText(change))}</p>
<div class="three">
${pictures.map(([name, path]) => (path === undefined ? '' : `<figure>${pictureOf(path, `${name}: ${cell.scenario} at ${cell.at}`)}<figcaption>${name}</figcaption></figure>`)).join('\n')}
</div>
</article>`;
  });
  return `<section><h2>Changed since ${text(folder)}</h2>\n${figures.join('\n')}\n</section>`;
}

function gridOf(
  { scenarios, moments }: KeptWall,
  size: number,
  cells: readonly KeptCell[],
  comparison: Comparison | undefined,
): string {
  const cellOf = (scenario: string, at: string): string => {
    const cell = cells.find((one) => one.scenario === scenario && one.at === at && one.size === size);
    if (!cell) return '<td></td>';
    const change = comparison?.changes.find((one) => idOf(one.cell) === idOf(cell));
    return `<td>${screenOf(cell, change)}</td>`;
  };
  const rows = scenarios.map(
    (scenario) =>
      `<tr><th scope="row">${text(scenario)}</th>${moments.map((at) => cellOf(scenario, at)).join('')}</tr>`,
  );
  return `<section>
<h2>${size} px</h2>
<div class="scroll" tabindex="0" role="group" aria-label="All screens, ${size} px wide">
<table style="--moments:${moments.length}">
<thead><tr><th scope="col">Scenario</th>${moments.map((at) => `<th scope="col">${text(at)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
</section>`;
}

function screenOf(cell: KeptCell, change: ChangedCell | undefined): string {
  const { scenario, at, picture, job, findings, errors, missed, isStill } = cell;
  const look = findings.length > 0 || errors.length > 0 ? 'red' : change ? 'changed' : 'plain';
  const notes = [
    ...(change ? [`<a class="tag change" href="#${text(idOf(cell))}">${text(changeText(change))}</a>`] : []),
    ...findings.map(
      ({ rule, sections, message, exchange, hint }) =>
        `<details><summary class="tag bad">Rule broken: ${text(rule)}</summary><p>${text(message)}</p><p class="mono">${text(exchange)}</p>${hint === undefined ? '' : `<p>${text(hint)}</p>`}<p>Section ${text(sections.join(', '))}</p></details>`,
    ),
    ...errors.map(
      (error) =>
        `<details><summary class="tag bad">Error</summary><p class="mono">${text(error)}</p></details>`,
    ),
    ...missed.map((step) => `<p class="tag">Not followed: ${text(step)}</p>`),
    ...(isStill ? [] : ['<p class="tag">Not still: two pictures in a row differ</p>']),
  ];
  return `<div class="${look}">${pictureOf(picture, `${scenario} at ${at}`)}<p class="job">${text(job?.replaceAll('_', ' ') ?? 'no job')}</p>${notes.join('')}</div>`;
}

const pictureOf = (path: string, alternative: string): string =>
  `<a href="${text(path)}"><img src="${text(path)}" alt="${text(alternative)}" loading="lazy"></a>`;
