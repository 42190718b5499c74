import { describe, expect, it } from 'vitest';
import { asking, completed, message, poll, start, working } from '../exchanges.js';
import { storyIn } from './play-story.js';

describe('the placeholders of a story', () => {
  const recording = [
    start(0),
    poll(1000, working(0, 0, 'Reading for Ms Adler')),
    poll(2000, working(1, 0, 'Reading for Ms Adler again')),
    poll(3000, working(2, 0)),
    poll(4000, asking('Is Ms Adler in?')),
    message(5000),
    poll(6000, asking('Is Mr Adler in?')),
    message(7000),
    poll(8000, undefined, {
      status: 500,
      body: {
        type: 'https://docs.acme.example/busy?token=1',
        status: 500,
        code: 'renderer_gone',
        detail: 'Ms Adler is gone.',
        trace_id: 'tr_8',
        at: '2026-01-15T09:30:08Z',
        help: 'https://acme.example/adler',
        template_id: 'tpl_pitch',
      },
    }),
    poll(
      9000,
      completed(
        {},
        {
          title: 'Adler',
          sections: [
            { id: 's1', title: 'Adler one', layout: 'quote', bullets: ['ACME', 'ACME', 'Adler'] },
            { id: 's2', title: 'Adler two', layout: 'bullets', bullets: [] },
          ],
          theme: { color: '#a0b1c2', logo: 'https://acme.example/logo', note: 'For Ms Adler' },
        },
      ),
    ),
  ];

  it('are the same for the same text, and others for others', () => {
    const { scenario } = storyIn(recording, false);
    expect(JSON.stringify(scenario)).not.toMatch(/Adler|acme/i);
    const texts = scenario.steps.map(({ work, ask }) => work?.current_step ?? ask?.message);
    expect(texts).toEqual([
      'Step 1',
      'Step 2',
      'Step 3: {slide} of {slides}',
      'Question 1',
      undefined,
      'Question 2',
      undefined,
      undefined,
    ]);
    expect(scenario.steps.at(-1)?.complete).toMatchObject({
      title: 'Title 1',
      sections: [
        { title: 'Section 1', layout: 'quote', bullets: ['Point 1', 'Point 1', 'Point 2'] },
        { title: 'Section 2', layout: 'bullets' },
      ],
    });
  });

  it('leave values valid that code reads', () => {
    const { scenario } = storyIn(recording, false);
    expect(scenario.faults?.[0]?.answer?.body).toEqual({
      type: 'https://example.com/address-2',
      status: 500,
      code: 'renderer_gone',
      detail: 'Text 2',
      trace_id: 'tr_8',
      at: '2026-01-15T09:30:08Z',
      help: 'https://example.com/address-3',
      template_id: 'tpl_pitch',
    });
    expect(scenario.steps.at(-1)?.complete?.presentation).toEqual({
      theme: { color: '#a0b1c2', logo: 'https://example.com/address-1', note: 'Text 1' },
    });
  });

  it('are not there when texts are kept', () => {
    expect(JSON.stringify(storyIn(recording).scenario)).toMatch(/Ms Adler again.*Is Mr Adler in/);
  });
});
