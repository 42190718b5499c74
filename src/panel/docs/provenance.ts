/**
 * Writes where each statement of the contract comes from into its description, as marks: documented, assumed, guidance to
 * clients. Knows the document's extension fields, and nothing of what draws it.
 */

type Json = Readonly<Record<string, unknown>>;

const WORDS = {
  'x-source': ['documented', 'The interface document says so'],
  'x-assumed': ['assumed', 'The interface document is silent; the stand-in chose'],
  'x-guidance': ['guidance', 'Advice to clients, never judged on the service'],
} as const;

type Mark = keyof typeof WORDS;

/** @param sections the titles of the interface's sections, by number */
export function withProvenance<T>(value: T, sections: Readonly<Record<string, string>> = {}): T {
  if (Array.isArray(value)) return value.map((entry: unknown) => withProvenance(entry, sections)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => [
    name,
    // An example is a value of the API, whatever its fields are called.
    name === 'example' || name === 'examples' ? field : withProvenance(field, sections),
  ]);
  const copy = Object.fromEntries(fields) as Json;
  const marks = (Object.keys(WORDS) as Mark[]).flatMap((mark) => marksOf(mark, copy[mark], sections));
  if (marks.length === 0 || '$ref' in copy) return copy as T;
  const { description } = copy;
  const said = typeof description === 'string' ? `${description.trim()}\n\n` : '';
  return { ...copy, description: said + marks.join(' ') } as T;
}

/** What the marks mean, for the beginning of the reference. */
export function legend(sections: Readonly<Record<string, string>>): string {
  const meanings = Object.entries(WORDS).map(
    ([mark, [, what]]) => `${marksOf(mark as Mark, mark === 'x-assumed' ? true : 'N', {}).join('')} ${what}.`,
  );
  const inOrder = Object.entries(sections).sort(([one], [other]) => Number(one) - Number(other));
  const titles = inOrder.map(
    ([number, title]) => `<dt>§ ${escapeHtml(number)}</dt><dd>${escapeHtml(title)}</dd>`,
  );
  return `## How to read the marks\n\n${meanings.map((meaning) => `- ${meaning}`).join('\n')}\n\nThe numbers are sections of the interface document:\n\n<dl class="sections">${titles.join('')}</dl>\n`;
}

function marksOf(mark: Mark, said: unknown, sections: Readonly<Record<string, string>>): string[] {
  if (said === undefined) return [];
  const [word] = WORDS[mark];
  if (mark === 'x-assumed') {
    const why = typeof said === 'string' ? [said] : entriesOf(said);
    return [
      `<span class="mark ${word}">${word}</span>${why.map((text) => ` <span class="why">${escapeHtml(text)}</span>`).join('')}`,
    ];
  }
  const numbers = [said].flat().map(String);
  const titles = numbers.map((number) => `${number} ${sections[number] ?? ''}`.trim());
  return [
    `<span class="mark ${word}" title="${escapeHtml(titles.join('; '))}">${word} § ${escapeHtml(numbers.join(', '))}</span>`,
  ];
}

/** Of keywords that are assumed one by one: each, and why. */
function entriesOf(said: unknown): string[] {
  if (typeof said !== 'object' || said === null) return [];
  return Object.entries(said).map(([keyword, why]) => `${keyword}: ${String(why)}`);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
