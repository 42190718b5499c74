import { test as base } from '../../../src/integrations/vitest.js';

const test = base.extend({});
test.override('deckhandOptions', { origin: 'https://api.example.com/api/v1' });

test('fails with an error and a hint', ({ deckhand }) => void deckhand);
