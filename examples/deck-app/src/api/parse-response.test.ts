import { expect, test } from 'vitest';
import { parseAccepted, parseJobView, parsePresentation, parseTemplates } from './parse-response';

const DECK = { id: 'pres_1', title: 'Taxis', workspace_id: 'ws', sections: [], is_public: false, url: '' };

test('each of the four statuses is parsed with its fields', () => {
  const job = { generation_id: 'gen_1' };
  expect(parseJobView({ ...job, status: 'generating' })).toEqual({ ...job, status: 'generating' });
  expect(parseJobView({ ...job, status: 'awaiting_input', message: 'Who?' })).toMatchObject({
    message: 'Who?',
  });
  expect(parseJobView({ ...job, status: 'failed', error: 'No.' })).toMatchObject({ error: 'No.' });
  expect(parseJobView({ ...job, status: 'completed', presentation: DECK, tokens_used: 7 })).toMatchObject({
    presentation: { id: 'pres_1' },
    tokens_used: 7,
  });
});

test.each([
  ['nothing', undefined],
  ['a text', 'generating'],
  ['no identifier', { status: 'generating' }],
  ['an unknown status', { generation_id: 'gen_1', status: 'paused' }],
  ['a question without a message', { generation_id: 'gen_1', status: 'awaiting_input' }],
  ['a failure without a reason', { generation_id: 'gen_1', status: 'failed' }],
  ['completed without a presentation', { generation_id: 'gen_1', status: 'completed', presentation: null }],
])('a job view is invalid: %s', (_what, body) => {
  expect(parseJobView(body)).toBeUndefined();
});

test('incomplete progress is ignored', () => {
  const view = { generation_id: 'gen_1', status: 'generating', progress: { slides_total: 8 } };
  expect(parseJobView(view)).not.toHaveProperty('progress');
});

test('a start without an identifier is invalid', () => {
  expect(parseAccepted({ status: 'generating' })).toBeUndefined();
});

test('templates are parsed from an array, and from an object with an array', () => {
  const list = [{ id: 'tpl_1', name: 'Pitch' }, { name: 'without an identifier' }, null, { id: 'tpl_2' }];
  const parsed = [
    expect.objectContaining({ id: 'tpl_1', name: 'Pitch' }),
    expect.objectContaining({ name: 'tpl_2' }),
  ];
  expect(parseTemplates(list)).toEqual(parsed);
  expect(parseTemplates({ data: list })).toEqual(parsed);
  expect(parseTemplates({ count: 2 })).toBeUndefined();
  expect(parseTemplates('none')).toBeUndefined();
});

test('sections of any shape become slides', () => {
  const sections = [{ title: 'One', bullets: ['a', 7], layout: 'quote' }, { heading: 'Two' }, 'Three', null];
  expect(parsePresentation({ ...DECK, sections })?.sections).toEqual([
    { id: '0', title: 'One', layout: 'quote', bullets: ['a'] },
    { id: '1', title: '', layout: 'bullets', bullets: [] },
    { id: '2', title: 'Three', layout: 'bullets', bullets: [] },
    { id: '3', title: '', layout: 'bullets', bullets: [] },
  ]);
  expect(parsePresentation({ ...DECK, sections: undefined })?.sections).toEqual([]);
});
