/** The page for a path without content. It loads nothing and runs no script. */
import { escapeHtml } from '../../base/escape-html.js';
import { notFoundStyle } from '../../generated/viewer-assets.js';

/** Its content security policy: only its own style. */
export const NOT_FOUND_POLICY = `default-src 'none'; style-src '${notFoundStyle.hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** @param panel the URL of the panel, if there is one */
export function renderNotFound(detail: string, panel?: string): string {
  const links = panel === undefined ? '' : renderLinks(panel);
  return renderPage(
    'Not found',
    `<h1>${LOGO}Not found</h1><p class="lead">${escapeHtml(detail)}</p>${links}`,
  );
}

function renderLinks(panel: string): string {
  const url = escapeHtml(panel);
  return `<nav class="links" aria-label="Deckhand"><a class="button button-primary" href="${url}">Open the panel</a><a class="button" href="${url}docs/">API reference</a></nav>`;
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${notFoundStyle.text}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** The logo of the panel (lucide, ISC licence). */
const LOGO =
  '<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 6v16"/><path d="m19 13 2-1a9 9 0 0 1-18 0l2 1"/><path d="M9 11h6"/><circle cx="12" cy="4" r="2"/></svg>';
