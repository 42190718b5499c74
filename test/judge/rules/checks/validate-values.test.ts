import { expect, test } from 'vitest';
import { validateTimestamp } from '../../../../src/judge/rules/checks/validate-values.js';

test.each(['2026-01-15T09:30:12.000Z', '2024-02-29T00:00:00.000Z', '2016-12-31T23:59:60.000Z'])(
  '%s has the documented form',
  (text) => expect(validateTimestamp(text)).toBeUndefined(),
);

test.each([
  '2026-01-15T09:30:12.000+00:00',
  '2026-01-15T09:30:12.123456Z',
  '20260115T093012.000Z',
  '2026-01-15t09:30:12.000z',
])('%s is an unusual form and a warning', (text) => expect(validateTimestamp(text)?.downgrade).toBeDefined());

test.each([
  ['2026-01-15T09:30:12Z', 'must have milliseconds (three digits)'],
  ['2026-01-15T09:30:12.000', 'must have the zone Z or +00:00 (UTC)'],
  ['2026-01-15T09:30:12.000+01:00', 'must have the zone Z or +00:00 (UTC)'],
  ['2026-01-15 09:30:12.000Z', 'must have a T between date and time (ISO 8601)'],
  ['2026-02-30T09:30:12.000Z', 'must be an existing date and time'],
  ['2026-01-15T25:30:12.000Z', 'must be an existing date and time'],
  ['0001-01-01T00:00:00.000Z', 'must be the time of the event, not a default value'],
  ['9999-12-31T23:59:59.999Z', 'must be the time of the event, not a default value'],
  ['Thu, 15 Jan 2026 09:30:12 GMT', 'must be an ISO 8601 timestamp'],
  ['', 'must be an ISO 8601 timestamp'],
])('%j fails: it %s', (text, expected) => expect(validateTimestamp(text)).toEqual({ expected }));
