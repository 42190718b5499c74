/** The evidence of a recording: its minimum is that it is whole and contains a judged exchange. */
import type { EvidenceReport, Gap } from './model.js';

export function recordingEvidence(
  missing: readonly Gap[],
  missingParts: readonly string[] = [],
): EvidenceReport {
  return {
    minimum: { name: 'recording', required: [], raised: [], lowered: [] },
    missing,
    unexamined: [],
    ...(missingParts.length > 0 && { missingParts }),
  };
}
