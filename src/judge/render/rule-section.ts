/** The sections about rules: what each found, where, what follows from the same cause, and the commands that show it again. */
import { formatElapsed } from '../../base/text/format-elapsed.js';
import { pluralize } from '../../base/text/pluralize.js';
import { formatValue } from '../../base/text/format-value.js';
import { formatFailure } from '../model/format-result.js';
import { RootCauseIndex } from '../report/root-causes.js';
import type { ExchangeReport, FindingReport, Report, RuleReport } from '../report/report.js';
import {
  code,
  lines,
  list,
  paragraph,
  type ReportBlock,
  type ReportSection,
  type InlineText,
} from './report-document.js';
import { formatSuppression, formatFinding, formatIsoTime, formatSections, capitalize } from './format.js';

/** Rules of one report, of which each refers to others. */
export class RuleSectionBuilder {
  readonly #exchanges: ReadonlyMap<number, ExchangeReport>;
  readonly #explained: RootCauseIndex;
  readonly #reproductions: ReproductionIndex;

  constructor({ rules, exchanges }: Pick<Report, 'rules' | 'exchanges'>) {
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    this.#explained = new RootCauseIndex(rules);
    this.#reproductions = new ReproductionIndex(rules);
  }

  /**
   * The rules with a cause of their own, first those that explain the most others.
   * @param isBrief whether their evidence is folded
   */
  of(rules: readonly RuleReport[], isBrief = false): readonly ReportSection[] {
    return rules
      .filter((rule) => !this.#explained.isConsequence(rule))
      .toSorted((one, two) => this.#weight(two) - this.#weight(one))
      .map((rule) => this.section(rule, isBrief));
  }

  /** @param isBrief whether the evidence is folded */
  section(rule: RuleReport, isBrief = false): ReportSection {
    const { id, title, sections, outcome, reason, hint, reading, more = 0 } = rule;
    const [first, ...others] = rule.findings.filter(({ kind }) => kind !== 'info');
    const evidence = first ? this.#evidence(first, isBrief) : [];
    return {
      kind: 'section',
      title: capitalize(title),
      outcome: outcome,
      anchor: id,
      blocks: [
        paragraph([{ code: id }, `, ${formatSections(sections)}`]),
        ...(reason === undefined ? [] : [paragraph(capitalize(reason))]),
        ...(first ? [paragraph(formatFindingParagraph(first, outcome))] : []),
        ...(isBrief ? folded('Evidence', evidence) : evidence),
        ...this.#consequences(rule),
        ...(hint === undefined ? [] : [paragraph(`Hint: ${hint}`)]),
        ...folded(pluralize(others.length + more, 'more finding'), [
          ...others.flatMap((finding) => [
            paragraph(formatFindingParagraph(finding, outcome)),
            ...this.#evidence(finding, true),
          ]),
          ...(more > 0 ? [paragraph(`${pluralize(more, 'finding')} not listed`)] : []),
        ]),
        ...folded('Interpretation of the spec', reading === undefined ? [] : [paragraph(reading)]),
      ],
    };
  }

  #weight(rule: RuleReport): number {
    return rule.outcome === 'error' ? -1 : this.#explained.consequencesOf(rule).length;
  }

  #consequences(rule: RuleReport): readonly ReportBlock[] {
    const explained = this.#explained.consequencesOf(rule);
    if (explained.length === 0) return [];
    return [
      paragraph('Same root cause:'),
      list(explained.map(({ id, title }) => [`${capitalize(title)} (`, { code: id }, ')'])),
    ];
  }

  #evidence(finding: FindingReport, isFolded: boolean): readonly ReportBlock[] {
    const { expected, actual, path, sameCauseAs } = finding;
    const cited = sameCauseAs === undefined ? this.#cited(finding) : [];
    const [shown] = cited;
    const body = shown?.[1].received;
    const facts: (readonly [string, InlineText])[] = [
      ...(path === undefined ? [] : [['At', code(path)] as const]),
      ...(expected === undefined && actual === undefined
        ? []
        : [
            ['Expected', code(formatValue(finding, 'expected'))] as const,
            ['Got', code(formatValue(finding, 'actual'))] as const,
          ]),
      ...cited.map(([name, exchange]) => [name, formatExchange(exchange)] as const),
      // The value at a path says already what is wrong with the body.
      ...(path !== undefined || body === undefined ? [] : [['Response', code(body)] as const]),
      ...(sameCauseAs === undefined ? [] : [['Same cause as', code(sameCauseAs)] as const]),
    ];
    return [
      ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
      ...(sameCauseAs === undefined ? this.#reproductions.blocks(finding, isFolded) : []),
      ...cited.flatMap(([, exchange]) => bodies(exchange)),
    ];
  }

