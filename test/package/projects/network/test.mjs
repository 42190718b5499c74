// `deckhand serve --host 0.0.0.0`, as a phone in the same network uses it: by the address of the network, with a key of the team.
import { networkInterfaces } from 'node:os';
import { command } from './command.mjs';
import { same } from './journey.mjs';

const key = 'a-key-of-the-team';
const { url, stop } = await command(
  'serve',
  '--port',
  '0',
  '--host',
  '0.0.0.0',
  '--key',
  key,
  '--control-token',
  'a-token-of-16-letters',
  '--scenario',
  'instant',
);
const [network] = Object.values(networkInterfaces())
  .flat()
  .filter(({ family, internal }) => family === 'IPv4' && !internal);
const origin = network ? `http://${network.address}:${new URL(url).port}` : url;
if (!network) console.log('note: this machine has no network, so 127.0.0.1 was used');
const headers = { 'x-api-key': key, 'content-type': 'application/json' };
const started = await fetch(`${origin}/api/v1/presentations/generate`, {
  method: 'POST',
  headers,
  body: '{"prompt":"Harbour taxis"}',
});
same('the start', started.status, 202);
const view = await (await fetch(origin + (await started.json()).poll_url, { headers })).json();
same('the origin of the deck', new URL(view.presentation.url).origin, origin);
const refused = await fetch(`${origin}/api/v1/templates`, { headers: { 'x-api-key': 'deckhand-dev-key' } });
same('the development key', refused.status, 401);
await stop();
