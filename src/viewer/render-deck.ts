/**
 * Renders a presentation as an HTML page with slides. All text is escaped. The page loads nothing, and its policy allows only its
 * own style and script, so it is a single file that works at every URL.
 */
import { pluralize } from '../base/text/pluralize.js';
import type { Presentation, Section } from '../generated/presentation-api.js';
import { viewerScript, viewerStyle } from '../generated/viewer-assets.js';
import { escapeHtml } from '../base/escape-html.js';
import { getField } from '../base/json.js';

export const DECK_POLICY = [
  "default-src 'none'",
  `style-src '${viewerStyle.hash}'`,
  `script-src '${viewerScript.hash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** @param panel the URL of the panel, if there is one */
export function renderDeck(presentation: Presentation, panel?: string): string {
  const { title, sections } = presentation;
  const slides = sections.map((section, index) =>
    renderSlide(readableSection(section), index, title, sections.length),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${viewerStyle.text}</style>
</head>
<body>
${header(presentation, panel)}
<main>
${slides.length > 0 ? slides.join('\n') : '<p class="empty">This presentation has no sections.</p>'}
</main>
${slides.length > 0 ? renderPager(sections.length) : ''}
<script type="module">${viewerScript.text}</script>
</body>
</html>
`;
}

function header(
  { title, sections, is_public, created_at, updated_at }: Presentation,
  panel: string | undefined,
): string {
  const facts = [
    `<span class="flag">${is_public ? 'Public' : 'Private'}</span>`,
    pluralize(sections.length, 'section'),
    `created ${renderTime(created_at)}`,
    ...(updated_at === created_at ? [] : [`updated ${renderTime(updated_at)}`]),
  ];
  const tools =
    sections.length === 0
      ? ''
      : `<div class="tools"><button type="button" class="overview-toggle" aria-pressed="false">Overview</button><button type="button" class="print">Print</button></div>`;
  // The script turns the link into a way back to the page before.
  const leave =
    panel === undefined
      ? '<button type="button" class="button back-link" hidden>← Back</button>'
      : `<a class="button back-link" href="${escapeHtml(panel)}">← Panel</a>`;
  return `<header class="bar">${leave}<h1 dir="auto">${escapeHtml(title)}</h1><p class="facts">${facts.join(' · ')}</p>${tools}</header>`;
}

function renderSlide(section: ReadableSection, index: number, title: string, count: number): string {
  // The first slide has the title of the presentation, with the heading of its section below.
  const isFirst = index === 0;
  const heading = isFirst ? title : section.title;
  const below = isFirst && section.title !== title ? `<p dir="auto">${escapeHtml(section.title)}</p>` : '';
  const visible = isFirst ? section.bullets.filter((bullet) => bullet !== title) : section.bullets;
  const items = visible.map((bullet) => `<li dir="auto">${escapeHtml(bullet)}</li>`).join('');
  const text = `<h2 dir="auto">${escapeHtml(heading)}</h2>${below}${items && `<ul dir="auto">${items}</ul>`}`;
  // A slide can be longer than the screen. It is focusable, so that keys can scroll it.
  return `<section class="slide" id="slide-${index + 1}" tabindex="0" aria-roledescription="slide" aria-label="${index + 1} of ${count}" dir="auto"><div class="sheet">${text}</div><span class="number" aria-hidden="true">${index + 1}</span></section>`;
}

function renderPager(count: number): string {
  return `<footer class="bar pager"><button type="button" class="previous" aria-label="Previous slide">←</button><span class="position" role="status">1 / ${count}</span><button type="button" class="next" aria-label="Next slide">→</button></footer>`;
}

/** `2026-01-15T09:30:00.000Z` as `2026-01-15 09:30 UTC`. */
function renderTime(text: string): string {
  return `<time datetime="${escapeHtml(text)}">${escapeHtml(text.slice(0, 16).replace('T', ' '))} UTC</time>`;
}

const TITLES = ['title', 'heading', 'name'];

/** The parts of a section that a slide shows. */
export type ReadableSection = Pick<Section, 'title' | 'bullets'>;

function readableSection(section: unknown): ReadableSection {
  const bullets = getField(section, 'bullets');
  if (typeof getField(section, 'title') === 'string' && Array.isArray(bullets) && bullets.every(isText))
    return { title: String(getField(section, 'title')), bullets };
  const title = TITLES.map((name) => getField(section, name)).find(isText);
  return {
    title: title ?? (isText(section) ? section : ''),
    bullets: collectTexts(section).filter((text) => text !== title),
  };
}

/** The strings in an object, except ids and code words such as a layout. */
function collectTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (isText(item) ? [item] : collectTexts(item)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isText(item) ? (/^(?:id|type|layout|kind|url)$/.test(name) ? [] : [item]) : collectTexts(item),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
