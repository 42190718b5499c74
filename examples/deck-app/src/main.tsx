/** Puts the parts together: where the service is, the one job at hand, the page's address, the screens. */
import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/newsreader';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from './api/client';
import { App } from './app';
import { followAddress } from './sync-location';
import { Generation } from './generation/generation';

// The condition is a constant of the build: none of the mock server is in a bundle of another mode.
if (import.meta.env.MODE === 'offline') {
  const { setupDeckhandWorker } = await import('deckhand/browser');
  await setupDeckhandWorker({ exposeOnWindow: true }).start();
}

const api = createApi({ baseUrl: import.meta.env.VITE_API_URL, key: import.meta.env.VITE_API_KEY });
const generation = new Generation(api);
followAddress(generation);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App api={api} generation={generation} />
  </StrictMode>,
);
