/** The API client in the tests of a user. It has a base URL and a key, and uses the global fetch. */
export interface DeckClient {
  start(prompt?: string): Promise<string>;
  view(pollUrl: string): Promise<{ readonly status: string; readonly error?: string }>;
}

export function deckClient({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
}): DeckClient {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  return {
    async start(prompt = 'Harbour taxis') {
      const body = JSON.stringify({ prompt });
      const accepted = await fetch(`${baseUrl}/presentations/generate`, { method: 'POST', headers, body });
      return (await accepted.json()).poll_url;
    },
    async view(pollUrl) {
      return (await fetch(new URL(pollUrl, baseUrl), { headers })).json();
    },
  };
}
