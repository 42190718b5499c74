// The guard of docs/app.md. Next.js replaces both conditions by constants.
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs' && process.env.NODE_ENV !== 'production') {
    const { setupDeckhand } = await import('deckhand/node');
    setupDeckhand({ origin: 'https://api.example.com' }).listen();
  }
}
