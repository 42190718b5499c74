/** Generates the presentations of completed jobs: the title from the prompt, the sections from the outline of the template. */
import type { Section } from '../generated/presentation-api.js';
import { hash32, randomChoice } from '../scenario/seeded-random.js';
import type { CompiledSection } from '../scenario/timeline.js';

const MAX_TITLE_LENGTH = 80;
const SCENARIO_TAG = /\[scenario:[^\]]{0,100}\]/gi;
const REQUEST_PREFIX =
  /^(?:please\s+)?(?:(?:can|could|would)\s+you\s+(?:please\s+)?)?(?:create|make|generate|write|build|prepare|draft|design|give\s+me|show\s+me|i\s+(?:need|want))\s+(?:(?:me|us)\s+)?/i;
const DOCUMENT_PREFIX =
  /^(?:an?\s+|the\s+|some\s+)?(?:(?:short|quick|brief|new|great|\d+[- ]slide)\s+)*(?:presentation|slide\s?deck|slide\s?show|slides|deck|talk)\s+(?:about|on|for|of)\s+/i;

/** The kind of document before the subject: `a pitch for …`, `an overview of …`. */
const DOCUMENT_KIND =
  /^(?:an?\s+|the\s+|our\s+|my\s+)?(?:[\w-]+\s+)?(?:pitch|report|lesson|overview|summary|introduction|proposal|update|review|workshop|keynote|kick-?off|one-pager)\s+(?:about|on|for|of|to)\s+/i;

/** The sentences of generated presentations. They have little content, but look like real ones. */
const BULLETS: readonly string[] = [
  'What {topic} changes, in one sentence',
  'Three figures that show where we stand',
  'The people who feel it first',
  'What was tried before, and what it taught us',
  'A small start that can be measured within a month',
  'The one risk worth losing sleep over',
  'How {topic} looks from the other side of the desk',
  'What stays as it is, on purpose',
  'Costs: once, every year, and when it grows',
  'Who decides, and by when',
  'A day with {topic}, from morning to evening',
  'The shortest way that could possibly work',
  'What we will stop doing to make room',
  'Signals that tell us to turn back',
  'The next three steps and a name beside each',
  'Why now, and not a year ago',
  'What the numbers leave out',
];

const QUOTES: readonly string[] = [
  'The best time to begin with {topic} was last year. The second best is today.',
  'If it does not fit on one slide, we have not understood it yet.',
  'People do not ask for {topic}. They ask for their Tuesday back.',
  'Every plan is a guess with a date on it.',
];

/** A title from the prompt; `undefined` if the prompt has no usable words. */
export function titleFromPrompt(prompt: string): string | undefined {
  const request = (
    prompt
      .replace(SCENARIO_TAG, ' ')
      .trim()
      .split(/\n|(?<=\w{3})[.!?](?:\s|$)/, 1)[0] ?? ''
  )
    .replace(/\s+/g, ' ')
    .trim();
  const subject = request
    .replace(REQUEST_PREFIX, '')
    .replace(DOCUMENT_PREFIX, '')
    .replace(/(?<![\s,;:])[\s,;:]+$/, '');
  const title = subject || request;
  if (!/[^\s\p{P}]/u.test(title)) return undefined;
  return truncateTitle(capitalize(title));
}

/** The subject of a title, as it appears inside a sentence: `electric harbour taxis`. */
function extractTopic(title: string): string {
  const subject = title.replace(DOCUMENT_KIND, '') || title;
  // Acronyms and one-letter words keep their capitals.
  return /^\p{Lu}\p{Ll}/u.test(subject) ? subject.charAt(0).toLowerCase() + subject.slice(1) : subject;
}

function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) as number);
  return first.toUpperCase() + text.slice(first.length);
}

/**
 * Generates the sections of a presentation.
 * @param count the number of sections; a shorter outline is repeated
 * @param title the title of the presentation
 */
export function generateSections(
  outline: readonly string[],
  count: number,
  title: string,
  seed: number,
): Section[] {
  const headings = outline.length > 0 ? outline : [title];
  const topic = extractTopic(title);
  return Array.from({ length: count }, (_, index): Section => {
    const round = Math.floor(index / headings.length);
    const heading = headings[index % headings.length] as string;
    const layout =
      index === 0
        ? 'title'
        : index === count - 1
          ? 'closing'
          : hash32(seed, 'layout', index) % 5 === 0
            ? 'quote'
            : 'bullets';
    return {
      id: `s${index + 1}`,
      title: round === 0 ? heading : `${heading} (${round + 1})`,
      layout,
      bullets: generateBullets(layout, topic, seed, index),
    };
  });
}

/** Converts the sections of a scenario. */
export function toSections(sections: readonly CompiledSection[]): Section[] {
  return sections.map(({ title, layout, bullets }, index) => ({
    id: `s${index + 1}`,
    title,
    layout: layout ?? 'bullets',
    bullets: [...(bullets ?? [])],
  }));
}

function generateBullets(layout: Section['layout'], topic: string, seed: number, index: number): string[] {
  const fill = (text: string): string => text.replaceAll('{topic}', () => topic);
  if (layout === 'title') return [capitalize(topic)];
  if (layout === 'quote') return [fill(randomChoice(QUOTES, seed, 'quote', index))];
  const first = hash32(seed, 'bullets', index) % BULLETS.length;
  const count = 2 + (hash32(seed, 'count', index) % 3);
  return Array.from({ length: count }, (_, line) =>
    fill(BULLETS[(first + line * 7) % BULLETS.length] as string),
  );
}

function truncateTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= MAX_TITLE_LENGTH) return title;
  const truncated = characters.slice(0, MAX_TITLE_LENGTH - 1).join('');
  const space = truncated.lastIndexOf(' ');
  return `${space > MAX_TITLE_LENGTH / 2 ? truncated.slice(0, space) : truncated}…`;
}
