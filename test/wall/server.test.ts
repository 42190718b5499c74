import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findRunningWall } from '../../src/server/find-wall.js';
import { startWall, type RunningWall } from '../../src/wall/server.js';
import { assertAppResponds } from '../../src/wall/app-url.js';
import { FRAME_SCRIPT_PATH, TAB_HEADER } from '../../src/wall/constants.js';
import type { WallState } from '../../src/wall/protocol.js';
import { send } from './http-get.js';

let app: Server;
let target: URL;
let seen: IncomingMessage | undefined;
let wall: RunningWall;

beforeAll(async () => {
  app = await startApp();
  target = new URL(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
  wall = await startWall({ appUrl: target, port: 0, scenarios: ['happy-path', 'upstream-error'] });
});
afterAll(async () => {
  await wall.close();
  app.close();
  app.closeAllConnections();
});

function startApp(port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    seen = request;
    if (request.url === '/never') return;
    if (request.url === '/endless') {
      response.writeHead(200, { 'content-type': 'text/html' });
      const page = new Readable({ read: () => void page.push('<p>again</p>'.repeat(1_000)) });
      return void page.pipe(response);
    }
    const [, encoding] = /^\/as\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (encoding !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding });
      return void response.end('<p>A</p>');
    }
    if (request.url === '/packed') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      return void response.end(gzipSync('<head></head><p>Packed</p>'));
    }
    if (request.url === '/latin')
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
        .end(Buffer.from('<head></head><p>caf\u00e9</p>', 'latin1'));
    const { host } = request.headers;
    const redirects: Readonly<Record<string, string>> = {
      '/go': `http://${host}/there?a=1`,
      '/go-double': `http://${host}//evil.example/x`,
      '/go-relative': `//${host}/a`,
      '/go-away': 'https://elsewhere.example/',
    };
    const location = redirects[request.url ?? ''];
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (request.url?.startsWith('/api/')) response.end('own api');
    else
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'x-frame-options': 'DENY',
          'set-cookie': 'a=1; Domain=127.0.0.1; Secure; Domain =other.example;\tdomain\t= x; SameSite = None',
        })
        .end('<!doctype html><head></head><p>App</p>');
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

const frame = (path: string, options: Parameters<typeof send>[3] = {}, name = 'happy-path') =>
  send(wall.port, `${name}.wall.localhost`, path, options);
const page = (path: string, options: Parameters<typeof send>[3] = {}) =>
  send(wall.port, 'wall.localhost', path, options);
const origin = (name: string) => `http://${name}.wall.localhost:${wall.port}`;
const HTML = { headers: { accept: 'text/html' } };
const START = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
  body: '{"prompt":"Harbour taxis"}',
};

