if (import.meta.env.DEV) {
  const { setupDeckhand } = await import('deckhand/node');
  setupDeckhand({ origin: 'https://api.example.com' }).listen();
}

export const isMocked = import.meta.env.DEV;
