/** Validates the default rate: at 20 requests a minute a run sends fewer requests, and must find as much. */
import type { ConformingVariant } from '../variants/variant.js';
import type { Mutant } from '../mutants/mutant.js';
import { formatFailures } from './run-case.js';
import type { ValidationSection } from './section.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

const options = { requestsPerMinute: 20 };

/** Mutants that a run without a rate limit kills and a run at the default rate does not reach, with the cost of reaching them. */
const notReached: Readonly<Record<string, string>> = {
  'rename-undone-by-a-late-step':
    'A run at the default rate renames no presentation within a second of the end of its job. One more rename costs 3 seconds.',
  'start-rejects-template':
    'Both creations of a run at the default rate use one template, and the rule needs two. One more creation costs 3 seconds.',
  'rename-renames-all-with-its-title':
    'A run at the default rate creates two presentations, with different titles. One more creation costs 3 seconds.',
  'completed-job-shows-the-title-of-the-next':
    'In a run at the default rate, the next job to complete has the same prompt and so the same title. One more job costs 30 seconds.',
};

export async function validateDefaultRate(
  mutants: readonly Mutant[],
  variants: readonly ConformingVariant[],
): Promise<ValidationSection> {
  const failures: string[] = [];
  let survived = 0;
  for (const { id, sections, detectedAs, needs, hooks } of mutants) {
    const { report } = await verifyInVirtualTime([hooks], needs, options);
    const isKilled = report.rules.some(
      (rule) =>
        (rule.outcome === 'fail' || rule.outcome === detectedAs) &&
        rule.sections.some((section) => sections.includes(section)),
    );
    const isExplained = notReached[id] !== undefined;
    if (!isKilled) survived += 1;
    if (!isKilled && !isExplained)
      failures.push(`SURVIVED at the default rate: ${id} (${sections.join(', ')})`);
    if (isKilled && isExplained) failures.push(`UNUSED EXPLANATION, killed at the default rate: ${id}`);
  }
  let passing = 0;
  for (const { id, hooks } of variants) {
    const falsePositives = formatFailures((await verifyInVirtualTime([hooks], [], options)).report);
    if (falsePositives.length === 0) passing++;
    for (const failure of falsePositives)
      failures.push(`FALSE POSITIVE at the default rate: ${id}: ${failure}`);
  }
  // The jobs of the reference service advance at each poll, so they take longer with fewer polls.
  const twelveSecondJobs = { choices: { jobProgress: { stageMs: 2500 } } };
  const { report } = await verifyInVirtualTime([twelveSecondJobs], [], options);
  return {
    summary: [
      `At the default rate, ${mutants.length - survived} of ${mutants.length} mutants are killed, ${survived} are not reached for stated reasons, and ${passing} of ${variants.length} conforming variants cause no false positive. ` +
        `With every option and jobs of twelve seconds, a run takes ${(report.durationSeconds / 60).toFixed(1)} minutes and ${report.requests} requests.`,
    ],
    text: `## Mutants that are not reached at the default rate

| Mutant | Reason, and the cost of reaching it |
| --- | --- |
${Object.entries(notReached)
  .map(([id, why]) => `| \`${id}\` | ${why} |`)
  .join('\n')}`,
    failures,
  };
}