async function state(tab = 'one'): Promise<WallState> {
  await page('/api/config', { headers: { [TAB_HEADER]: tab } });
  return (await move('state')).json() as WallState;
}
const move = (what: string, body: object = {}, headers: Record<string, string> = {}) =>
  page(`/api/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [TAB_HEADER]: 'one', ...headers },
    body: JSON.stringify(body),
  });

describe('a frame', () => {
  it('is the app, with the script first and without a header that forbids frames', async () => {
    const { text, headers } = await frame('/', HTML);
    expect(text).toBe(
      '<!doctype html><script src="/__deckhand/wall-frame.js"></script><head></head><p>App</p>',
    );
    expect(headers['x-frame-options']).toBeUndefined();
    const policy = `frame-ancestors 'self' http://wall.localhost:${wall.port}`;
    expect(headers['content-security-policy']).toBe(policy);
    // A picture in a frame of another site is a frame, too.
    expect((await frame('/api/health')).headers['content-security-policy']).toBe(policy);
    expect(headers['set-cookie']).toEqual(['a=1']);
    expect((await state()).headerChanges).toEqual(['x-frame-options was removed']);
  });

  it('preserves the character set of a page, and is decompressed if the app compresses it nevertheless', async () => {
    const script = '<script src="/__deckhand/wall-frame.js"></script><head></head>';
    expect((await frame('/packed', HTML)).text).toBe(`${script}<p>Packed</p>`);
    const { bytes, headers } = await frame('/latin', HTML);
    expect(bytes.toString('latin1')).toBe(`${script}<p>caf\u00e9</p>`);
    expect(headers['content-type']).toBe('text/html; charset=iso-8859-1');
  });

  it('starts before the page of the app is complete, however long that is', async () => {
    const asked = request({
      ...{ host: '127.0.0.1', port: wall.port, path: '/endless' },
      headers: { host: `happy-path.wall.localhost:${wall.port}`, ...HTML.headers },
    }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of response) if ((bytes += (chunk as Buffer).length) > 4_000_000) break;
    expect(bytes).toBeGreaterThan(4_000_000);
    await expect.poll(() => seen?.destroyed).toBe(true);
  });

  it('has a page in an unknown encoding as the app sent it, which is reported', async () => {
    const { bytes, headers } = await frame('/as/zstd', HTML);
    expect([bytes.toString(), headers['content-encoding']]).toEqual(['<p>A</p>', 'zstd']);
    expect((await state()).headerChanges).toContain(
      'a page was forwarded without the script of the wall: its content-encoding is unknown',
    );
  });

  it('looks to the app like a page of its own origin', async () => {
    await frame('/', {
      headers: { ...HTML.headers, origin: origin('happy-path'), referer: `${origin('happy-path')}/x` },
    });
    expect(seen?.headers).toMatchObject({
      host: target.host,
      origin: target.origin,
      referer: `${target.origin}/x`,
    });
  });

  it('is preserved by a redirect', async () => {
    const to = async (path: string) => (await frame(path)).headers.location;
    expect(await to('/go')).toBe(`${origin('happy-path')}/there?a=1`);
    // A path that starts with // is not another host.
    expect(await to('/go-double')).toBe(`${origin('happy-path')}//evil.example/x`);
    expect(await to('/go-relative')).toBe(`${origin('happy-path')}/a`);
    expect(await to('/go-away')).toBe('https://elsewhere.example/');
  });

  it('forwards paths of the app that match no operation', async () => {
    expect((await frame('/api/v1/health')).text).toBe('own api');
    expect((await frame('/api/health')).text).toBe('own api');
  });

  it('uses the sandbox of its scenario, whatever key it sends', async () => {
    expect((await frame('/api/v1/presentations/generate', START)).status).toBe(202);
    const bearer = { ...START, headers: { 'content-type': 'application/json', authorization: 'Bearer x' } };
    expect((await frame('/api/v1/presentations/generate', bearer, 'upstream-error')).status).toBe(202);
    const { sandboxes } = await state();
    expect(sandboxes.map(({ name, job }) => [name, job?.status])).toEqual([
      ['happy-path', 'generating'],
      ['upstream-error', 'generating'],
    ]);
  });

  it('is identified by its Origin at another address of this machine', async () => {
    const headers = { ...START.headers, origin: origin('upstream-error') };
    const before = (await state()).sandboxes[1]?.job?.id;
    const response = await send(wall.port, '127.0.0.1', '/api/v1/presentations/generate', {
      ...START,
      headers,
    });
    expect(response.status).toBe(202);
    expect(response.headers['access-control-allow-origin']).toBe(origin('upstream-error'));
    expect((await state()).sandboxes[1]?.job?.id).not.toBe(before);
  });

  it('without a scenario is rejected with the URL of the wall', async () => {
    const { status, text } = await frame('/', HTML, 'nothing');
    expect([status, text]).toEqual([
      421,
      expect.stringContaining(`Open http://wall.localhost:${wall.port}/.`),
    ]);
  });

  it('cannot be used or controlled by a page of another site', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      origin: 'https://evil.example',
      'x-api-key': 'a',
    };
    expect((await frame('/api/v1/templates', { headers })).status).toBe(403);
    expect((await page('/api/state', { headers })).status).toBe(403);
    // An old browser says nothing but the origin.
    const { origin } = headers;
    expect((await frame('/api/v1/templates', { headers: { origin, 'x-api-key': 'a' } })).status).toBe(403);
    expect((await frame('/', { headers: { ...HTML.headers, origin } })).status).toBe(403);
    expect((await frame('/', HTML)).headers['content-security-policy']).toContain(
      `frame-ancestors 'self' http://wall.localhost:${wall.port}`,
    );
  });
});

