// Records a job of a service, plays the recording, and makes a story of it.
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

const replay = await command('serve', '--port', '0', '--replay', 'traffic.har');
const workspace = connectDeckhand(replay.url).workspace('ws_dev');
const ask = app(`${replay.url}/api/v1`, 'deckhand-dev-key');
await workspace.clock.pause();
const { body } = await ask('POST', '/presentations/generate', { prompt: 'Harbour taxis' });
const path = `/presentations/generate/${body.generation_id}`;
const seen = [];
for (let polls = 0; polls < 500 && seen.at(-1) !== 'failed'; polls += 1) {
  const { status, body: view } = await ask('GET', `${path}/status`);
  const outcome = status === 200 ? view.status : status;
  if (outcome !== seen.at(-1)) seen.push(outcome);
  if (outcome === 'awaiting_input') await ask('POST', `${path}/message`, { message: 'People who decide.' });
  await workspace.clock.advance('20ms');
}
same('the replayed job', seen.join(' '), 'generating awaiting_input generating 429 failed');
await replay.stop();

// The story of the recording is a scenario that can be served.
const bin = 'node_modules/deckhand/dist/cli/main.js';
const story = ['scenario', 'from-har', 'traffic.har', '--out', 'scenarios', '--name', 'seen'];
execFileSync(process.execPath, [bin, ...story]);
execFileSync(process.execPath, [bin, 'scenario', 'check', 'scenarios']);
const edited = await command('serve', '--port', '0', '--scenarios', 'scenarios', '--scenario', 'seen');
await edited.stop();
