/** An app that does not stand still by itself: an animation, a caret, the date, a random number. A test can change its look. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SCRIPT = `
const show = (id, text) => (document.getElementById(id).textContent = text);
const api = async (path, options) => (await fetch('/api/v1' + path, {
  ...options, headers: { 'content-type': 'application/json', 'x-api-key': 'mine' },
})).json();
show('date', new Date().toISOString() + ' ' + Math.random());
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { poll_url } = await api('/presentations/generate', {
    method: 'POST', body: JSON.stringify({ prompt: event.target.prompt.value }),
  });
  const poll = async () => {
    const { status } = await api(poll_url.replace('/api/v1', ''));
    show('status', status);
    if (status === 'failed') console.error('No deck');
    if (status === 'generating' || !status) setTimeout(poll, document.getElementById('loop').checked ? 100 : 4000);
    if (status === 'awaiting_input') document.body.insertAdjacentHTML('beforeend', '<button>Reply</button>');
  };
  setTimeout(poll, 4000);
});`;

/** Ms until the code of an app arrives that its server has rendered before. What was typed before is lost. */
const LATE = 300;

const page = (
  look: string,
  isLate: boolean,
): string => `<!doctype html><html lang="en"><head><title>Kept</title><style>
@keyframes turn { to { rotate: 360deg } }
#spinner { width: 40px; height: 40px; background: teal; animation: turn 0.7s infinite linear }
#status { transition: color 3s; ${look} }
</style></head><body><form><label>Prompt <input name="prompt" autofocus></label>
<label><input type="checkbox" id="loop"> Loop</label><button>Make</button></form>
<div id="spinner"></div><p id="status">none</p><p id="date"></p><script>${isLate ? "import('/late.js')" : SCRIPT}</script></body></html>`;

export interface KeptApp {
  readonly url: string;
  /** Declarations of CSS. */
  look: string;
  close(): Promise<void>;
}

/** @param isLate whether its code takes over a form that the server has rendered */
export async function startKeptApp(isLate = false): Promise<KeptApp> {
  const app: { look: string } = { look: 'color: black' };
  const server = createServer(({ url }, response) => {
    if (url !== '/late.js')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page(app.look, isLate));
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`document.querySelector('input').value = '';${SCRIPT}`);
    }, LATE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(app, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
