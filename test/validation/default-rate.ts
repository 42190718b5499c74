/** The part of the proof about the default pace: at 20 requests a minute a run sends less, and must see as much. */
import type { ConformingVariant } from '../variants/variant.js';
import type { Mutant } from '../mutants/mutant.js';
import { formatFailures } from './run-case.js';
import type { ProofPart } from './section.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

const pace = { requestsPerMinute: 20 };

/** What a run without pacing catches and a paced one does not meet, with its price. */
const unmet: Readonly<Record<string, string>> = {
  'rename-undone-by-a-late-step':
    'A paced run renames no presentation within a second of the end of its job. One more rename costs 3 seconds.',
  'start-refuses-a-template':
    'Both creations of a paced run use one template, and the rule needs two. One more creation costs 3 seconds.',
  'rename-renames-all-with-its-title':
    'A paced run creates two presentations, with different titles. One more creation costs 3 seconds.',
  'completed-job-shows-the-title-of-the-next':
    'In a paced run, the next job to complete has the same prompt and so the same title. One more job costs 30 seconds.',
};

export async function pacedPart(
  mutants: readonly Mutant[],
  liberties: readonly ConformingVariant[],
): Promise<ProofPart> {
  const failures: string[] = [];
  let missed = 0;
  for (const { id, sections, detectedAs, needs, hooks } of mutants) {
    const { report } = await verifyInVirtualTime([hooks], needs, pace);
    const isCaught = report.rules.some(
      (rule) =>
        (rule.outcome === 'fail' || rule.outcome === detectedAs) &&
        rule.sections.some((section) => sections.includes(section)),
    );
    const isExplained = unmet[id] !== undefined;
    if (!isCaught) missed += 1;
    if (!isCaught && !isExplained)
      failures.push(`SURVIVES at the default pace: ${id} (${sections.join(', ')})`);
    if (isCaught && isExplained) failures.push(`EXPLAINED IN VAIN, it is caught at the default pace: ${id}`);
  }
  let silent = 0;
  for (const { id, hooks } of liberties) {
    const accusations = formatFailures((await verifyInVirtualTime([hooks], [], pace)).report);
    if (accusations.length === 0) silent++;
    for (const accusation of accusations) failures.push(`ACCUSED at the default pace: ${id}: ${accusation}`);
  }
  // The jobs of the plain service move on at each poll, so that they take longer the fewer polls there are.
  const ofTwelveSeconds = { choices: { jobProgress: { stageMs: 2500 } } };
  const { report } = await verifyInVirtualTime([ofTwelveSeconds], [], pace);
  return {
    summary: [
      `At the default pace, ${mutants.length - missed} of ${mutants.length} mutants are caught, a run does not meet ${missed} for stated reasons, and ${silent} of ${liberties.length} liberties raise nothing. ` +
        `With every option and jobs of twelve seconds, a run takes ${(report.seconds / 60).toFixed(1)} minutes and ${report.requests} requests.`,
    ],
    text: `## Not met at the default pace

| Mutant | Why, and its price |
| --- | --- |
${Object.entries(unmet)
  .map(([id, why]) => `| \`${id}\` | ${why} |`)
  .join('\n')}`,
    failures,
  };
}
