import { afterAll, beforeAll } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { secondCopy } from '../msw/second-copy.js';

const server = (await secondCopy()).setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

test('fails rather than take the requests of another copy', ({ deckhand }) => void deckhand);
