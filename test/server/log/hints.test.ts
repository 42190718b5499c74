import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { Hints } from '../../../src/server/log/request-log.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { completingJob, ReplayClient } from '../../replay/recorded-traffic.js';

const advice = (): Hints =>
  new Hints({ setKeys: 'set keys', allowOrigin: (origin) => `add ${origin} to the list` });

async function refused(key?: string): Promise<Exchange> {
  const deckhand = createDeckhand();
  const headers: HeadersInit = key === undefined ? {} : { 'x-api-key': key };
  await deckhand.fetch('http://localhost/api/v1/templates', { headers });
  const [exchange] = deckhand.workspace(key === 'deckhand-dev-key' ? 'ws_dev' : '').journal();
  if (!exchange) throw new Error('The journal is empty');
  return exchange;
}

describe('advice', () => {
  it('about a missing key names a key that works, once', async () => {
    const given = advice();
    const exchange = await refused();
    expect(given.forExchange(exchange)).toBe(
      'This request has no key. Send x-api-key: deckhand-dev-key, or set keys.',
    );
    expect(given.forExchange(exchange)).toBeUndefined();
    expect(given.forExchange(await refused('nobody'))).toBe(
      'No workspace has this key. Send deckhand-dev-key, or set keys.',
    );
  });

  it('names no development key where other machines can connect', async () => {
    const given = new Hints({ setKeys: 'set keys', isReachable: true, allowOrigin: () => '' });
    expect(given.forExchange(await refused())).toBe(
      'This request has no key. Only named keys are valid where other machines can connect: set keys.',
    );
  });

  it('about a request that the recording does not hold says why, once', async () => {
    const given = advice();
    const client = new ReplayClient(completingJob);
    await client.send(0, 'GET /templates');
    const [exchange] = client.deckhand.workspace('ws_dev').journal() as [Exchange];
    expect(given.forExchange(exchange)).toMatch(
      /^GET \S+\/templates: Not in the recording: the recording never lists the templates\.$/,
    );
    expect(given.forExchange(exchange)).toBeUndefined();
  });

  it('about a page that cannot read responses says how to allow it, once for each origin', () => {
    const given = advice();
    const text = (origin: string) =>
      `Pages of ${origin} cannot read responses. To allow them, add ${origin} to the list.`;
    expect(given.forOrigin('https://a.example.com')).toBe(text('https://a.example.com'));
    expect(given.forOrigin('https://a.example.com')).toBeUndefined();
    expect(given.forOrigin('https://b.example.com')).toBe(text('https://b.example.com'));
    expect(given.forOrigin('null')).toContain('A page without an origin');
  });

  it('about a request for another host says how to allow it, once', () => {
    const given = advice();
    expect(given.forHost('presentations:4010')).toBe(
      'A request for presentations:4010 got 400, because that is not a name of this server. To allow it, start with --allow-host presentations.',
    );
    expect(given.forHost('presentations:4010')).toBeUndefined();
    expect(given.forHost('a; rm -rf')).not.toContain('To allow');
  });

  it('never repeats text of a client as a command', () => {
    const given = advice();
    const said = given.forOrigin('https://a.example.com; rm -rf \u001b[2J');
    expect(said).not.toContain('To allow');
    expect(said).not.toContain('\u001b');
  });
});
