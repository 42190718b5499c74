/** Opens links to presentations. The worker of msw 2 cannot respond to navigations, so this module handles the clicks. */
import type { Deckhand } from '../../app/deckhand.js';

interface PresentationRef {
  readonly workspace: string;
  readonly id: string;
}

/** @returns a function that stops it */
export function handlePresentationLinks(deckhand: Deckhand): () => void {
  const handleClick = (event: MouseEvent): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const presentation = link && parsePresentationLink(deckhand, link);
    if (!presentation || event.defaultPrevented) return;
    event.preventDefault();
    const inNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
    void createPresentationUrl(deckhand, presentation).then((url) => {
      // Without a presentation, the URL can belong to the app.
      open(url ?? link.href, inNewTab ? '_blank' : link.target || '_self');
    });
  };
  document.addEventListener('click', handleClick);
  return () => document.removeEventListener('click', handleClick);
}

function parsePresentationLink(
  { directory }: Deckhand,
  { origin, pathname }: HTMLAnchorElement,
): PresentationRef | undefined {
  const [, encoded, id = ''] = /^\/view\/([^/]+)\/([\w-]+)$/.exec(pathname) ?? [];
  if (encoded === undefined || origin !== location.origin) return undefined;
  const workspace = directory.workspaces().find((one) => encodeURIComponent(one.id) === encoded);
  return workspace && { workspace: workspace.id, id };
}

/** A `blob:` URL of the page; undefined if there is no such presentation. */
async function createPresentationUrl(
  deckhand: Deckhand,
  { workspace, id }: PresentationRef,
): Promise<string | undefined> {
  const { renderPresentationPage } = await import('../../server/pages/presentation-page.js');
  const { status, html } = renderPresentationPage(deckhand, workspace, id);
  if (status !== 200) return undefined;
  return URL.createObjectURL(new Blob([html], { type: 'text/html; charset=utf-8' }));
}
