/** The page of a presentation, for every kind of server. */
import { readClock } from '../../service/clock.js';
import { findPresentation } from '../../service/presentations.js';
import { DECK_POLICY, renderDeck } from '../../viewer/render-deck.js';
import type { Deckhand } from '../../app/deckhand.js';
import { NOT_FOUND_POLICY, renderNotFound } from './not-found-page.js';
import { realNow } from '../../base/real-time.js';

export interface PageResponse {
  readonly status: number;
  readonly html: string;
  /** The headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @param panel the URL of the panel, relative to this page, if there is one */
export function renderPresentationPage(
  { service }: Deckhand,
  workspace: string,
  id: string,
  panel?: string,
): PageResponse {
  const { shared } = service;
  const real = realNow();
  const record = shared.directory.workspace(workspace);
  const state = record && service.workspace(workspace, real);
  const now = state && readClock(state.clock, real);
  const presentation = now === undefined ? undefined : findPresentation(workspace, id, shared, now);
  if (!presentation) {
    const html = renderNotFound('This presentation does not exist, or its job has not completed yet.', panel);
    return { status: 404, html, headers: pageHeaders(NOT_FOUND_POLICY) };
  }
  const html = renderDeck(presentation, panel);
  return { status: 200, html, headers: pageHeaders(DECK_POLICY) };
}

function pageHeaders(policy: string): Record<string, string> {
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
}
