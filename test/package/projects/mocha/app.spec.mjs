import { setupDeckhand } from 'deckhand/node';
import { app, journey } from './journey.mjs';

describe('ES modules', () => {
  const { listen, close, reset, deckhand } = setupDeckhand({ origin: 'https://api.example.com' });
  before(() => listen());
  afterEach(() => reset());
  after(() => close());

  it('one job goes its way', () =>
    journey(app('https://api.example.com/api/v1', 'deckhand-dev-key'), deckhand.workspace('ws_dev')));
});
