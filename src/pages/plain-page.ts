/** Plain pages: the start page of the server, and the page for an unknown address. They load nothing and run no script. */
import { escapeHtml } from '../base/escape-html.js';

/** Their content security policy: only their own style. */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The page at the root of the server. */
export function renderWelcome(
  basePath: string,
  scenarios: readonly { readonly name: string; readonly title: string; readonly description: string }[],
): string {
  const list = scenarios
    .map(
      ({ name, title, description }) =>
        `<dt><code>${escapeHtml(name)}</code> ${escapeHtml(title)}</dt><dd>${escapeHtml(description)}</dd>`,
    )
    .join('\n');
  return page(
    'Deckhand',
    `<header><h1>Deckhand</h1><p>A mock server of the Presentation Generation Service. Its API is at <code>${escapeHtml(basePath)}</code>. Open the <a href="/_deckhand/">panel</a> to see and control it, or the <a href="/_deckhand/docs/">API reference</a>.</p></header>
<section><h2>Scenarios</h2><dl>${list}</dl></section>`,
  );
}

/** A page for an address without content. */
export function renderMissing(what: string): string {
  return page('Not here', `<header><h1>Not here</h1><p>${escapeHtml(what)}</p></header>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
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
header p { color: var(--quiet); font-size: .875rem; }
dt { font-weight: 600; margin-top: 1rem; } dd { margin: 0; color: var(--quiet); white-space: pre-line; }
h1 { margin: 0; } h2 { margin: 0 0 1rem; }
section { background: var(--paper); border-radius: .75rem; padding: 2.5rem; border-top: .25rem solid var(--accent); }
`;
