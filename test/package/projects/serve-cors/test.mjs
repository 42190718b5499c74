// `deckhand serve`, and an app of another origin: its browser asks first, and then reads every response.
import { connectDeckhand } from 'deckhand';
import { command } from './command.mjs';
import { journey, same } from './journey.mjs';

const origin = 'http://localhost:5173';
const { url, stop } = await command('serve', '--port', '0');
await journey(async (method, path, body) => {
  const target = `${url}/api/v1${path}`;
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type,x-api-key',
  };
  const preflight = await fetch(target, { method: 'OPTIONS', headers });
  same('the preflight', preflight.headers.get('access-control-allow-origin'), origin);
  const response = await fetch(target, {
    method,
    headers: { origin, 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  same('the response', response.headers.get('access-control-allow-origin'), origin);
  return { status: response.status, body: await response.json() };
}, connectDeckhand(url).workspace('ws_dev'));
await stop();
