import { describe, expect, it } from 'vitest';
import type { Presentation } from '../../src/generated/presentation-api.js';
import { jobView } from '../../src/service/job-view.js';

const STANDING = { step: 0, since: 0, until: Infinity };
const PRESENTATION = { id: 'pres_1' } as Presentation;
const COMPLETE = {
  kind: 'complete',
  title: undefined,
  sections: undefined,
  tokens: undefined,
  isPublic: false,
} as const;

describe('the status view of a job', () => {
  it('at work has its progress', () => {
    const state = { ...STANDING, status: 'generating', tokens: 0, progress: undefined } as const;
    expect(jobView('gen_1', state)).toEqual({ generation_id: 'gen_1', status: 'generating' });
    const progress = { total: 8, completed: 3, currentStep: 'Writing' };
    expect(jobView('gen_1', { ...state, tokens: 90, progress })).toEqual({
      generation_id: 'gen_1',
      status: 'generating',
      progress: { slides_total: 8, slides_completed: 3, current_step: 'Writing' },
      tokens_used: 90,
    });
  });

  it('with a question has the question', () => {
    const asked = { question: 1, message: 'Who?', reached: { tokens: 90, progress: undefined } };
    expect(jobView('gen_1', { ...STANDING, status: 'awaiting_input', ...asked })).toEqual({
      generation_id: 'gen_1',
      status: 'awaiting_input',
      message: 'Who?',
    });
  });

  it('that is completed has its presentation, and its tokens if it has any', () => {
    const state = { ...STANDING, status: 'completed', tokens: 90, complete: COMPLETE } as const;
    const view = { generation_id: 'gen_1', status: 'completed', presentation: PRESENTATION };
    expect(jobView('gen_1', state, PRESENTATION)).toEqual({ ...view, tokens_used: 90 });
    expect(jobView('gen_1', { ...state, tokens: 0 }, PRESENTATION)).toEqual(view);
  });

  it('that has failed has its error', () => {
    expect(jobView('gen_1', { ...STANDING, status: 'failed', error: 'Broken.' })).toEqual({
      generation_id: 'gen_1',
      status: 'failed',
      error: 'Broken.',
    });
  });

  it('that is completed without a presentation is a bug', () => {
    const state = { ...STANDING, status: 'completed', tokens: 0, complete: COMPLETE } as const;
    expect(() => jobView('gen_1', state, undefined)).toThrow('gen_1');
  });
});