it.each([
  ['an operation', 'happy-path.wall.localhost', '/api/v1/templates'],
  ['an operation in a frame', 'happy-path.wall.localhost', '/api/v1/templates', 'text/html'],
  ['the script', 'happy-path.wall.localhost', FRAME_SCRIPT_PATH],
  ['an error', 'happy-path.wall.localhost', 'http://elsewhere.example/'],
  ['the app', 'happy-path.wall.localhost', '/'],
  ['the page', 'wall.localhost', '/'],
  ['the state', 'wall.localhost', '/api/config'],
  ['a redirect', '127.0.0.1', '/'],
])('no other page can embed %s of %s%s', async (_, host, path, accept = '*/*') => {
  const { headers } = await send(wall.port, host, path, { headers: { accept, 'x-api-key': 'a' } });
  const policies = String(headers['content-security-policy']).split(', ');
  const policy = `frame-ancestors 'self' http://wall.localhost:${wall.port}`;
  expect(policies.filter((one) => one === policy)).toHaveLength(1);
  expect(policies.includes('sandbox')).toBe(accept === 'text/html');
});

describe('the page of the wall', () => {
  it('is found by its port, and nothing else is mistaken for it', async () => {
    expect(await findRunningWall(wall.port)).toBe(wall.url);
    expect(await findRunningWall(Number(target.port))).toBeUndefined();
    expect(await findRunningWall(1)).toBeUndefined();
  });

  it('cannot be controlled by a frame, a form, or an older tab', async () => {
    await state();
    const body = { to: 1 };
    expect((await move('advance', body, { origin: origin('happy-path') })).status).toBe(403);
    expect((await move('advance', body, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await move('advance', body, { 'content-type': 'text/plain' })).status).toBe(405);
    expect((await move('advance', body, { [TAB_HEADER]: 'older' })).status).toBe(409);
  });

  it('advances all sandboxes to the same time, and resets them', async () => {
    await state();
    const start = ((await move('reset')).json() as WallState).now;
    await frame('/api/v1/presentations/generate', START);
    const later = (await move('advance', { to: start + 60_000 })).json() as WallState;
    expect([later.now, later.sandboxes[0]?.job?.status]).toEqual([start + 60_000, 'completed']);
    const anew = (await move('reset')).json() as WallState;
    expect([anew.now, anew.sandboxes[0]?.job]).toEqual([start, undefined]);
    expect((await move('restore', { id: 99 })).status).toBe(404);
  });

  it('reports a rejected start, and API requests that bypass the wall', async () => {
    const own = await startWall({ appUrl: target, port: 0, scenarios: ['api-disabled'] });
    try {
      const host = 'api-disabled.wall.localhost';
      await send(own.port, host, '/api/v1/presentations/generate', START);
      const report = (address: string) =>
        send(own.port, host, '/__deckhand/csp-report', {
          method: 'POST',
          headers: { 'content-type': 'application/csp-report' },
          body: JSON.stringify({ 'csp-report': { 'blocked-uri': address } }),
        });
      for (const address of [
        'https://api.example.com/api/v1/templates',
        'https://fonts.example.com/a.woff',
        `http://localhost:${own.port}/api/v1/templates`,
        'inline',
      ])
        expect((await report(address)).status).toBe(204);
      const page = 'wall.localhost';
      const headers = { [TAB_HEADER]: 'own', 'content-type': 'application/json' };
      await send(own.port, page, '/api/config', { headers });
      const found = await send(own.port, page, '/api/state', { method: 'POST', headers, body: '{}' });
      expect((found.json() as WallState).sandboxes[0]).toMatchObject({
        rejectedStatus: 403,
        externalOrigins: ['https://api.example.com'],
      });
    } finally {
      await own.close();
    }
  });

  it('reports a client that polls in a tight loop, with a hint', async () => {
    await state();
    const { now } = (await move('reset')).json() as WallState;
    const started = (await frame('/api/v1/presentations/generate', START)).json() as { poll_url: string };
    for (let poll = 1; poll <= 10; poll += 1) {
      await frame(started.poll_url, { headers: { 'x-api-key': 'a' } });
      await move('advance', { to: now + poll * 100 });
    }
    const [finding] = (await state()).sandboxes[0]?.findings ?? [];
    expect(finding).toMatchObject({ rule: 'client/no-tight-polling-loop', sections: ['4.5'] });
    expect(finding?.hint).toContain('Wait a few seconds');
    expect(finding?.exchange).toContain('GET ');
  });
});

describe('a wall', () => {
  let extra: Server | undefined;
  afterEach(() => extra?.close());

  it('without an app at the URL is an error', async () => {
    extra = await startApp();
    const { port } = extra.address() as AddressInfo;
    await new Promise((resolve) => extra?.close(resolve));
    await expect(assertAppResponds(new URL(`http://127.0.0.1:${port}`))).rejects.toThrow(
      `No app responds at http://127.0.0.1:${port} (ECONNREFUSED).`,
    );
  });

  it('with a port in use is an error that names it', async () => {
    await expect(startWall({ appUrl: target, port: wall.port })).rejects.toThrow(
      `Port ${wall.port} on 127.0.0.1 is in use.`,
    );
  });

  it('with more scenarios than sandboxes is an error', async () => {
    const scenario = { title: 'Ends', steps: [{ complete: {} }] };
    const scenarios = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`s${index}`, scenario]));
    const wall = startWall({
      appUrl: target,
      port: 0,
      mockOptions: { scenarios },
      scenarios: Object.keys(scenarios),
    });
    await expect(wall).rejects.toThrow('The wall shows at most 200. Choose some with --only.');
  });

  it('with a name that is too long for a host name is an error', async () => {
    const name = 'a'.repeat(64);
    const mock = { scenarios: { [name]: { title: 'Long', steps: [{ complete: {} }] } } } as never;
    await expect(startWall({ appUrl: target, port: 0, mockOptions: mock })).rejects.toThrow(
      'too long for a host name',
    );
  });

  it('reports nothing about a page that disconnects while the app works', async () => {
    const told: boolean[] = [];
    const onReach = (isThere: boolean) => told.push(isThere);
    const own = await startWall({ appUrl: target, port: 0, scenarios: ['happy-path'], onAppStatus: onReach });
    const host = `happy-path.wall.localhost:${own.port}`;
    const asked = request({ host: '127.0.0.1', port: own.port, path: '/never', headers: { host } });
    asked.on('error', () => undefined);
    asked.end();
    await expect.poll(() => seen?.url).toBe('/never');
    asked.destroy();
    await expect.poll(() => seen?.destroyed).toBe(true);
    expect((await send(own.port, 'happy-path.wall.localhost', '/', HTML)).status).toBe(200);
    await own.close();
    expect(told).toEqual([]);
  });

  it('reports an app that stops once, and shows it in the frame until it is back', async () => {
    const told: boolean[] = [];
    extra = await startApp();
    const { port } = extra.address() as AddressInfo;
    const own = await startWall({
      appUrl: new URL(`http://127.0.0.1:${port}`),
      port: 0,
      scenarios: ['happy-path'],
      onAppStatus: (isThere) => told.push(isThere),
    });
    const get = () => send(own.port, 'happy-path.wall.localhost', '/', HTML);
    expect((await get()).status).toBe(200);
    await new Promise((resolve) => {
      extra?.close(resolve);
      extra?.closeAllConnections();
    });
    await get();
    const { status, text, headers } = await get();
    expect([status, headers.refresh]).toEqual([502, '2']);
    expect(text).toContain(`The app at http://127.0.0.1:${port} does not respond: `);
    extra = await startApp(port);
    expect((await get()).status).toBe(200);
    expect(told).toEqual([false, true]);
    await own.close();
    await expect(get()).rejects.toThrow('ECONNREFUSED');
  });
});
