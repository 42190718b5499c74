/** Loads and shows an existing deck by its id (4.2). */
import { useCallback } from 'react';
import type { Api } from '../api/client';
import { Deck } from './deck';
import { ErrorScreen } from './error-screen';
import { formatRetry } from './problem-text';
import { Screen } from './screen';
import { useLoaded } from './use-loaded';

interface OpenDeckProps {
  readonly api: Api;
  readonly id: string;
  readonly onLeave: () => void;
}

export function OpenDeck({ api, id, onLeave }: OpenDeckProps) {
  const [deck, reload] = useLoaded(
    useCallback((signal: AbortSignal) => api.presentation(id, signal), [api, id]),
  );
  if (deck.phase === 'loaded') return <Deck api={api} presentation={deck.value} onLeave={onLeave} />;
  if (deck.phase === 'rejected')
    return <ErrorScreen problem={deck.problem} retry="Refresh" onRetry={reload} onLeave={onLeave} />;
  return (
    <Screen name="opening" heading="Opening the deck" title="Opening">
      <div className="bar unknown" role="progressbar" aria-label="Opening the deck">
        <span />
      </div>
      <p className="status" role="status">
        {deck.retryState && formatRetry(deck.retryState)}
      </p>
    </Screen>
  );
}
