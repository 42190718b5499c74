import { describeContract } from '../../../src/adapters/vitest.js';
import { Deckhand } from '../../../src/adapters/deckhand.js';
import { scaledPace } from '../scaled-pace.js';

const deckhand = new Deckhand({ speed: 1000 });

describeContract({
  name: 'a service with one broken promise',
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  apiKey: 'deckhand-dev-key',
  requestsPerMinute: 0,
  jobTimeout: 24 * 3_600_000,
  pace: scaledPace(1000),
  async fetch(request) {
    const response = await deckhand.fetch(request);
    return response.status === 202 && request.url.endsWith('/generate')
      ? new Response(response.body, { status: 200, headers: response.headers })
      : response;
  },
});

describeContract({
  name: 'a service that is not there',
  baseUrl: 'http://127.0.0.1:1/api/v1',
  apiKey: 'deckhand-dev-key',
  requestsPerMinute: 0,
  pace: scaledPace(1000),
});
