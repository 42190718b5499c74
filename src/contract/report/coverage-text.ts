/** Coverage for a person at a terminal: how much of what was seen, and what was not. */
import { countText, coverageKinds, missingByReason } from './coverage-counts.js';
import type { Coverage } from './coverage-model.js';
import { neutral } from './neutral.js';

export function coverageText(coverage: Coverage): string {
  const counts = coverageKinds.map(([kind, words]) => countText(coverage[kind], words));
  const missing = [...missingByReason(coverage)].map(
    ([reason, names]) => `  not wholly seen, ${neutral(reason)}:\n    ${neutral(names.join('; '))}`,
  );
  return ['Seen of what the interface documents', `  ${counts.join('; ')}`, ...missing].join('\n');
}
