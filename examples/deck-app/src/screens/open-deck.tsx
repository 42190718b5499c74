/** A deck that was made before, by its identifier (4.2). */
import { useCallback } from 'react';
import type { Api } from '../api/client';
import { Deck } from './deck';
import { Notice } from './error-screen';
import { troubleText } from './problem-text';
import { Screen } from './screen';
import { useLoaded } from './use-loaded';

interface OpenDeckProps {
  readonly api: Api;
  readonly id: string;
  readonly onLeave: () => void;
}

export function OpenDeck({ api, id, onLeave }: OpenDeckProps) {
  const [deck, again] = useLoaded(
    useCallback((signal: AbortSignal) => api.presentation(id, signal), [api, id]),
  );
  if (deck.phase === 'loaded') return <Deck api={api} presentation={deck.value} onLeave={onLeave} />;
  if (deck.phase === 'refused')
    return <Notice problem={deck.problem} retry="Refresh" onRetry={again} onLeave={onLeave} />;
  return (
    <Screen name="opening" heading="Opening the deck" title="Opening">
      <div className="bar unknown" role="progressbar" aria-label="Opening the deck">
        <span />
      </div>
      <p className="status" role="status">
        {deck.trouble && troubleText(deck.trouble)}
      </p>
    </Screen>
  );
}
