/** Next.js calls it once when the server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.DECKHAND !== 'true') return;
  const { setupDeckhand } = await import('deckhand/node');
  const rejected = {
    title: 'A 429 for each poll',
    steps: [{ complete: {} }],
    faults: [{ operation: 'getGenerationStatus', response: { status: 429 } }],
  };
  setupDeckhand({
    origin: 'https://api.example.com',
    scenarios: { rejected },
    speed: 1e6,
    allowProduction: true,
  }).listen();
}
