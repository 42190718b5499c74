// One job through a question, a 429 and a failure. Each project runs it through its integration.

/**
 * @param {(method: string, path: string, body?: object) => Promise<{ status: number, body: any }>} request a request of the app; the
 * path is below the base URL of the API
 * @param workspace the workspace that the app's key opens
 */
export async function runFullFlow(request, workspace) {
  await workspace.useScenario('asks-a-question');
  await workspace.clock.pause();
  const started = await request('POST', '/presentations/generate', { prompt: 'Harbour taxis' });
  assertEqual('the start', started.status, 202);
  const path = `/presentations/generate/${started.body.generation_id}`;
  assertEqual('the job', (await request('GET', `${path}/status`)).body.status, 'generating');

  await workspace.clock.advance('10s');
  const question = await request('GET', `${path}/status`);
  assertEqual('the question', question.body.status, 'awaiting_input');
  const replied = await request('POST', `${path}/message`, { message: 'People who decide.' });
  assertEqual('the reply', Math.floor(replied.status / 100), 2);
  assertEqual('the job after the reply', (await request('GET', `${path}/status`)).body.status, 'generating');

  await workspace.addFault({
    operation: 'getGenerationStatus',
    response: { status: 429, retry_after: '5s' },
  });
  assertEqual('the rate-limited poll', (await request('GET', `${path}/status`)).status, 429);
  await workspace.failJob(started.body.generation_id, 'The renderer stopped.');
  const failed = await request('GET', `${path}/status`);
  assertEqual('the failure', `${failed.body.status}: ${failed.body.error}`, 'failed: The renderer stopped.');
}

/** Requests with the global `fetch`, as an app sends them. */
export function createClient(baseUrl, key) {
  return async (method, path, body) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(baseUrl + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (!/json/.test(response.headers.get('content-type') ?? ''))
      throw new Error(`${path}: not JSON: ${text}`);
    return { status: response.status, body: JSON.parse(text) };
  };
}

export function assertEqual(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what}: ${actual}, not ${expected}`);
}
