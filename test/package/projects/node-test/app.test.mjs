import { after, afterEach, before, test } from 'node:test';
import { setupDeckhand } from 'deckhand/node';
import { app, journey } from './journey.mjs';

const { listen, close, reset, deckhand } = setupDeckhand({ origin: 'https://api.example.com' });
before(() => listen());
afterEach(() => reset());
after(() => close());

test('one job goes its way', () =>
  journey(app('https://api.example.com/api/v1', 'deckhand-dev-key'), deckhand.workspace('ws_dev')));
