import { expect, test } from 'vitest';
import { bodyView, valueView } from '../../../src/contract/report/html/json-view.js';
import { attacks } from './hostile.js';
import { readMarkup, textOf } from './read-markup.js';

/** The text of a body as a reader copies it, without white space between tokens. */
function shown(text: string): string {
  return textOf(readMarkup(bodyView(text).text.replace(/<span class="folded">[^<]*<\/span>/g, '')));
}

const plain = (text: string): string => text.replace(/\s/g, '');

test.each([
  '{"status":"generating","progress":{"slides_completed":2,"slides_total":8,"current_step":"Writing slide 3 of 8"}}',
  '[]',
  '{}',
  '[[],{},[{}],"",null,true,-1.5e-7]',
  `[${'"a long item of this list", '.repeat(40)}0]`,
  // Exactly as sent: figures keep their digits, and a name can occur twice.
  '{"tokens_used":12345678901234567890.10,"a":1,"a":2,"quoted \\"name\\"":"C:\\\\"}',
])('the whole of %s is shown', (text) => {
  expect(plain(shown(text))).toBe(plain(text));
});

test.each(['', 'null', '<html>', '{oops', '"text"', '{"a":1} trailing', '(12 bytes that are not UTF-8)'])(
  '%s is no object or list, and stays as it is',
  (text) => expect(bodyView(text).text).toMatch(/^<pre>/),
);

test('a cut body is indented up to its cut', () => {
  const whole = JSON.stringify({ sections: Array.from({ length: 9 }, () => ({ title: 'Harbour' })) });
  for (let at = 1; at < whole.length; at += 1) {
    const text = shown(`${whole.slice(0, at)}… (${whole.length} characters)`);
    const [before = '', after] = text.split('Cut here. The body has ');
    expect(after).toBe(`${whole.length} characters.`);
    // A name without its value is shown, too; brackets and commas may be added at the end.
    expect(plain(before).replace(/[\]},:]*$/, '')).toBe(whole.slice(0, at).replace(/[\]},:]*$/, ''));
  }
});

test.each(attacks.map((attack) => JSON.stringify({ [attack]: [attack, { deep: attack }] })))(
  'the attack %s is text',
  (text) => expect(() => readMarkup(bodyView(text).text)).not.toThrow(),
);

test('deep and wide bodies take neither long nor much', () => {
  for (const text of ['['.repeat(4000), '{"a":'.repeat(4000), `${'['.repeat(2000)}${']'.repeat(2000)}`])
    for (const body of [text, `${text}… (9999 characters)`])
      expect(bodyView(body).text.length).toBeLessThan(200_000);
});

test('short values stay one line', () => {
  expect(valueView('12').text).toBe('<pre>12</pre>');
  expect(valueView('any 2xx').text).toBe('<pre>any 2xx</pre>');
  expect(valueView(JSON.stringify({ a: 'x'.repeat(80) })).text).toContain('class="json"');
});
