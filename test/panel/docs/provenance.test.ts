import { expect, it } from 'vitest';
import { legend, withProvenance } from '../../../src/panel/docs/provenance.js';

const sections = { '4.5': 'Polling "a" <job>', '10': 'Last', '2': 'First' };

it('a mark names the sections of a statement, and their titles', () => {
  expect(withProvenance({ description: 'The id.', 'x-source': ['2', '4.5'] }, sections).description).toBe(
    'The id.\n\n<span class="mark documented" title="2 First; 4.5 Polling &quot;a&quot; &lt;job&gt;">documented § 2, 4.5</span>',
  );
});

it('the mark of an assumption shows its reason as text', () => {
  const { description } = withProvenance<Record<string, unknown>>({ 'x-assumed': 'Nobody <b>says</b>.' });
  expect(description).toContain('<span class="why">Nobody &lt;b&gt;says&lt;/b&gt;.</span>');
  const keywords = withProvenance<Record<string, unknown>>({
    'x-assumed': { maxLength: 'A form needs one.' },
  });
  expect(keywords.description).toContain('maxLength: A form needs one.');
});

it('examples and references are unchanged', () => {
  const document = { examples: { one: { value: { 'x-source': 'x' } } }, $ref: '#/x', 'x-source': '2' };
  expect(withProvenance(document, sections)).toEqual(document);
});

it('the legend has all sections in order', () => {
  expect([...legend(sections).matchAll(/<dt>§ ([\d.]+)/g)].map(([, number]) => number)).toEqual([
    '2',
    '4.5',
    '10',
  ]);
});
