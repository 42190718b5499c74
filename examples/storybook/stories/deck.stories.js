import { deckhandHandlers } from 'deckhand/msw';

const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

/** A component that starts a job, polls it once, and shows what it got. */
function render() {
  const element = document.createElement('p');
  element.role = 'status';
  const ask = async (path, init) => (await fetch(path, { ...init, headers })).json();
  void (async () => {
    const body = JSON.stringify({ prompt: 'Harbour taxis' });
    const { poll_url: path } = await ask('/api/v1/presentations/generate', { method: 'POST', body });
    const job = await ask(path);
    const { status, presentation, error, message, detail } = job;
    element.textContent = `${status} ${presentation?.title ?? error ?? message ?? detail ?? ''}`;
  })();
  return element;
}

const story = (options) => ({ beforeEach: ({ msw }) => msw.use(...deckhandHandlers(options)) });

export default { title: 'Deck', render };
export const Ready = story({ scenario: 'instant' });
export const Asks = story({ scenario: 'asks-a-question', speed: 1e6 });
export const Refused = story({
  scenarios: {
    refused: {
      title: 'Refused',
      steps: [{ complete: {} }],
      faults: [{ operation: 'getGenerationStatus', response: { status: 429 } }],
    },
  },
  scenario: 'refused',
});
export const Failed = story({ scenario: 'timeout-failure', speed: 1e6 });
