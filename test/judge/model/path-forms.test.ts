import { expect, test } from 'vitest';
import { pathForms, readPathForm, toPathForm } from '../../../src/judge/model/path-forms.js';

const paths = [
  '/templates',
  '/presentations',
  '/presentations/Deck-1',
  '/presentations/generate/Job-1/status',
];

test.each(paths)('%s in each form is read again, with its id as it is', (path) => {
  expect(pathForms.map((form) => readPathForm(toPathForm(path, form)))).toEqual([
    // The slash at the end is no form of its own here: some services document it.
    undefined,
    { form: 'double-slash', path },
    { form: 'encoded-letter', path },
    { form: 'upper-case', path },
  ]);
  expect(readPathForm(path)).toBeUndefined();
});

test('each form differs from the documented path', () => {
  expect(pathForms.map((form) => toPathForm('/templates', form))).toEqual([
    '/templates/',
    '//templates',
    '/%74emplates',
    '/TEMPLATES',
  ]);
});
