/** Prints coverage for the text report: the counts, then the items that are not covered. */
import { countText, coverageKinds, missingByReason } from './coverage-counts.js';
import type { Coverage } from './coverage-model.js';
import { neutral } from './neutral.js';

export function coverageText(coverage: Coverage): string {
  const counts = coverageKinds.map(([kind, label]) => countText(coverage[kind], label));
  const missing = [...missingByReason(coverage)].map(
    ([reason, names]) => `  not fully covered, ${neutral(reason)}:\n    ${neutral(names.join('; '))}`,
  );
  return ['Coverage of the interface', `  ${counts.join('; ')}`, ...missing].join('\n');
}
