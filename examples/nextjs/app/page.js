// Fetched on the server: the key never reaches a page.
const { DECKHAND_BASE_URL: api, DECKHAND_API_KEY: key } = process.env;

export default async function Page({ searchParams }) {
  const { scenario = 'happy-path' } = await searchParams;
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'x-deckhand-scenario': scenario,
  };
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const started = await fetch(`${api}/presentations/generate`, { method: 'POST', headers, body });
  const { poll_url: path } = await started.json();
  const response = await fetch(new URL(path, api), { headers });
  if (!response.ok) return <h1>Please wait: {response.status}</h1>;
  const { status, presentation, error, message } = await response.json();
  return <h1>{presentation?.title ?? error ?? message ?? status}</h1>;
}
