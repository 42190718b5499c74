import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { startInProcess } from './start-transports.js';
import { scenarioWithFault } from './transport-suite/faults.js';
import { describeTransport } from './transport-suite.js';

describeTransport('fetch, in process', startInProcess);

describe('fetch, in process', () => {
  const headers = { 'x-api-key': 'deckhand-dev-key' };

  // A handler returns Response.error() with the status 0, which fetch never does.
  it('rejects as fetch does when the connection is reset', async () => {
    const deckhand = createDeckhand();
    deckhand.workspace('ws_dev').useScenario(scenarioWithFault({ connection: 'reset' }));
    const response = deckhand.fetch(new Request('http://localhost/api/v1/templates', { headers }));
    await expect(response).rejects.toThrow(TypeError);
  });

  // The constructor of Response throws, because this status cannot have a body.
  it('can respond with 205', async () => {
    const deckhand = createDeckhand();
    deckhand.workspace('ws_dev').useScenario(scenarioWithFault({ response: { status: 205, body: {} } }));
    const response = await deckhand.fetch(new Request('http://localhost/api/v1/templates', { headers }));
    expect(response.status).toBe(205);
  });
});
