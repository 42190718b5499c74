/** Entry point: connects API client, job, URL and screens. */
import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/newsreader';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from './api/client';
import { App } from './app';
import { syncLocation } from './sync-location';
import { Generation } from './generation/generation';

// A build-time constant: builds of other modes do not contain the mock server.
if (import.meta.env.MODE === 'offline') {
  const { setupDeckhandWorker } = await import('deckhand/browser');
  await setupDeckhandWorker({ exposeOnWindow: true }).start();
}

const api = createApi({ baseUrl: import.meta.env.VITE_API_URL, key: import.meta.env.VITE_API_KEY });
const generation = new Generation(api);
syncLocation(generation);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App api={api} generation={generation} />
  </StrictMode>,
);
