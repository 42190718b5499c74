/** A presentation as a plain page. Every text is escaped; the page may load and run nothing. */
import type { Presentation } from '../generated/presentation-api.js';

/** The policy the page is sent with: its own style, and nothing else. */
export const VIEWER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function renderPresentation({
  title,
  sections,
  created_at,
  updated_at,
  is_public,
}: Presentation): string {
  const slides = sections.map(({ title: heading, layout, bullets }, index) => {
    const items = bullets.map((bullet) => `<li dir="auto">${escape(bullet)}</li>`).join('');
    const number = `<span class="number">${index + 1} / ${sections.length}</span>`;
    return `<section class="${escape(layout)}" dir="auto"><h2 dir="auto">${escape(heading)}</h2><ul dir="auto">${items}</ul>${number}</section>`;
  });
  const facts = [
    `${sections.length} ${sections.length === 1 ? 'section' : 'sections'}`,
    is_public ? 'public' : 'private',
    `made ${created_at}`,
    ...(updated_at === created_at ? [] : [`changed ${updated_at}`]),
  ];
  return page(
    title,
    `<header><h1 dir="auto">${escape(title)}</h1><p>${facts.join(' · ')}</p></header>\n${slides.join('\n')}`,
  );
}

/** What somebody sees who opens the server's address. */
export function renderWelcome(
  basePath: string,
  scenarios: readonly { readonly name: string; readonly title: string; readonly description: string }[],
): string {
  const list = scenarios
    .map(
      ({ name, title, description }) =>
        `<dt><code>${escape(name)}</code> ${escape(title)}</dt><dd>${escape(description)}</dd>`,
    )
    .join('\n');
  return page(
    'Deckhand',
    `<header><h1>Deckhand</h1><p>stands in for the Presentation Generation Service. The API is below <code>${escape(basePath)}</code>.</p></header>
<section><h2>Scenarios</h2><dl>${list}</dl></section>`,
  );
}

/** A page for an address that shows nothing. */
export function renderMissing(what: string): string {
  return page('Not here', `<header><h1>Not here</h1><p>${escape(what)}</p></header>`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --quiet: #5d667a; --paper: #fff; --ground: #eef0f4; --accent: #2f5bd7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf2; --quiet: #9aa3b5; --paper: #1b2130; --ground: #10141d; --accent: #8aa8ff; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; display: grid; gap: 1.5rem; overflow-wrap: anywhere; }
header p, .number { color: var(--quiet); font-size: .875rem; }
dt { font-weight: 600; margin-top: 1rem; } dd { margin: 0; color: var(--quiet); white-space: pre-line; }
h1 { margin: 0; } h2 { margin: 0 0 1rem; }
section { position: relative; background: var(--paper); border-radius: .75rem; padding: 2.5rem; min-height: 12rem; border-top: .25rem solid var(--accent); }
section.title, section.closing { display: grid; align-content: center; text-align: center; }
section.title ul, section.closing ul, section.quote ul { list-style: none; padding: 0; }
section.quote ul { font-size: 1.375rem; font-style: italic; }
.number { position: absolute; inset-block-end: .75rem; inset-inline-end: 1rem; }
`;
