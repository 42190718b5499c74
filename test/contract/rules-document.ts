/** docs/rules.md as a text: the statements of the interface with what guards them, then every rule with its reading. */
import { format, resolveConfig } from 'prettier';
import { conductRules, isCited, rules, statements } from '../../src/contract/index.js';
import type { RuleFacts } from '../../src/contract/rule.js';

export async function rulesDocument(): Promise<string> {
  const rows = statements.map(({ section, text, rules: patterns = [], clients = [], because = '' }) => {
    const ids = rules.filter(({ id }) => isCited(id, patterns)).map(({ id }) => id);
    return `| ${section} | ${text} | ${[shortened(ids, patterns), because, ofClients(clients)].filter((part) => part !== '').join('<br>')} |`;
  });
  const catalogue = rules.map(entry);
  const conduct = conductRules.map((rule) => `${entry(rule)} ${rule.hint}`);
  const text = [
    '# What is judged',
    'Written by `npx vitest run test/contract/statements.test.ts -u`; do not edit.',
    '## Every statement of the interface',
    'In our words, by section: the rules that guard it, or why the wire cannot show it.',
    ['| Section | Statement | Guarded by, or why not |', '| --- | --- | --- |', ...rows].join('\n'),
    `## The ${rules.length} rules`,
    'With the sections each rests on, and in italics the reading it takes where the text has two.',
    catalogue.join('\n'),
    `## The ${conductRules.length} rules for clients`,
    'What the interface asks of clients, judged on their traffic ([how](conduct.md)); with what to change in a client that breaks one.',
    conduct.join('\n'),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'markdown' });
}

function entry({ id, sections, level, title, reading }: RuleFacts): string {
  const end = /[?.]$/.test(title) ? '' : '.';
  return `- \`${id}\` (${level}; ${sections.join(', ')}): ${title}${end}${reading === undefined ? '' : ` _${reading}_`}`;
}

/** What judges the other side. */
function ofClients(patterns: readonly string[]): string {
  const ids = conductRules.map(({ id }) => id).filter((id) => isCited(id, patterns));
  return ids.length === 0 ? '' : `Clients: ${shortened(ids, patterns)}`;
}

/** A pattern that stands for several rules stays one. */
function shortened(ids: readonly string[], patterns: readonly string[]): string {
  const single = ids.filter((id) => patterns.includes(id));
  const many = patterns.filter((pattern) => pattern.includes('*'));
  return [...many, ...single].map((name) => `\`${name}\``).join(', ');
}
