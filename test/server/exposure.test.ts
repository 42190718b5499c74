import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeckhand, type Deckhand, type DeckhandOptions } from '../../src/app/deckhand.js';
import { realNow } from '../../src/base/real-time.js';
import { ServerExposure, type ExposureOptions } from '../../src/server/exposure.js';
import { startServer, type RunningServer } from '../../src/server/server.js';

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };
const DAY = 86_400_000;

describe('a server that other machines can reach', () => {
  let server: RunningServer;
  let deckhand: Deckhand;
  afterEach(() => server.close());

  const serve = async (
    options: DeckhandOptions = {},
    { exposed = false, ...rules }: Partial<ExposureOptions> & { exposed?: boolean } = {},
  ) => {
    deckhand = createDeckhand({ ...options, scenario: 'instant', publicUrl: () => server.url });
    deckhand.exposure = new ServerExposure(deckhand.options, {
      advice: 'start with a key',
      isExposed: () => exposed,
      ...rules,
    });
    server = await startServer(deckhand, { host: '127.0.0.1', port: 0, control: { exposed } });
  };
  const ask = (path: string, headers: Record<string, string>, body?: object) =>
    new Promise<{ status: number; text: string; headers: object }>((resolve, reject) => {
      const { port } = new URL(server.url);
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path: path.replace(server.url, ''),
          method: body ? 'POST' : 'GET',
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
          );
        },
      );
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
  const templates = async (key: string, headers: Record<string, string> = {}) =>
    (await ask('/api/v1/templates', { ...headers, 'x-api-key': key })).status;
  const make = async (key: string, headers: Record<string, string> = {}) => {
    const response = await ask(
      '/api/v1/presentations',
      { ...headers, 'x-api-key': key },
      { template_id: 'tpl_pitch' },
    );
    return JSON.parse(response.text) as { id: string; url: string };
  };

  describe.each<[string, { exposed: boolean }, Record<string, string>]>([
    ['as its options say', { exposed: true }, {}],
    ['as the header of a proxy shows', { exposed: false }, FORWARDED],
  ])('%s', (_why, rules, headers) => {
    it.each(['deckhand-dev-key', 'deckhand-other-key', 'sandbox-anything'])(
      'refuses %s, and says what to do',
      async (key) => {
        await serve({ keys: { 'a-real-key': 'ws_dev' } }, rules);
        expect(await templates('a-real-key', headers)).toBe(200);
        const refused = await ask('/api/v1/templates', { ...headers, 'x-api-key': key });
        expect([refused.status, JSON.parse(refused.text)]).toEqual([
          401,
          expect.objectContaining({ detail: expect.stringContaining('start with a key') as string }),
        ]);
      },
    );

    it('accepts well-known keys on request', async () => {
      await serve({}, { ...rules, developmentKeys: true });
      expect(await templates('sandbox-anything', headers)).toBe(200);
      await server.close();
      await serve({ keys: { 'deckhand-dev-key': 'ws_dev' } }, rules);
      expect(await templates('deckhand-dev-key', headers)).toBe(200);
      expect(await templates('deckhand-other-key', headers)).toBe(401);
      await server.close();
      await serve({ keys: 'any' }, rules);
      expect(await templates('sandbox-anything', headers)).toBe(200);
    });

    it('gives ids that differ between starts, unless there is a seed', async () => {
      const idOf = async (options: DeckhandOptions = {}) => {
        await serve({ keys: { key: 'ws_dev' }, ...options }, rules);
        const { id } = await make('key', headers);
        await server.close();
        return id;
      };
      expect(await idOf()).toMatch(/^pres_[0-9a-hj-np-tv-z]{16}$/);
      expect(await idOf()).not.toBe(await idOf());
      expect(await idOf({ seed: 3 })).toBe(await idOf({ seed: 3 }));
    });

    it('shows a deck that is not public to keys of its workspace only', async () => {
      await serve({ keys: { mine: 'ws_dev', theirs: 'ws_other' } }, rules);
      const { url } = await make('mine', headers);
      const statusFor = async (more: Record<string, string>, at = url) =>
        (await ask(at, { ...headers, ...more })).status;
      const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
      expect(await statusFor({})).toBe(401);
      expect(await statusFor({ 'x-api-key': 'theirs' })).toBe(401);
      expect(await statusFor({ 'x-api-key': 'mine' })).toBe(200);
      expect(await statusFor({ authorization: 'Bearer mine' })).toBe(200);
      expect(await statusFor(basic('anybody:mine'))).toBe(200);
      expect(await statusFor(basic('mine:'))).toBe(200);
      expect(await statusFor(basic('mine:theirs'))).toBe(401);
      expect((await ask(url, headers)).headers).toHaveProperty(
        'www-authenticate',
        expect.stringContaining('Basic'),
      );
    });

    it('does not say whether a deck or a workspace exists', async () => {
      await serve({ keys: { mine: 'ws_dev' } }, rules);
      const { url } = await make('mine', headers);
      const there = await ask(url, headers);
      for (const path of ['/view/ws_dev/pres_none', '/view/ws_none/pres_none', '/view/ws_sandbox_x/pres_1'])
        expect(await ask(path, headers)).toMatchObject({ status: 401, text: there.text });
      expect((await ask('/view/ws_dev/pres_none', { ...headers, 'x-api-key': 'mine' })).status).toBe(404);
    });
  });

  it('shows a public deck to everybody', async () => {
    await serve({ keys: { mine: 'ws_dev' } }, { exposed: true });
    deckhand.workspace('ws_dev').use({
      title: 'Public',
      description: 'A public deck.',
      steps: [{ complete: { is_public: true } }],
    });
    const headers = { 'x-api-key': 'mine' };
    const started = await ask('/api/v1/presentations/generate', headers, { prompt: 'Tides' });
    const { poll_url: pollUrl } = JSON.parse(started.text) as { poll_url: string };
    const polled = JSON.parse((await ask(pollUrl, headers)).text) as { presentation: { url: string } };
    expect((await ask(polled.presentation.url, {})).status).toBe(200);
  });

  it('signs the links of the control API', async () => {
    await serve({ keys: { mine: 'ws_dev' } }, { exposed: true, token: 'a-long-token' });
    await ask('/api/v1/presentations/generate', { 'x-api-key': 'mine' }, { prompt: 'Tides' });
    const [job] = await deckhand.workspace('ws_dev').jobs();
    const { deck_url: link = '', view } = job as {
      deck_url?: string;
      view: { presentation?: { url: string } };
    };
    expect((await ask(link, {})).status).toBe(200);
    expect((await ask(view.presentation?.url ?? '', {})).status).toBe(401);
    for (const wrong of [
      link.replace(/sig=(.)/, (_, first: string) => `sig=${first === '-' ? '_' : '-'}`),
      link.replace(/until=\d/, 'until=9'),
      link.replace(/until=\d+/, 'until=NaN'),
      link.replace('pres_', 'pres_0'),
    ])
      expect((await ask(wrong, {})).status).toBe(401);
  });

  describe('behind the proxy of a development server on this machine', () => {
    /** What Vite's `xfwd` and a rewrite of Next.js add. */
    const local = {
      'x-forwarded-for': '::1, ::ffff:127.0.0.1',
      'x-forwarded-host': 'localhost:3000',
      'x-forwarded-port': '3000',
      'x-forwarded-proto': 'http',
    };

    it('accepts the development keys, and keeps the control API closed', async () => {
      await serve();
      expect(await templates('deckhand-dev-key', local)).toBe(200);
      expect(await templates('sandbox-anything', local)).toBe(200);
      expect((await ask('/_deckhand/api/workspaces', local)).status).toBe(403);
    });

    it.each<[string, Record<string, string>]>([
      ['the client is another machine', { 'x-forwarded-for': '192.168.1.7' }],
      ['one of several clients is another machine', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }],
      ['the client asked for another host', { 'x-forwarded-host': 'decks.example.com' }],
      ['the host only begins as a local one', { 'x-forwarded-host': 'localhost.example.com' }],
      ['a second proxy shows itself', { via: '1.1 cache' }],
      ['a CDN shows itself', { 'cf-connecting-ip': '127.0.0.1' }],
    ])('refuses them when %s', async (_why, more) => {
      await serve();
      expect(await templates('deckhand-dev-key', { ...local, ...more })).toBe(401);
    });

    it.each(Object.keys(local))('refuses them without %s', async (missing) => {
      await serve();
      const headers = Object.fromEntries(Object.entries(local).filter(([name]) => name !== missing));
      expect(await templates('deckhand-dev-key', headers)).toBe(401);
    });
  });

  it('is as before for this machine', async () => {
    await serve();
    expect(await templates('deckhand-dev-key')).toBe(200);
    expect(await templates('sandbox-anything')).toBe(200);
    const { id, url } = await make('deckhand-dev-key');
    expect((await ask(url, {})).status).toBe(200);
    const again = createDeckhand();
    const made = await again.fetch('http://localhost/api/v1/presentations', {
      method: 'POST',
      headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
      body: '{"template_id":"tpl_pitch"}',
    });
    expect(id).toBe(((await made.json()) as { id: string }).id);
    await ask('/api/v1/presentations/generate', { 'x-api-key': 'deckhand-dev-key' }, { prompt: 'Tides' });
    const [job] = await deckhand.workspace('ws_dev').jobs();
    expect(job?.deck_url).toMatch(/\/view\/ws_dev\/pres_\w+$/);
  });
});

