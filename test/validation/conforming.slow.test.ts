import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { arbitraryCombination, getDeclaredWarnings } from '../variants/combinations.js';
import { variants } from '../variants/variants.js';
import { accusation, formatSentences } from './failures.js';
import {
  chooseCases,
  formatFailures,
  isTruncated,
  MUTANT,
  VARIANT,
  verifyReferenceService,
} from './run-case.js';
import { findFalsePositivesInParts } from './truncated-recordings.js';

const chosen = chooseCases(variants, VARIANT);

test.skipIf(VARIANT === undefined && MUTANT !== undefined).each(chosen)(
  '$id causes no false positive',
  async (variant) => {
    const { report, exchanges } = await verifyReferenceService([variant.hooks]);
    const { warns = [] } = variant;
    const inParts =
      VARIANT !== undefined || isTruncated(variants.indexOf(variant))
        ? findFalsePositivesInParts(exchanges, {
            baseUrl: report.target,
            warns,
          })
        : [];
    const failures = accusation([variant], [...formatFailures(report, warns), ...inParts]);
    expect(failures, formatSentences(failures)).toEqual([]);
    // Some variants never ask a question, or reject every start.
    expect(report.outcome).toMatch(/^(?:pass|incomplete)$/);
  },
);

test.skipIf(VARIANT !== undefined || MUTANT !== undefined)(
  'combined variants cause no false positive',
  async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCombination(), async (combined) => {
        const { report } = await verifyReferenceService(combined.map(({ hooks }) => hooks));
        const failures = accusation(combined, formatFailures(report, getDeclaredWarnings(combined)));
        expect(failures, formatSentences(failures)).toEqual([]);
      }),
      cases(10),
    );
  },
);
