import { describe, expect, it } from 'vitest';
import { serveEachTest } from '../start-test-server.js';
import { Client, expectProblem } from '../../transports/transport-suite/client.js';
import { readResponse } from '../../transports/transport-types.js';
import type { ScenarioName } from '../../../src/app/scenario-names.js';
import type { PageRequest } from '../../../src/server/log/page-request.js';

const pages: PageRequest[] = [];
const server = serveEachTest({ onPage: (one) => pages.push(one) });

const client = (): Client => {
  const { deckhand, url, close } = server();
  deckhand.workspace('ws_dev').clock.pause();
  return new Client({
    deckhand,
    request: async (method, path, request) => readResponse(await fetch(url + path, { method, ...request })),
    close,
  });
};

/** The page of a new job's presentation, at the path of its address. */
async function page(scenario: ScenarioName, prompt?: string) {
  server().deckhand.workspace('ws_dev').useScenario(scenario);
  const someone = client();
  const pollUrl = await someone.start(prompt);
  await someone.workspace.clock.advance('1h');
  if ((await someone.view(pollUrl)).status === 'awaiting_input') {
    await someone.post(pollUrl.replace(/status$/, 'message'), { message: 'Yes' });
    await someone.workspace.clock.advance('1h');
  }
  const { presentation } = await someone.view(pollUrl);
  return { presentation, path: new URL(presentation.url).pathname };
}

describe('the page of a presentation', () => {
  it('has its title and every section', async () => {
    const { presentation, path } = await page('instant', 'A pitch for electric harbour taxis');
    const response = await fetch(server().url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain(`<title>${presentation.title}</title>`);
    expect(html.match(/<section /g)).toHaveLength(presentation.sections.length);
    const [first] = presentation.sections;
    expect(html).toMatch(
      new RegExp(
        `id="slide-1".*<h2 dir="auto">${presentation.title}</h2>.*${first?.title}.*id="slide-2"`,
        's',
      ),
    );
  });

  it('is logged with the time of its workspace', async () => {
    const { path } = await page('instant');
    await fetch(server().url + path);
    const now = Date.parse(server().deckhand.workspace('ws_dev').info().clock.now);
    await expect.poll(() => pages.at(-1)).toMatchObject({ url: path, startedAt: now });
  });

  it('can load nothing, and can run only its own script', async () => {
    const { path } = await page('instant');
    const { headers } = await fetch(server().url + path);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[^' ]+';/);
    expect(policy).toMatch(/style-src 'sha256-[^' ]+';/);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('has a changed title, as text', async () => {
    const { presentation, path } = await page('instant');
    const title = '</title><script>alert(1)</script>"\'';
    await client().send('PATCH', `/presentations/${presentation.id}`, { json: { title } });
    const html = await (await fetch(server().url + path)).text();
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;</title>');
    expect(html).not.toContain('<script>');
  });
});

describe('a missing page', () => {
  it.each([
    ['404', '/favicon.ico'],
    ['404', '/view/ws_dev/%3Cscript%3E'],
    ['400', '/view/ws_dev/%ff'],
  ])('is %s, and runs no script: %s', async (status, path) => {
    const response = await fetch(server().url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(response.status).toBe(Number(status));
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toContain('<script');
  });

  it.each([[404, '/api/v2/templates', 'unknown_path']])(
    'is %i with a problem for programs: %s',
    async (status, path, code) => {
      const headers = { accept: 'application/json', 'x-request-id': 'req-1' };
      const response = await readResponse(await fetch(server().url + path, { headers }));
      expect(expectProblem(response, status, code).detail).not.toBe('');
      expect(response.headers.get('x-request-id')).toBe('req-1');
    },
  );
});