  /** What proves the finding, then what it is compared with, and the request whose effect it shows. */
  #cited({ exchange, compared, about }: FindingReport): readonly (readonly [name: string, ExchangeReport])[] {
    const wanted = [
      ['Exchange', exchange],
      ['Compared with', compared],
      ['Effect of', about],
    ] as const;
    return wanted.flatMap(([name, sequence = -1], index) => {
      const isKnown = wanted.slice(0, index).some(([, other]) => other === sequence);
      const found = this.#exchanges.get(sequence);
      return found && !isKnown ? [[name, found] as const] : [];
    });
  }
}

const folded = (title: string, blocks: readonly ReportBlock[]): readonly ReportSection[] =>
  blocks.length === 0 ? [] : [{ kind: 'section', title, visibility: 'collapsed', blocks }];

/** A rule with a violation can have warnings, too. */
function formatFindingParagraph(finding: FindingReport, outcome: RuleReport['outcome']): string {
  const words = capitalize(formatFinding(finding));
  const text = finding.kind === 'warn' && outcome !== 'warn' ? `Warning: ${words}` : words;
  return finding.accepted ? `${text} (${formatSuppression(finding.accepted)})` : text;
}

/** The request, its result, and how to find it elsewhere. */
function formatExchange({
  sequence,
  method,
  path,
  key,
  status,
  failure,
  time,
  took,
  requestId,
  source,
}: ExchangeReport): InlineText {
  const result = failure === undefined ? String(status ?? 'no response') : formatFailure(failure, status);
  const facts = [
    key,
    formatIsoTime(time),
    formatElapsed(took),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
    ...(source === undefined ? [] : [source]),
  ];
  return [`#${sequence} `, { code: `${method} ${path}` }, ` → ${result} (${facts.join(', ')})`];
}

function bodies({ sequence, sent, received }: ExchangeReport): readonly ReportSection[] {
  const all = [
    ['Request', sent],
    ['Response', received],
  ] as const;
  return all.flatMap(([side, text]) =>
    text === undefined
      ? []
      : [
          {
            kind: 'section',
            title: `${side} body of #${sequence}`,
            visibility: 'html-only',
            blocks: [lines(formatBody(text))],
          },
        ],
  );
}

const token = /"(?:[^"\\]|\\[^])*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/g;

/** JSON with a line for each field and item, its tokens as they were sent, also if it is cut. Any other text is one line. */
export function formatBody(text: string): readonly string[] {
  if (!/^\s*[[{]/.test(text)) return [text];
  const lines = [''];
  let depth = 0;
  const begin = (): number => lines.push('  '.repeat(Math.min(depth, 20)));
  for (const [part] of text.matchAll(token)) {
    if (part === '}' || part === ']') {
      depth = Math.max(0, depth - 1);
      begin();
    }
    lines[lines.length - 1] += part === ':' ? ': ' : part;
    if (part === '{' || part === '[') depth++;
    if (part === '{' || part === '[' || part === ',') begin();
  }
  return lines;
}

// The commands of the findings. Those that start the same job are one story, which is printed once.

interface Script {
  readonly commands: string[];
  /** The rule that prints it. */
  shownBy?: string;
  /** Whether it is printed in a folded part only. Findings that are not folded cannot refer to it. */
  isFolded?: boolean;
}

class ReproductionIndex {
  readonly #stories = new Map<string, Script>();
  readonly #ruleOf = new Map<FindingReport, string>();

  constructor(rules: readonly RuleReport[]) {
    for (const { id, findings } of rules)
      for (const finding of findings) {
        const commands = commandsOf(finding);
        if (finding.kind === 'info' || commands.length === 0) continue;
        this.#ruleOf.set(finding, id);
        const name = scriptKey(commands);
        const known = this.#stories.get(name);
        if (known) merge(known.commands, commands);
        else this.#stories.set(name, { commands: [...commands] });
      }
  }

  blocks(finding: FindingReport, isFolded: boolean): readonly ReportBlock[] {
    const story = this.#stories.get(scriptKey(commandsOf(finding)));
    const rule = this.#ruleOf.get(finding);
    if (!story || rule === undefined) return [];
    if (story.shownBy === undefined || (story.isFolded && !isFolded)) {
      story.shownBy = rule;
      story.isFolded = isFolded;
      return [paragraph('To reproduce it:'), lines(story.commands)];
    }
    if (story.shownBy === rule) return [];
    return [paragraph(['To reproduce it, use the commands of ', { code: story.shownBy }])];
  }
}

const commandsOf = ({ reproduce, curl, sameCauseAs }: FindingReport): readonly string[] =>
  sameCauseAs === undefined ? (reproduce ?? (curl === undefined ? [] : [curl])) : [];

/** The command that starts a job or makes a presentation; otherwise all commands. */
const scriptKey = (commands: readonly string[]): string =>
  /^[A-Z_]+=\$\(/.test(commands[0] ?? '') ? (commands[0] ?? '') : commands.join('\n');

/** Adds commands to a story in their order, and uses those that it has. */
function merge(story: string[], commands: readonly string[]): void {
  let at = 0;
  for (const command of commands) {
    const known = story.indexOf(command, at);
    if (known < 0) story.splice(at, 0, command);
    at = (known < 0 ? at : known) + 1;
  }
}
