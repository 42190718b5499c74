import { http, HttpResponse } from 'msw';
import * as msw from 'msw/node';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setupDeckhand, type DeckhandSetup } from '../../../src/integrations/node.js';
import { deckhandHandlers } from '../../../src/integrations/msw.js';
import { secondCopy } from './second-copy.js';

const API = 'https://api.example.com/api/v1/templates';
const SHOP = 'https://shop.example.com/me';
const headers = { 'x-api-key': 'deckhand-dev-key' };

/** The application's own server: it answers the shop, and refuses all that it does not know. */
function ownServer({ setupServer }: typeof msw = msw) {
  const unhandled = vi.fn((request: Request) => {
    throw new Error(`${request.url} is not mocked`);
  });
  const server = setupServer(http.get(SHOP, () => HttpResponse.json({ name: 'Ada' })));
  let isListening = false;
  const listen = (): void => {
    server.listen({
      onUnhandledRequest: unhandled,
      onUnhandledFrame: ({ frame }: { frame: { data: { request: Request } } }) =>
        unhandled(frame.data.request),
    } as object);
    isListening = true;
  };
  // msw 3 throws when the server is not listening.
  const close = (): void => {
    if (isListening) server.close();
    isListening = false;
  };
  return { server, listen, unhandled, close };
}

const shop = async () => (await (await fetch(SHOP)).json()).name;
const templates = async () => (await fetch(API, { headers })).status;

describe.each(['first', 'second'] as const)('an own server that listens %s', (order) => {
  let deckhand: DeckhandSetup;
  let own: ReturnType<typeof ownServer>;
  const both = (): void => {
    deckhand = setupDeckhand({ origin: 'https://api.example.com' });
    own = ownServer();
    const starts = [own.listen, () => deckhand.listen()];
    for (const start of order === 'first' ? starts : starts.reverse()) start();
  };
  afterEach(() => {
    deckhand.close();
    own.close();
  });

  it('answers its requests, and Deckhand answers its own', async () => {
    both();
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
    expect(deckhand.journal()).toHaveLength(1);
    expect(own.unhandled).not.toHaveBeenCalled();
  });

  it('decides about all other requests', async () => {
    both();
    await fetch('https://elsewhere.example.com/').catch(() => 'refused');
    expect(own.unhandled.mock.calls.map(([{ url }]) => url)).toEqual(['https://elsewhere.example.com/']);
  });

  it('starts one job for one request', async () => {
    both();
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    await fetch('https://api.example.com/api/v1/presentations/generate', { ...init, body: '{"prompt":"A"}' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await deckhand.deckhand.workspace('ws_dev').jobs()).toHaveLength(1);
  });

  it('can reset its handlers', async () => {
    both();
    own.server.resetHandlers();
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
  });

  it('can close before Deckhand', async () => {
    both();
    own.close();
    expect(await templates()).toBe(200);
    deckhand.close();
    expect(globalThis.fetch).toBe(realFetch);
  });

  it('listens on when Deckhand has closed', async () => {
    both();
    deckhand.close();
    expect(await shop()).toBe('Ada');
    expect(own.unhandled).not.toHaveBeenCalled();
    own.close();
    expect(globalThis.fetch).toBe(realFetch);
  });

  it('can listen again', async () => {
    both();
    own.close();
    own.listen();
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
    deckhand.close();
    deckhand.listen();
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
  });
});

const realFetch = globalThis.fetch;

describe('two stand-ins', () => {
  it('each answer at their origin', async () => {
    const [one, other] = ['https://one.example.com', 'https://other.example.com'].map((origin) =>
      setupDeckhand({ origin }),
    ) as [DeckhandSetup, DeckhandSetup];
    onTestFinished(() => [one, other].forEach(({ close }) => close()));
    one.listen();
    other.listen();
    for (const origin of ['one', 'other'])
      await fetch(`https://${origin}.example.com/api/v1/templates`, { headers });
    one.close();
    await fetch('https://other.example.com/api/v1/templates', { headers });
    expect([one.journal().length, other.journal().length]).toEqual([1, 2]);
  });

  it('give their own handlers the requests of the tests', async () => {
    const own = ownServer();
    const { server, listen, close } = setupDeckhand();
    onTestFinished(() => {
      close();
      own.close();
    });
    listen();
    own.listen();
    server.use(http.get('https://mail.example.com/', () => new HttpResponse('mail')));
    expect(await (await fetch('https://mail.example.com/')).text()).toBe('mail');
  });
});

describe('a server of another copy of msw', () => {
  const message = /^Another copy of msw runs a server here, and Deckhand cannot join it/;
  it('is refused when it listens first, with the fix', async () => {
    const own = ownServer(await secondCopy());
    own.listen();
    onTestFinished(own.close);
    const { listen, deckhand } = setupDeckhand();
    expect(listen).toThrow(message);
    expect(listen).toThrow(
      expect.objectContaining({
        hint: expect.stringMatching(
          /'deckhand\/msw';\n {2}server\.use\(\.\.\.deckhandHandlers\(deckhand\)\);$/,
        ),
      }) as Error,
    );
    own.server.use(...deckhandHandlers(deckhand));
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
  });

  it('is refused when it listens second, with the fix', async () => {
    const { listen, close } = setupDeckhand();
    listen();
    onTestFinished(close);
    const own = ownServer(await secondCopy());
    // msw 3 has a message of its own.
    expect(own.listen).toThrow(/^Another copy of msw runs a server|already replaced/);
  });
});
