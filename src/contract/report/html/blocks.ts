/** Prints the sections of a document for the page, and their blocks. */
import type { Block, EntriesBlock, Entry, FoldBlock, Section, TableBlock } from '../document.js';
import { icon, inline, itemMarks, percent, prose } from './inline.js';
import { jobFigure, legend } from './job-figure.js';
import { markup, type Markup } from '../markup.js';
import { ruleCard } from './rule-card.js';
import { tally } from './jump.js';

export function sectionMarkup({ id, title, lead, blocks }: Section): Markup {
  const shown = blocks.filter(({ only }) => only !== 'lines');
  const hasChart = shown.some((block) => block.kind === 'job' && block.chart);
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${lead === undefined ? undefined : markup`<p class="lead">${lead}</p>\n`}${hasChart ? legend : undefined}${shown.map(
    (block) => markup`${blockMarkup(block)}\n`,
  )}</section>`;
}

function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case 'list':
      return markup`<ul>\n${block.items.map((item) => markup`<li${itemMarks()}>${inline(item)}</li>\n`)}</ul>`;
    case 'entries':
      return entries(block);
    case 'table':
      return table(block);
    case 'fold':
      return fold(block);
    case 'rule':
      return ruleCard(block);
    case 'job':
      return jobFigure(block);
  }
}

/** Entries about one rule each are short. Others are cards, in which the filter can hide the lines about a rule. */
function entries({ entries: all }: EntriesBlock): Markup {
  return all.every(({ rule }) => rule !== undefined)
    ? markup`<dl class="questions">\n${all.map(question)}</dl>`
    : markup`${all.map(card)}`;
}

function question({ text: title, rule, lines }: Entry): Markup {
  const mark = rule && icon(rule.outcome);
  return markup`<div id="${rule?.anchor}"${itemMarks(rule)}><dt>${mark} ${inline(title)} <code>${rule?.id}</code></dt><dd><ul>${lines.map(({ text }) => markup`<li>${inline(text)}</li>`)}</ul></dd></div>\n`;
}

function card({ text: title, lines }: Entry): Markup {
  const isGroup = lines.some(({ rule }) => rule !== undefined);
  const items = lines.map(({ text, rule }) =>
    rule
      ? markup`<li id="${rule.anchor}"${itemMarks(rule)}>${inline(text)} <code>${rule.id}</code><span class="unseen"> ${inline(title)}</span></li>\n`
      : markup`<li>${inline(text)}</li>\n`,
  );
  return markup`<article class="card"${isGroup ? markup` data-group=""` : itemMarks()}>
<h3>${isGroup ? icon('not-reached') : undefined}<span>${inline(title)}</span></h3>
<ul class="${isGroup ? 'plain' : 'problems'}">${items}</ul>
</article>\n`;
}

function fold({ id, title, seen, rules, blocks }: FoldBlock): Markup {
  return markup`<details class="group"${id === undefined ? undefined : markup` id="${id}"`} data-group="">
<summary><b>${title}</b> ${rules && tally(rules)}${seen && bar(seen)}</summary>
${blocks.map(blockMarkup)}
</details>`;
}

const bar = ({ seen, partly, all }: NonNullable<FoldBlock['seen']>): Markup =>
  markup`<svg class="bar" aria-hidden="true" width="100%" height="8"><rect class="not-reached" width="100%" height="100%"/><rect class="partly" width="${percent(seen + partly, all)}" height="100%"/><rect class="pass" width="${percent(seen, all)}" height="100%"/></svg>`;

/** Where the page is narrow, the cells of a row of texts are below each other, and each figure has its head. */
function table({ look, heads, rows }: TableBlock): Markup {
  const lines = rows.map(({ rule, cells }) => {
    const shown = cells.map((cell, index) =>
      look === 'figures'
        ? markup`<td data-head="${heads[index]?.name}">${inline(cell)}</td>`
        : markup`<td>${inline(cell)}</td>`,
    );
    return markup`<tr${itemMarks(rule)}>${shown}</tr>\n`;
  });
  const names = heads.map(({ name }) => name);
  return markup`<div class="table ${look === 'figures' ? 'figures' : 'stacked'}" role="group" tabindex="0" aria-label="${names.join(', ')}"><table>
<thead><tr>${names.map((name) => markup`<th scope="col">${prose(name)}</th>`)}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>`;
}
