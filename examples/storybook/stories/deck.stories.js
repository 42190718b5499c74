import { deckhandHandlers } from 'deckhand/msw';

const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

/** A component that starts a job, polls it once, and shows the response. */
function render() {
  const element = document.createElement('p');
  element.role = 'status';
  const request = async (path, init) => (await fetch(path, { ...init, headers })).json();
  void (async () => {
    const body = JSON.stringify({ prompt: 'Harbour taxis' });
    const { poll_url: path } = await request('/api/v1/presentations/generate', { method: 'POST', body });
    const job = await request(path);
    const { status, presentation, error, message, detail } = job;
    element.textContent = `${status} ${presentation?.title ?? error ?? message ?? detail ?? ''}`;
  })();
  return element;
}

const story = (options) => ({ beforeEach: ({ msw }) => msw.use(...deckhandHandlers(options)) });

export default { title: 'Deck', render };
export const Ready = story({ scenario: 'instant' });
export const Asks = story({ scenario: 'asks-a-question', speed: 1e6 });
export const Rejected = story({
  scenarios: {
    rejected: {
      title: 'Rejected',
      steps: [{ complete: {} }],
      faults: [{ operation: 'getGenerationStatus', response: { status: 429 } }],
    },
  },
  scenario: 'rejected',
});
export const Failed = story({ scenario: 'timeout-failure', speed: 1e6 });
