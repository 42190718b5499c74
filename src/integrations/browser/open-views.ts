/** Opens links to presentations. The worker of msw 2 cannot respond to navigations, so this code handles the clicks. */
import type { Deckhand } from '../../app/deckhand.js';

/** @returns a function that stops it */
export function openViews(deckhand: Deckhand): () => void {
  const listen = (event: MouseEvent): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const named = link && presentationAt(deckhand, link);
    if (!named || event.defaultPrevented) return;
    event.preventDefault();
    const isNew = event.ctrlKey || event.metaKey || event.shiftKey;
    void addressOf(deckhand, named).then((address) => {
      // Without a presentation, the URL can belong to the app.
      open(address ?? link.href, isNew ? '_blank' : link.target || '_self');
    });
  };
  document.addEventListener('click', listen);
  return () => document.removeEventListener('click', listen);
}

interface Named {
  readonly workspace: string;
  readonly id: string;
}

function presentationAt({ directory }: Deckhand, { origin, pathname }: HTMLAnchorElement): Named | undefined {
  const [, encoded, id = ''] = /^\/view\/([^/]+)\/([\w-]+)$/.exec(pathname) ?? [];
  if (encoded === undefined || origin !== location.origin) return undefined;
  const row = directory.workspaces().find((one) => encodeURIComponent(one.id) === encoded);
  return row && { workspace: row.id, id };
}

async function addressOf(deckhand: Deckhand, { workspace, id }: Named): Promise<string | undefined> {
  const { presentationPage } = await import('../../server/pages/presentation-page.js');
  const { status, html } = presentationPage(deckhand, workspace, id);
  if (status !== 200) return undefined;
  return URL.createObjectURL(new Blob([html], { type: 'text/html; charset=utf-8' }));
}
