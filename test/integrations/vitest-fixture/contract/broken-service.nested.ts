import { describeContract } from '../../../../src/integrations/vitest.js';
import { Deckhand } from '../../../../src/app/deckhand.js';
import { SteppedClock } from '../../../verify/stepped-clock.js';

const deckhand = new Deckhand();
const clock = new SteppedClock(deckhand);

describeContract({
  name: 'a service that violates one rule',
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  apiKey: 'deckhand-dev-key',
  requestsPerMinute: 0,
  clock,
  fetch: clock.during(async (request) => {
    const response = await deckhand.fetch(request);
    return response.status === 202 && request.url.endsWith('/generate')
      ? new Response(response.body, { status: 200, headers: response.headers })
      : response;
  }),
});

describeContract({
  name: 'an unreachable service',
  baseUrl: 'http://127.0.0.1:1/api/v1',
  apiKey: 'deckhand-dev-key',
  requestsPerMinute: 0,
  clock,
});
