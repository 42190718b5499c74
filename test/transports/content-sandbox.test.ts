/** A response that a browser shows as a page runs no script at our origin; code gets it as it is. */
import { describe, expect, it } from 'vitest';
import { serveEachTest } from '../server/start-test-server.js';
import { scenarioWithFault } from './transport-suite/faults.js';

const HTML = '<script>fetch("/_deckhand/api/workspaces/ws_dev/reset", { method: "POST" })</script>';
const OF_THE_ORIGIN = {
  'Clear-Site-Data': '"*"',
  Refresh: '0; url=/_deckhand/',
  'Service-Worker-Allowed': '/',
  'Content-Security-Policy': "script-src 'unsafe-inline'",
};

describe('a response of HTML', () => {
  const server = serveEachTest();

  const get = async (request: Readonly<Record<string, string>>, inProcess: boolean) => {
    const { deckhand, url } = server();
    const headers = { 'Content-Type': 'text/html', ...OF_THE_ORIGIN };
    deckhand
      .workspace('ws_dev')
      .useScenario(scenarioWithFault({ response: { status: 200, headers, body: HTML } }));
    const sent = new Request(`${url}/api/v1/templates`, {
      headers: { 'x-api-key': 'deckhand-dev-key', ...request },
    });
    return inProcess ? deckhand.fetch(sent) : fetch(sent);
  };

  describe.each([
    ['over HTTP', false],
    ['in process', true],
  ])('%s', (_, inProcess) => {
    it.each([
      ['a navigation', { 'sec-fetch-dest': 'document' }],
      ['a navigation to plain HTTP of another host', { accept: 'text/html,application/xhtml+xml' }],
      ['a navigation behind a service worker', { 'sec-fetch-dest': 'empty', accept: 'text/html,*/*' }],
    ])('is in a sandbox for %s', async (_what, request) => {
      const { headers } = await get(request, inProcess);
      expect(headers.get('content-security-policy')).toBe('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      for (const name of ['clear-site-data', 'refresh', 'service-worker-allowed'])
        expect(headers.has(name)).toBe(false);
    });

    it('is unchanged for code, but for what concerns the origin', async () => {
      const response = await get({ accept: '*/*', 'sec-fetch-dest': 'empty' }, inProcess);
      expect(response.headers.get('content-type')).toBe('text/html');
      for (const name of Object.keys(OF_THE_ORIGIN)) expect(response.headers.has(name)).toBe(false);
      expect(await response.text()).toContain('<script>');
    });
  });
});
