/** A page that makes a deck with fetch to its own origin; Vite serves it in vite-plugin.test.ts. */
interface View {
  readonly status: string;
  readonly error?: string;
  readonly presentation?: { readonly title: string; readonly url: string };
}

const KEY = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
const shown = document.querySelector('output') as HTMLOutputElement;

async function poll(pollUrl: string): Promise<void> {
  const response = await fetch(pollUrl, { headers: KEY });
  const view = (await response.json()) as View;
  shown.textContent = view.error ?? view.status;
  if (view.presentation) {
    const link = Object.assign(document.createElement('a'), {
      href: view.presentation.url,
      textContent: view.presentation.title,
    });
    shown.replaceChildren(link);
  }
  if (view.status === 'generating') setTimeout(() => void poll(pollUrl), 50);
}

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const prompt = new FormData(event.target as HTMLFormElement).get('prompt');
  const body = JSON.stringify({ prompt });
  void fetch('/api/v1/presentations/generate', { method: 'POST', headers: KEY, body })
    .then((accepted) => accepted.json() as Promise<{ poll_url: string }>)
    .then((accepted) => poll(accepted.poll_url));
});
