import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Preview, PreviewStep } from '../../src/app/preview-client.js';
import { formatPreview } from '../../src/cli/format-preview.js';
import type { JobView } from '../../src/generated/presentation-api.js';

const POLL: PreviewStep = {
  at: 3000,
  request: 'poll',
  status: 200,
  retryAfter: undefined,
  view: undefined,
  headers: {},
  body: '',
  fault: undefined,
};
const shown = (preview: Preview): string[] => stripVTControlCharacters(formatPreview(preview)).split('\n');
const line = (step: Partial<PreviewStep>): string =>
  shown({ steps: [{ ...POLL, ...step }], stoppedBy: 'job-ended' })[1] ?? '';
const viewing = (view: Omit<JobView, 'generation_id'>): string =>
  line({ view: { generation_id: 'gen_1', ...view } as JobView });

describe('a step of a preview', () => {
  it('has a missing response and the fault of the scenario', () => {
    expect(line({ status: 0, fault: 'resets the connection' })).toBe(
      '        3s  GET status     ---  [resets the connection]',
    );
  });

  it.each([
    [0, 0, '████████████ 0/0'],
    [7, 300, '░░░░░░░░░░░░   7/300'],
  ])('shows %d of %d slides as %s', (done, total, bar) => {
    const progress = { slides_total: total, slides_completed: done, current_step: 'S' };
    expect(viewing({ status: 'generating', progress } as JobView)).toContain(`  ${bar}  S`);
  });
});

describe('equal responses in a row', () => {
  const polls = (count: number): PreviewStep[] =>
    Array.from({ length: count }, (_, index) => ({ ...POLL, at: 3000 * (index + 1) }));

  it('are collapsed from the fourth on', () => {
    expect(shown({ steps: polls(5), stoppedBy: 'poll-limit' }).slice(1, -2)).toEqual([
      '        3s  GET status     200',
      '            the same 4 more times, until 15s',
    ]);
    expect(shown({ steps: polls(3), stoppedBy: 'poll-limit' }).slice(1, -2)).toHaveLength(3);
  });
});

describe('a text from a scenario', () => {
  it('has no control characters and no line breaks', () => {
    const steering = 'a\u001b]0;title\u0007b\u202ec\r\nd';
    const lines = shown({
      steps: [{ ...POLL, view: { generation_id: 'gen_1', status: 'failed', error: steering } }],
      stoppedBy: 'job-ended',
    });
    expect(lines).toHaveLength(4);
    expect(lines[1]).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
  });
});
