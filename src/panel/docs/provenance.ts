/**
 * Adds to each description in the contract a mark that says where the statement comes from: documented, assumed, or guidance to
 * clients. It reads the document's extension fields and is independent of the renderer.
 */

type Json = Readonly<Record<string, unknown>>;

const MARKS = {
  'x-source': ['documented', 'The interface document says so'],
  'x-assumed': ['assumed', 'The interface document is silent; the stand-in chose'],
  'x-guidance': ['guidance', 'Advice to clients, never judged on the service'],
} as const;

type Mark = keyof typeof MARKS;

/** @param sections the titles of the sections of the interface, by number */
export function withProvenance<T>(value: T, sections: Readonly<Record<string, string>> = {}): T {
  if (Array.isArray(value)) return value.map((entry: unknown) => withProvenance(entry, sections)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => [
    name,
    // An example is a value of the API. Its fields are not statements, even if they have the same names.
    name === 'example' || name === 'examples' ? field : withProvenance(field, sections),
  ]);
  const copy = Object.fromEntries(fields) as Json;
  const marks = (Object.keys(MARKS) as Mark[]).flatMap((mark) => marksOf(mark, copy[mark], sections));
  if (marks.length === 0 || '$ref' in copy) return copy as T;
  const { description } = copy;
  const before = typeof description === 'string' ? `${description.trim()}\n\n` : '';
  return { ...copy, description: before + marks.join(' ') } as T;
}

/** The legend of the marks, for the start of the reference. */
export function legend(sections: Readonly<Record<string, string>>): string {
  const meanings = Object.entries(MARKS).map(
    ([mark, [, what]]) => `${marksOf(mark as Mark, mark === 'x-assumed' ? true : 'N', {}).join('')} ${what}.`,
  );
  const inOrder = Object.entries(sections).sort(([one], [other]) => Number(one) - Number(other));
  const titles = inOrder.map(
    ([number, title]) => `<dt>§ ${escapeHtml(number)}</dt><dd>${escapeHtml(title)}</dd>`,
  );
  return `## How to read the marks\n\n${meanings.map((meaning) => `- ${meaning}`).join('\n')}\n\nThe numbers are sections of the interface document:\n\n<dl class="sections">${titles.join('')}</dl>\n`;
}

function marksOf(mark: Mark, value: unknown, sections: Readonly<Record<string, string>>): string[] {
  if (value === undefined) return [];
  const [word] = MARKS[mark];
  if (mark === 'x-assumed') {
    const why = typeof value === 'string' ? [value] : reasonsOf(value);
    return [
      `<span class="mark ${word}">${word}</span>${why.map((text) => ` <span class="why">${escapeHtml(text)}</span>`).join('')}`,
    ];
  }
  const numbers = [value].flat().map(String);
  const titles = numbers.map((number) => `${number} ${sections[number] ?? ''}`.trim());
  return [
    `<span class="mark ${word}" title="${escapeHtml(titles.join('; '))}">${word} § ${escapeHtml(numbers.join(', '))}</span>`,
  ];
}

/** For assumptions about single keywords: each keyword with its reason. */
function reasonsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([keyword, why]) => `${keyword}: ${String(why)}`);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
