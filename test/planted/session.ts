/** A service with one bug behind the recording proxy, and a client that uses all of the service. */
import { createServer, request as httpRequest } from 'node:http';
import { clientRules, judge } from '../../src/contract/index.js';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';
import { createPlainService } from '../mutants/plain-service/handle.js';
import { prompts } from '../mutants/plain-service/stages.js';
import type { Variation } from '../mutants/plain-service/variation.js';
import { portOf } from '../proxy/port-of.js';
import { startProxy } from '../proxy/start-proxy.js';

export interface Passed {
  readonly method: string;
  readonly path: string;
  /** The parsed body of the response. */
  readonly body: Record<string, unknown>;
  /** How often this method and path were requested before. */
  readonly times: number;
}

export interface Bug {
  readonly title: string;
  /** The rule that names the bug. */
  readonly named: string;
  readonly edit?: (body: Record<string, unknown>, passed: Passed) => unknown;
  readonly status?: (status: number, passed: Passed) => number;
  readonly text?: (text: string, passed: Passed) => string;
  /** The requests that need no key. */
  readonly withoutKey?: (path: string) => boolean;
}

export type Send = (
  method: string,
  path: string,
  options?: { body?: unknown; raw?: string; headers?: Readonly<Record<string, string | undefined>> },
) => Promise<{ status: number; body: Record<string, unknown> }>;

/** The virtual time of the session. The journal carries it, so no session waits. */
export interface Session {
  readonly send: Send;
  /** Lets time pass. */
  readonly wait: (ms: number) => void;
  readonly key: string;
}

const keyOf = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/**
 * Plays a session through the proxy, and judges its HAR.
 * @returns the ids of the broken rules, those of advice included unless `only` is `fail`
 */
export async function brokenBy(
  bug: Partial<Bug>,
  play: (session: Session) => Promise<void> = tour,
  variations: readonly Variation[] = [],
  only?: 'fail',
): Promise<readonly string[]> {
  let now = Date.parse('2026-01-15T09:30:00.000Z');
  const { handle, keys } = createPlainService({ variations, now: () => now });
  const seen = new Map<string, number>();
  const upstream = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url: path = '/' } = request;
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      if (bug.withoutKey?.(path)) Object.assign(headers, keyOf(keys.first));
      const wire = handle({ method, path, headers, body: Buffer.concat(chunks).toString() });
      const name = `${method} ${path}`;
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      const passed = { method, path, body: parsed(wire.body.toString()), times };
      const isEdited = wire.status < 300 && wire.body.length > 0 && bug.edit !== undefined;
      let text: string | Buffer = isEdited ? JSON.stringify(bug.edit(passed.body, passed)) : wire.body;
      if (wire.status < 300 && bug.text) text = bug.text(text.toString(), passed);
      const status = wire.status < 300 ? (bug.status?.(wire.status, passed) ?? wire.status) : wire.status;
      const date = new Date(now).toUTCString();
      response
        .writeHead(status, { ...wire.headers, date, 'content-length': Buffer.byteLength(text) })
        .end(text);
    });
  });
  const proxy = await startProxy(`http://127.0.0.1:${await portOf(upstream)}`);
  // A journal has the times of the machine. The session has a clock of its own, and waits nowhere.
  const times: number[] = [];
  const send: Send = async (method, path, { body, raw, headers = {} } = {}) => {
    times.push((now += 20));
    const typed: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const all = Object.entries({ ...typed, ...keyOf(keys.first), ...headers });
    const response = await exchange(`${proxy.url}/api/v1${path}`, method, all, sent);
    return { status: response.status, body: parsed(response.text) };
  };
  await play({ send, wait: (ms) => void (now += ms), key: keys.first });
  // Only such a request shows that an operation needs no key. It breaks a client rule.
  const open = [...seen.keys()]
    .map((name) => name.replace(/^GET .api.v1/, ''))
    .find((path) => bug.withoutKey?.(path));
  if (open !== undefined) await send('GET', open, { headers: { authorization: undefined } });
  const recorded = (await proxy.close()).map((passed, index) => ({
    ...passed,
    startedAt: times[index] ?? now,
    endedAt: (times[index] ?? now) + 10,
  }));
  const { exchanges } = fromHar(JSON.parse(JSON.stringify(toHar(recorded, { name: 'test', version: '1' }))));
  return [...judge(exchanges), ...judge(exchanges, { rules: clientRules })]
    .filter(({ outcome }) => outcome === 'fail' || (outcome === 'warn' && only === undefined))
    .map(({ rule }) => rule.id);
}

/** A good client: three jobs, a deck by hand, and a rename. */
export async function tour({ send, wait }: Session): Promise<void> {
  await send('GET', '/templates');
  for (const prompt of [prompts.plain, prompts.question, prompts.failure]) {
    const { body } = await send('POST', '/presentations/generate', { body: { prompt } });
    await follow({ send, wait }, String(body['generation_id']));
    wait(2000);
  }
  const made = await send('POST', '/presentations', {
    body: { template_id: 'template-1a', title: 'Ferries' },
  });
  const deck = `/presentations/${String(made.body['id'])}`;
  await send('GET', deck);
  await send('PATCH', deck, { body: { title: 'Night ferries' } });
  wait(10_000);
  await send('GET', deck);
}

/** Polls every three seconds to the end, and once more after a reload and another one. */
async function follow({ send, wait }: Pick<Session, 'send' | 'wait'>, job: string): Promise<void> {
  const path = `/presentations/generate/${job}`;
  let isOver = false;
  let deck: unknown;
  for (let poll = 0; poll < 12 && !isOver; poll += 1) {
    wait(3000);
    const { body, status } = await send('GET', `${path}/status`);
    const state = String(body['status']).toLowerCase();
    if (state === 'awaiting_input')
      await send('POST', `${path}/message`, { body: { message: 'Forty people' } });
    isOver = state === 'completed' || state === 'failed' || status >= 500;
    deck = (body['presentation'] as { id?: unknown } | undefined)?.id;
  }
  for (const reload of [40_000, 95_000, 260_000]) {
    wait(reload);
    await send('GET', `${path}/status`);
  }
  if (typeof deck === 'string') await send('GET', `/presentations/${deck}`);
}

/** Sends one request. Unlike `fetch`, it sends a body with a GET, too. An undefined header is not sent. */
function exchange(
  url: string,
  method: string,
  headers: readonly (readonly [name: string, value: string | undefined])[],
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject);
    }).on('error', reject);
    for (const [name, value] of headers) if (value !== undefined) request.setHeader(name, value);
    if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
