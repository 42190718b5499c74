import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';

const server = setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

test('fails rather than take the requests of another server', ({ deckhand }) => void deckhand);
