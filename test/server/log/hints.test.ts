import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { Hints } from '../../../src/server/log/hints.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { completingJob, ReplayClient } from '../../replay/recorded-traffic.js';

const createHints = (): Hints =>
  new Hints({ setKeys: 'set keys', allowOrigin: (origin) => `add ${origin} to the list` });

async function rejected(key?: string): Promise<Exchange> {
  const deckhand = createDeckhand();
  const headers: HeadersInit = key === undefined ? {} : { 'x-api-key': key };
  await deckhand.fetch('http://localhost/api/v1/templates', { headers });
  const [exchange] = deckhand.workspace(key === 'deckhand-dev-key' ? 'ws_dev' : '').journal();
  if (!exchange) throw new Error('The journal is empty');
  return exchange;
}

describe('a hint', () => {
  it('for a missing key names a valid key, once', async () => {
    const hints = createHints();
    const exchange = await rejected();
    expect(hints.forExchange(exchange)).toBe(
      'This request has no key. Send x-api-key: deckhand-dev-key, or set keys.',
    );
    expect(hints.forExchange(exchange)).toBeUndefined();
    expect(hints.forExchange(await rejected('nobody'))).toBe(
      'This key is unknown. Send deckhand-dev-key, or set keys.',
    );
  });

  it('names no development key where other machines can connect', async () => {
    const hints = new Hints({ setKeys: 'set keys', isReachable: true, allowOrigin: () => '' });
    expect(hints.forExchange(await rejected())).toBe(
      'This request has no key. Only configured keys are valid where other machines can connect: set keys.',
    );
  });

  it('for an unrecorded request gives the reason, once', async () => {
    const hints = createHints();
    const client = new ReplayClient(completingJob);
    await client.send(0, 'GET /templates');
    const [exchange] = client.deckhand.workspace('ws_dev').journal() as [Exchange];
    expect(hints.forExchange(exchange)).toMatch(
      /^GET \S+\/templates: Not in the recording: the recording never lists the templates\.$/,
    );
    expect(hints.forExchange(exchange)).toBeUndefined();
  });

  it('for a page that cannot read responses names the option, once for each origin', () => {
    const hints = createHints();
    const text = (origin: string) =>
      `Pages of ${origin} cannot read responses. To allow them, add ${origin} to the list.`;
    expect(hints.forOrigin('https://a.example.com')).toBe(text('https://a.example.com'));
    expect(hints.forOrigin('https://a.example.com')).toBeUndefined();
    expect(hints.forOrigin('https://b.example.com')).toBe(text('https://b.example.com'));
  });

  it.each(['null', 'file://'])('for a page from a file says why it cannot be allowed: %s', (origin) => {
    expect(createHints().forOrigin(origin)).toBe(
      'A page from file:// has the origin null, as every sandboxed frame of the web has, so it cannot be allowed. ' +
        'Serve its folder over HTTP, such as with npx vite, and open http://localhost:5173.',
    );
  });

  it('for a page is repeated after a minute, because a rejected preflight has no line of its own', () => {
    let now = 0;
    const hints = new Hints({ setKeys: '', allowOrigin: () => '' }, () => now);
    const printed = [0, 30_000, 60_000].map((time) => {
      now = time;
      return hints.forOrigin('null') !== undefined;
    });
    expect(printed).toEqual([true, false, true]);
  });

  it('for another host names the option, once', () => {
    const hints = createHints();
    expect(hints.forHost('presentations:4010')).toBe(
      'A request got 400, because the host presentations:4010 is not allowed. To allow it, start with --allow-host presentations.',
    );
    expect(hints.forHost('presentations:4010')).toBeUndefined();
    expect(hints.forHost('a; rm -rf')).not.toContain('To allow');
  });

  it('never contains text of a client as a command', () => {
    const hints = createHints();
    const hint = hints.forOrigin('https://a.example.com; rm -rf \u001b[2J');
    expect(hint).not.toContain('To allow');
    expect(hint).not.toContain('\u001b');
  });
});
