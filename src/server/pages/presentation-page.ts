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

/** @param panel the address of the panel from this page, if there is one */
export function presentationPage({ service }: Deckhand, workspace: string, id: string, panel?: string): Page {
  const { shared } = service;
  const real = realNow();
  const known = shared.directory.workspace(workspace);
  const state = known && service.workspace(workspace, real);
  const now = state && readClock(state.clock, real);
  const presentation = now === undefined ? undefined : findPresentation(workspace, id, shared, now);
  if (!presentation) {
    const html = renderMissing('There is no such presentation, or its job is not completed yet.', panel);
    return { status: 404, html, headers: headersWith(PLAIN_POLICY) };
  }
  const html = renderDeck(presentation, panel);
  return { status: 200, html, headers: headersWith(DECK_POLICY) };
}

function headersWith(policy: string): Record<string, string> {
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
}
