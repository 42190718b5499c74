/** Wrong verdicts of the proof: a sentence for a stranger, and the file that defines the case. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, RuleReport } from '../../src/judge/index.js';
import type { Mutant } from '../mutants/mutant.js';
import type { ConformingVariant } from '../variants/variant.js';

export interface Failure {
  readonly sentence: string;
  readonly file: string;
}

/** Whether a rule that cites a section of the mutant fails, or warns if the mutant can cause only warnings. */
const isCaught = (mutant: Mutant, report: Report): boolean => findCatchingRules(mutant, report).length > 0;

const findCatchingRules = (mutant: Mutant, { rules }: Report): readonly RuleReport[] =>
  rules.filter(
    (rule) => (rule.outcome === 'fail' || rule.outcome === mutant.detectedAs) && citesSection(rule, mutant),
  );

/** The failing rules of which no violation cites a section of the mutant. */
const findUnrelatedFailures = (mutant: Mutant, { rules }: Report): readonly RuleReport[] =>
  rules.filter((rule) => rule.outcome === 'fail' && !citesSection(rule, mutant));

/** Whether a violation cites a section of the mutant. A rule about each operation cites that of the operation. */
function citesSection({ sections, findings }: RuleReport, mutant: Mutant): boolean {
  const violations = findings.filter(({ severity }) => severity !== 'info');
  const cited = violations.flatMap((finding) => finding.sections ?? sections);
  return cited.some((section) => mutant.sections.includes(section));
}

/** What a mutant proves to be wrong: it is missed, or reported by rules of other sections, too. */
export const judgeMutant = (mutant: Mutant, report: Report, when = ''): readonly Failure[] =>
  isCaught(mutant, report) ? judgedWrongly(mutant, report) : missed(mutant, when);

const missed = (mutant: Mutant, when: string): readonly Failure[] => [
  {
    sentence: `The bug “${mutant.title}” (${mutant.id}, section ${mutant.sections.join(', ')}) was not found${when && ` ${when}`}: no rule that cites its section fails.`,
    file: findDefinition('test/mutants/catalogue', mutant.id),
  },
];

/** The rules of other sections that fail. */
const judgedWrongly = (mutant: Mutant, report: Report): readonly Failure[] =>
  findUnrelatedFailures(mutant, report).map(({ id, sections, findings }) => ({
    sentence: `The bug “${mutant.title}” (${mutant.id}, section ${mutant.sections.join(', ')}) is reported as one of section ${sections.join(', ')}, too, by ${id}: ${findings[0]?.message ?? ''}.`,
    file: findDefinition('test/mutants/catalogue', mutant.id),
  }));

export function accusation(
  chosen: readonly ConformingVariant[],
  failures: readonly string[],
): readonly Failure[] {
  if (failures.length === 0) return [];
  const what = chosen.map(({ id, title }) => `“${title}” (${id})`).join(' and ');
  return [
    {
      sentence: `The conforming service ${what} was accused: ${failures.join('; ')}.`,
      file: chosen.map(findVariantFile).join(', '),
    },
  ];
}

/** The message of a test that fails. */
export const formatSentences = (failures: readonly Failure[]): string =>
  failures.map(({ sentence, file }) => `${sentence}\n    ${file}`).join('\n');

/** The id of a variant is its topic and a suffix, and the file has each of them. */
function findVariantFile({ id, decides: [topic] }: ConformingVariant): string {
  const suffix = id.slice((topic?.length ?? 0) + 1);
  return findDefinition('test/variants/catalogue', id, suffix);
}

function findDefinition(folder: string, ...ids: readonly string[]): string {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const found = ids.flatMap((id) => texts.filter(({ text }) => text.includes(`'${id}'`)));
  return found[0]?.file ?? folder;
}
