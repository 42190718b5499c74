const api = 'https://api.example.com/api/v1';
const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

/** Polls every three seconds until the job ends. */
exports.makeDeck = async function makeDeck(prompt, sleep) {
  const body = JSON.stringify({ prompt });
  const started = await fetch(`${api}/presentations/generate`, { method: 'POST', headers, body });
  const { poll_url: path } = await started.json();
  for (;;) {
    const response = await fetch(new URL(path, api), { headers });
    if (response.status !== 429) {
      const job = await response.json();
      if (job.status === 'completed') return job.presentation.title;
      if (job.status !== 'generating') throw new Error(job.error ?? job.message);
    }
    await sleep(3_000);
  }
};
