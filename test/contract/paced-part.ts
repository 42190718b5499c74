/** The part of the proof about the default pace: at 20 requests a minute a run sends less, and must see as much. */
import type { Liberty } from '../liberties/liberty.js';
import type { Mutant } from '../mutants/mutant.js';
import { failuresOf } from './proof.js';
import type { ProofPart } from './proof-part.js';
import { checkVirtually } from './virtual-run.js';

const pace = { requestsPerMinute: 20 };

export async function pacedPart(
  mutants: readonly Mutant[],
  liberties: readonly Liberty[],
): Promise<ProofPart> {
  const failures: string[] = [];
  for (const { id, sections, shownAs, needs, apply } of mutants) {
    const { report } = await checkVirtually([apply], needs, pace);
    const isCaught = report.rules.some(
      (rule) =>
        (rule.outcome === 'fail' || rule.outcome === shownAs) &&
        rule.sections.some((section) => sections.includes(section)),
    );
    if (!isCaught) failures.push(`SURVIVES at the default pace: ${id} (${sections.join(', ')})`);
  }
  const caught = mutants.length - failures.length;
  let silent = 0;
  for (const { id, apply } of liberties) {
    const accusations = failuresOf((await checkVirtually([apply], [], pace)).report);
    if (accusations.length === 0) silent++;
    for (const accusation of accusations) failures.push(`ACCUSED at the default pace: ${id}: ${accusation}`);
  }
  const { report } = await checkVirtually([], [], pace);
  return {
    summary: [
      `At the default pace, ${caught} of ${mutants.length} mutants are caught, and ${silent} of ${liberties.length} liberties raise nothing. ` +
        `With every option, a run takes ${(report.seconds / 60).toFixed(1)} minutes and ${report.requests} requests.`,
    ],
    text: '',
    failures,
  };
}
