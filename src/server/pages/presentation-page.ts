/** The page of a presentation, for every kind of server. */
import { readClock } from '../../service/clock.js';
import { findPresentation } from '../../service/presentations.js';
import { DECK_POLICY, renderDeck } from './deck-page.js';
import type { Deckhand } from '../../app/deckhand.js';
import { PLAIN_POLICY, renderMissing } from './plain-page.js';
import { realNow } from '../../base/real-time.js';

export interface Page {
  readonly status: number;
  readonly html: string;
  /** The headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @param isClosed whether only a public deck can be shown. Nothing else tells then whether a deck exists.
 * @param panel the address of the panel from this page, if there is one
 */
export function presentationPage(
  { service }: Deckhand,
  workspace: string,
  id: string,
  isClosed = false,
  panel?: string,
): Page {
  const { shared } = service;
  const real = realNow();
  const known = shared.directory.workspace(workspace);
  const state = known && service.workspace(workspace, real);
  const now = state && readClock(state.clock, real);
  const presentation = now === undefined ? undefined : findPresentation(workspace, id, shared, now);
  if (isClosed && !presentation?.is_public) {
    const html = renderMissing(
      'This deck is not public. Enter a key of its workspace as the password, or open it from the panel.',
      panel,
    );
    return { status: 401, html, headers: { ...headersWith(PLAIN_POLICY), ...ASK } };
  }
  if (!presentation) {
    const html = renderMissing('There is no such presentation, or its job is not completed yet.', panel);
    return { status: 404, html, headers: headersWith(PLAIN_POLICY) };
  }
  const html = renderDeck(presentation, panel);
  return { status: 200, html, headers: headersWith(DECK_POLICY) };
}

/** A browser then asks for a password. */
const ASK = { 'WWW-Authenticate': 'Basic realm="Deckhand: an API key as the password", charset="UTF-8"' };

function headersWith(policy: string): Record<string, string> {
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
}
