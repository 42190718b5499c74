/** Deckhand with the application's msw server: only one msw server intercepts the requests. */
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setupDeckhand, type DeckhandSetup } from '../../../src/integrations/node.js';

const ORIGIN = 'https://api.example.com';
const API = `${ORIGIN}/api/v1/templates`;
const SHOP = 'https://shop.example.com/me';
const SUGGESTED_CALL = /^setupServer\(\.\.\.deckhandHandlers\(deckhand\), \.\.\.handlers\)$/m;
const headers = { 'x-api-key': 'deckhand-dev-key' };

const userHandlers = [http.get(SHOP, () => HttpResponse.json({ name: 'Ada' }))];
const shop = async () => (await (await fetch(SHOP)).json()).name;
const templates = async () => (await fetch(API, { headers })).status;

/** Requests without a handler are recorded and fail: the option's name in msw 2, and in msw 3. */
function failOnUnhandled(unhandled: (url: string) => void): object {
  const fail = ({ url }: Request): never => {
    unhandled(url);
    throw new Error(`${url} is not mocked`);
  };
  return {
    onUnhandledRequest: fail,
    onUnhandledFrame: ({ frame }: { frame: { data: { request: Request } } }) => fail(frame.data.request),
  };
}

describe.each(['before', 'after'] as const)("a user's server that listens %s Deckhand", (order) => {
  let server: ReturnType<typeof setupServer>;
  let deckhand: DeckhandSetup;
  const unhandled = vi.fn<(url: string) => void>();
  beforeEach(() => {
    unhandled.mockReset();
    server = setupServer(...userHandlers);
    deckhand = setupDeckhand({ origin: ORIGIN, mswServer: server });
    const starts = [() => server.listen(failOnUnhandled(unhandled)), () => deckhand.listen()];
    for (const start of order === 'before' ? starts : starts.reverse()) start();
  });
  afterEach(() => server.close());

  it('responds to its requests, and Deckhand to its own, also after a reset of the handlers', async () => {
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
    expect(deckhand.journal()).toHaveLength(1);
    server.resetHandlers();
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
    await deckhand.reset();
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('continues when Deckhand has closed, and gets its handlers back', async () => {
    deckhand.close();
    expect(await shop()).toBe('Ada');
    await templates().catch(() => 'failed');
    expect(unhandled).toHaveBeenCalledWith(API);
    deckhand.listen();
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
  });
});

describe("a user's server", () => {
  it('keeps a handler that it added before Deckhand in front, until it resets its handlers', async () => {
    const server = setupServer(...userHandlers);
    server.use(http.get(API, () => new HttpResponse(null, { status: 418 })));
    server.listen();
    onTestFinished(() => server.close());
    setupDeckhand({ origin: ORIGIN, mswServer: server }).listen();
    expect([await shop(), await templates()]).toEqual(['Ada', 418]);
    server.resetHandlers();
    expect([await shop(), await templates()]).toEqual(['Ada', 200]);
  });

  it('responds for two mock servers, each at its origin', async () => {
    const server = setupServer();
    const [one, other] = ['one', 'other'].map((name) =>
      setupDeckhand({ origin: `https://${name}.example.com`, mswServer: server }),
    ) as [DeckhandSetup, DeckhandSetup];
    server.listen();
    onTestFinished(() => server.close());
    one.listen();
    other.listen();
    for (const name of ['one', 'other'])
      await fetch(`https://${name}.example.com/api/v1/templates`, { headers });
    await fetch('https://other.example.com/api/v1/templates', { headers });
    expect([one.journal().length, other.journal().length]).toEqual([1, 2]);
  });
});

describe('a second msw server that listens', () => {
  const both = (handlers = userHandlers): DeckhandSetup => {
    const deckhand = setupDeckhand({ origin: ORIGIN });
    const server = setupServer(...handlers);
    deckhand.listen();
    server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object);
    onTestFinished(() => {
      server.close();
      deckhand.close();
    });
    return deckhand;
  };

  it('makes the reset fail, with the call that combines the servers', async () => {
    const { reset } = both();
    await expect(reset()).rejects.toThrow(SUGGESTED_CALL);
  });

  it('makes the client report without requests fail, with the same call', async () => {
    const { clientReport } = both();
    await expect(clientReport()).rejects.toThrow(SUGGESTED_CALL);
  });
});

describe('a reset', () => {
  it('passes when a test has replaced fetch', async () => {
    const { listen, reset, close } = setupDeckhand();
    listen();
    onTestFinished(close);
    const mock = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    await reset();
    expect(mock).not.toHaveBeenCalled();
    mock.mockRestore();
    vi.stubGlobal('fetch', async () => new Response());
    await reset();
  });

  it('passes under fake timers', async () => {
    const { listen, reset, close } = setupDeckhand();
    listen();
    onTestFinished(close);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await reset();
  });
});
