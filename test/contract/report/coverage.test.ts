import { beforeAll, describe, expect, test } from 'vitest';
import type { Coverage, CoverageItem, ExploreOptions } from '../../../src/contract/index.js';
import { checkVirtually } from '../virtual-run.js';

/** Of a run with both keys and both prompts. */
const coverageOf = async (options: Partial<ExploreOptions>): Promise<Coverage> =>
  (await checkVirtually([], [], options)).report.coverage;

const unseen = (items: readonly CoverageItem[]) =>
  items.filter(({ seen }) => seen === 'no' || seen === 'partly');
const named = (items: readonly CoverageItem[], name: string) =>
  items.find((item) => item.name.startsWith(name));

describe('a run with all options', () => {
  let coverage: Coverage;
  beforeAll(async () => {
    coverage = await coverageOf({ probeRateLimit: true });
  });

  test('sees all seven operations, all states, and every field', () => {
    const { operations, states, fields } = coverage;
    expect([operations.length, states.length]).toEqual([7, 4]);
    for (const items of [operations, states, fields]) expect(unseen(items)).toEqual([]);
  });

  test('counts the documented fields with their states', () => {
    const names = coverage.fields.map(({ name }) => name);
    expect(names).toHaveLength(22);
    expect(names).toContain('tokens_used, while completed');
    expect(names).toContain('message, while awaiting_input');
    expect(names).toContain('current_step, inside progress');
    expect(names).toContain('updated_at, of a presentation');
    expect(names).not.toContain('tokens_used, while failed');
  });

  test('notes the statuses and how often they occurred', () => {
    expect(named(coverage.operations, 'GET /templates')?.note).toMatch(/^returned 200 \(\d+ times\), 401 /);
    expect(named(coverage.states, 'awaiting_input')?.note).toMatch(/^\d+ views of 5 jobs$/);
    expect(named(coverage.fields, 'progress, while generating')?.note).toMatch(/^in \d+ of \d+ views$/);
  });

  test('has a reason for each section that is not fully covered', () => {
    for (const { seen, note } of coverage.sections) if (seen !== 'yes') expect(note).toMatch(/\w/);
    expect(named(coverage.sections, 'The API exports no files')?.seen).toBe('out-of-reach');
  });
});

describe('a run that only reads', () => {
  let coverage: Coverage;
  beforeAll(async () => {
    coverage = await coverageOf({ readOnly: true });
  });

  test('sees one operation, and has a reason for each other', () => {
    const [seen] = coverage.operations.filter((item) => item.seen === 'yes');
    expect(seen?.name).toBe('GET /templates');
    const missing = unseen(coverage.operations);
    expect(missing).toHaveLength(6);
    expect(named(missing, 'POST /presentations/generate')?.note).toBe(
      'not seen: a job was started (--max-jobs, --read-only)',
    );
  });

  test('sees no state and no field, and has a reason for each', () => {
    for (const items of [coverage.states, coverage.fields]) {
      expect(unseen(items)).toHaveLength(items.length);
      for (const { note } of items) expect(note).toMatch(/^not seen: /);
    }
    expect(named(coverage.states, 'failed')?.note).toBe('not seen: a job failed');
  });

  test('sees a section in part when only some of its rules were reached', () => {
    expect(named(coverage.sections, '5')?.seen).toBe('partly');
  });
});
