import { expect, test } from 'vitest';
import { readAccepted, readJobView, readPresentation, readTemplates } from './parse-response';

const DECK = { id: 'pres_1', title: 'Taxis', workspace_id: 'ws', sections: [], is_public: false, url: '' };

test('each of the four states is read with what belongs to it', () => {
  const job = { generation_id: 'gen_1' };
  expect(readJobView({ ...job, status: 'generating' })).toEqual({ ...job, status: 'generating' });
  expect(readJobView({ ...job, status: 'awaiting_input', message: 'Who?' })).toMatchObject({
    message: 'Who?',
  });
  expect(readJobView({ ...job, status: 'failed', error: 'No.' })).toMatchObject({ error: 'No.' });
  expect(readJobView({ ...job, status: 'completed', presentation: DECK, tokens_used: 7 })).toMatchObject({
    presentation: { id: 'pres_1' },
    tokens_used: 7,
  });
});

test.each([
  ['nothing', undefined],
  ['a text', 'generating'],
  ['no identifier', { status: 'generating' }],
  ['a state that is none', { generation_id: 'gen_1', status: 'paused' }],
  ['a question without a message', { generation_id: 'gen_1', status: 'awaiting_input' }],
  ['a failure without a reason', { generation_id: 'gen_1', status: 'failed' }],
  ['an end without a deck', { generation_id: 'gen_1', status: 'completed', presentation: null }],
])('a job view that is %s is not read', (_what, body) => {
  expect(readJobView(body)).toBeUndefined();
});

test('progress that is not whole is none', () => {
  const view = { generation_id: 'gen_1', status: 'generating', progress: { slides_total: 8 } };
  expect(readJobView(view)).not.toHaveProperty('progress');
});

test('a start without an identifier is not read', () => {
  expect(readAccepted({ status: 'generating' })).toBeUndefined();
});

test('templates are read from a list, and from an object that has one', () => {
  const list = [{ id: 'tpl_1', name: 'Pitch' }, { name: 'without an identifier' }, null, { id: 'tpl_2' }];
  const read = [
    expect.objectContaining({ id: 'tpl_1', name: 'Pitch' }),
    expect.objectContaining({ name: 'tpl_2' }),
  ];
  expect(readTemplates(list)).toEqual(read);
  expect(readTemplates({ data: list })).toEqual(read);
  expect(readTemplates({ count: 2 })).toBeUndefined();
  expect(readTemplates('none')).toBeUndefined();
});

test('sections of any shape become slides', () => {
  const sections = [{ title: 'One', bullets: ['a', 7], layout: 'quote' }, { heading: 'Two' }, 'Three', null];
  expect(readPresentation({ ...DECK, sections })?.sections).toEqual([
    { id: '0', title: 'One', layout: 'quote', bullets: ['a'] },
    { id: '1', title: '', layout: 'bullets', bullets: [] },
    { id: '2', title: 'Three', layout: 'bullets', bullets: [] },
    { id: '3', title: '', layout: 'bullets', bullets: [] },
  ]);
  expect(readPresentation({ ...DECK, sections: undefined })?.sections).toEqual([]);
});
