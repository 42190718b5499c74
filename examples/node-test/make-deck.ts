/** A small client of the API that follows the client rules: it polls every three seconds, and stops when the job has ended. */
export interface DeckApi {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Waits between polls. */
  readonly sleep: (milliseconds: number) => void | Promise<void>;
}

export async function makeDeck(prompt: string, { baseUrl, apiKey, sleep }: DeckApi): Promise<string> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const request = async (url: string | URL, init: RequestInit = {}): Promise<JobResponse> => {
    for (;;) {
      const response = await fetch(url, { ...init, headers });
      if (response.ok) return (await response.json()) as JobResponse;
      if (response.status !== 429) throw new Error(`The service responded with ${response.status}.`);
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 10));
    }
  };
  const body = JSON.stringify({ prompt });
  const { poll_url: pollUrl = '' } = await request(`${baseUrl}/presentations/generate`, {
    method: 'POST',
    body,
  });
  for (;;) {
    const job = await request(new URL(pollUrl, baseUrl));
    if (job.presentation) return job.presentation.url;
    if (job.status !== 'generating') throw new Error(job.error ?? job.message ?? job.status);
    await sleep(3000);
  }
}

interface JobResponse {
  readonly status: string;
  readonly poll_url?: string;
  readonly presentation?: { readonly url: string };
  readonly error?: string;
  readonly message?: string;
}
