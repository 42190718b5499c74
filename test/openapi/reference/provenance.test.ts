import { expect, it } from 'vitest';
import { marksOf, sectionsInOrder } from '../../../openapi/generate/reference/provenance.js';

const titles = { '4.5': 'Polling a job', '10': 'Last', '2': 'First' };

it('a mark names the sections of a statement, and their titles', () => {
  expect(marksOf({ 'x-source': ['2', '4.5'] }, titles)).toEqual([
    { kind: 'documented', label: 'documented § 2, 4.5', sections: '2 First; 4.5 Polling a job', reasons: [] },
  ]);
});

it('the mark of an assumption has its reason, also for single keywords', () => {
  expect(marksOf({ 'x-assumed': 'The interface is silent.' }, titles)[0]?.reasons).toEqual([
    'The interface is silent.',
  ]);
  expect(marksOf({ 'x-assumed': { maxLength: 'A form needs one.' } }, titles)[0]?.reasons).toEqual([
    'maxLength: A form needs one.',
  ]);
});

it('a reason that only points to the parent is left out', () => {
  expect(marksOf({ 'x-assumed': 'As the section.' }, titles)).toMatchObject([
    { kind: 'assumed', reasons: [] },
  ]);
});

it('a statement can be documented, partly assumed, and guidance', () => {
  const source = { 'x-source': '2', 'x-assumed': 'The code.', 'x-guidance': '4.5' };
  expect(marksOf(source, titles).map(({ kind }) => kind)).toEqual(['documented', 'assumed', 'guidance']);
});

it('the sections are in the order of the document', () => {
  expect(sectionsInOrder(titles).map(([number]) => number)).toEqual(['2', '4.5', '10']);
});