describe('a signed link', () => {
  const rules = (token?: string) => new ServerExposure({}, { token, isExposed: () => true, advice: '' });
  const url = 'https://deck.example.com/view/ws_dev/pres_1';

  it('is valid for one to two days, and stays the same meanwhile', () => {
    const before = realNow();
    const link = rules('token').signDeck(url);
    const until = Number(new URL(link).searchParams.get('until'));
    // A day can begin while the link is signed.
    expect(until - before).toBeGreaterThan(DAY);
    expect(until - realNow()).toBeLessThanOrEqual(2 * DAY);
    expect(rules('token').isSigned(link)).toBe(true);
  });

  it('is valid at another server with the same token only', () => {
    const link = rules('token').signDeck(url);
    expect(rules('token').isSigned(link)).toBe(true);
    expect(rules('other').isSigned(link)).toBe(false);
    expect(rules().isSigned(link)).toBe(false);
    expect(rules().isSigned(rules().signDeck(url))).toBe(false);
  });

  it('is valid below the path of a proxy', () => {
    const link = new URL(rules('token').signDeck('https://deck.example.com/tools/view/ws_dev/pres_1'));
    expect(rules('token').isSigned(`/view/ws_dev/pres_1${link.search}`)).toBe(true);
    expect(rules('token').isSigned(`/view/ws_dev/pres_2${link.search}`)).toBe(false);
  });
});
