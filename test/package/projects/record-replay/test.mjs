// Records a job of a service, turns it into a scenario, and plays it again.
import { execFileSync } from 'node:child_process';
import { connectDeckhand } from 'deckhand';
import { command } from './command.mjs';
import { app, journey, same } from './journey.mjs';

const service = await command('serve', '--port', '0');
const proxy = await command('record', `${service.url}/api/v1`, '--port', '0', '--har', 'traffic.har');
await journey(
  app(`${proxy.url}/api/v1`, 'deckhand-dev-key'),
  connectDeckhand(service.url).workspace('ws_dev'),
);
await proxy.stop();
await service.stop();

const bin = 'node_modules/deckhand/dist/cli/main.js';
execFileSync(process.execPath, [
  bin,
  'scenario',
  'from-har',
  'traffic.har',
  '--out',
  'scenarios',
  '--name',
  'seen',
  '--keep-text',
]);
const replay = await command('serve', '--port', '0', '--scenarios', 'scenarios', '--scenario', 'seen');
const workspace = connectDeckhand(replay.url).workspace('ws_dev');
const ask = app(`${replay.url}/api/v1`, 'deckhand-dev-key');
await workspace.clock.pause();
const { body } = await ask('POST', '/presentations/generate', { prompt: 'Harbour taxis' });
const path = `/presentations/generate/${body.generation_id}`;
const seen = [];
for (let polls = 0; polls < 5; polls += 1) {
  const { status, body: view } = await ask('GET', `${path}/status`);
  seen.push(status === 200 ? view.status : status);
  if (view.status === 'awaiting_input')
    await ask('POST', `${path}/message`, { message: 'People who decide.' });
  await workspace.clock.advance('10s');
}
same(
  'the replayed job',
  [...new Set(seen)].includes('failed') && seen.includes(429) && seen.includes('awaiting_input'),
  true,
);
await replay.stop();
