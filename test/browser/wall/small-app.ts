/** A small app that is difficult for the wall: it forbids frames, has a strict CSP, and generated ids. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SCRIPT = `
const api = (path, options) => fetch('http://127.0.0.1:4999/api/v1' + path, {
  ...options, headers: { 'content-type': 'application/json', 'x-api-key': 'mine' },
});
const show = (id, text) => (document.getElementById(id).textContent = text);
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  show('submits', Number(document.getElementById('submits').textContent) + 1);
  const response = await api('/presentations/generate', { method: 'POST', body: JSON.stringify({ prompt: event.target.prompt.value }) });
  const { poll_url } = await response.json();
  const every = document.getElementById('loop').checked ? 100 : 4000;
  setInterval(async () => {
    const view = await (await api(poll_url.replace('/api/v1', ''))).json();
    if (!document.getElementById('frozen').checked) show('status', view.status);
  }, every);
});
document.getElementById('break').addEventListener('click', () => { throw new Error('The button is broken'); });
setTimeout(() => show('loaded', 'loaded'), 0);
`;

const HTML = `<!doctype html><html lang="en"><head><title>Small</title>
<style nonce="page">@media (prefers-color-scheme: dark) { body { background: rgb(1, 2, 3) } }</style></head>
<body><form><label for="r1">Prompt</label><input id="r1" name="prompt" value="Taxis">
<label><input type="checkbox" id="loop"> Loop</label><label><input type="checkbox" id="frozen"> Frozen</label>
<button>Make</button></form><button id="break">Break</button>
<p id="status">none</p><p id="submits">0</p><p id="loaded"></p>
<script nonce="page">${SCRIPT}</script></body></html>`;

export interface SmallApp {
  readonly url: string;
  close(): Promise<void>;
}

export async function startSmallApp(): Promise<SmallApp> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/v1/health')) return response.end('own');
    return response
      .writeHead(200, {
        'content-type': 'text/html',
        'x-frame-options': 'DENY',
        'content-security-policy': "script-src 'nonce-page'; frame-ancestors 'none'",
      })
      .end(HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
