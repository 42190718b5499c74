/** Selects the screen by the state of the job or, without a job, by the URL. */
import { useSyncExternalStore } from 'react';
import type { StartGenerationRequest } from 'deckhand/types/mock';
import { getLocationSearch, goTo, onLocationChange, readLocation } from './location';
import type { Api } from './api/client';
import { saveDraft, readDraft } from './draft';
import type { Generation } from './generation/generation';
import { Compose } from './screens/compose';
import { Deck } from './screens/deck';
import { Failure } from './screens/failure';
import { ErrorScreen } from './screens/error-screen';
import { OpenDeck } from './screens/open-deck';
import { Progress } from './screens/progress';
import { Question } from './screens/question';

interface AppProps {
  readonly api: Api;
  readonly generation: Generation;
}

/** The panel of the mock server, if Vite's server includes one. */
const PANEL = import.meta.env.MODE === 'plugin' ? '/_deckhand/' : undefined;

export function App(props: AppProps) {
  return (
    <>
      <header className="masthead">
        <a href={location.pathname}>
          <span className="mark" aria-hidden="true" />
          Foredeck
        </a>
        {PANEL && (
          <a className="small" href={PANEL} target="deckhand">
            Mock server
          </a>
        )}
      </header>
      <main>
        <CurrentScreen {...props} />
      </main>
    </>
  );
}

function CurrentScreen({ api, generation }: AppProps) {
  const state = useSyncExternalStore(generation.subscribe, generation.state);
  useSyncExternalStore(onLocationChange, getLocationSearch);
  const { deck } = readLocation();

  const leave = (): void => {
    generation.leave();
    goTo({});
  };
  const start = (request: StartGenerationRequest): void => {
    saveDraft(request);
    void generation.start(request);
  };

  switch (state.phase) {
    case 'idle':
      if (deck) return <OpenDeck key={deck} api={api} id={deck} onLeave={leave} />;
      return <Compose api={api} problem={state.problem} onStart={start} />;
    case 'starting':
      return <Compose api={api} isStarting retryState={state.retryState} onStart={start} />;
    case 'generating':
      return <Progress {...state} onLeave={leave} />;
    case 'asking':
      return (
        <Question
          key={state.question}
          {...state}
          onReply={(message) => void generation.reply(message)}
          onLeave={leave}
        />
      );
    case 'completed':
      return <Deck key={state.presentation.id} api={api} {...state} onLeave={leave} />;
    case 'failed': {
      const draft = readDraft();
      return <Failure reason={state.reason} onRetry={draft && (() => start(draft))} onLeave={leave} />;
    }
    case 'given-up':
    case 'rejected':
      return (
        <ErrorScreen
          problem={state.problem}
          retry={state.phase === 'rejected' ? 'Refresh' : 'Keep looking'}
          onRetry={() => void generation.resume(state.id)}
          onLeave={leave}
        />
      );
  }
}
