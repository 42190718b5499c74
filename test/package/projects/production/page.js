// The guard of docs/app.md. A build replaces the condition by a constant.
export async function start() {
  if (import.meta.env.MODE === 'offline') {
    const { setupDeckhandWorker } = await import('deckhand/browser');
    await setupDeckhandWorker().start();
  }
  document.body.textContent = 'the app';
}
start();
