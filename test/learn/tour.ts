/** A tour of requests that reaches most of the places that the interface leaves open. Returns the journal. */
import type { Exchange } from '../../src/journal/exchange.js';

export interface VisitedService {
  readonly send: (request: Sent) => Promise<Received>;
  readonly keys: { readonly first: string; readonly second: string };
  readonly prompts: { readonly plain: string; readonly question: string; readonly failure: string };
  /** Advances the clock, so that jobs make progress. */
  readonly tick: () => Promise<void> | void;
}

export interface Sent {
  readonly method: string;
  /** Begins with /api/v1. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

const json = { 'content-type': 'application/json' };

export async function tour(service: VisitedService): Promise<readonly Exchange[]> {
  const { keys, prompts } = service;
  const journal: Exchange[] = [];
  let time = Date.parse('2026-03-04T10:00:00.000Z');
  const sendAs = async (
    key: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    type = json,
  ) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(text !== undefined && type),
    };
    const sent = { method, path: `/api/v1${path}`, headers, ...(text !== undefined && { body: text }) };
    const { status, headers: received, text: answer } = await service.send(sent);
    time += 10;
    journal.push({
      sequence: journal.length + 1,
      startedAt: time,
      endedAt: time + 5,
      request: {
        method,
        url: `https://slides.example${sent.path}`,
        headers: Object.entries(headers),
        ...(text !== undefined && { body: { text, bytes: Buffer.byteLength(text) } }),
      },
      response: {
        status,
        headers: received,
        ...(answer !== '' && { body: { text: answer, bytes: Buffer.byteLength(answer) } }),
      },
    });
    return read(answer);
  };
  const send = (method: string, path: string, body?: unknown) => sendAs(keys.first, method, path, body);

  const list = await send('GET', '/templates');
  const template = /"(?:id|template_id|slug)":"([^"]+)"/.exec(JSON.stringify(list))?.[1] ?? 'template-1a';
  const made = await send('POST', '/presentations', { template_id: template, title: 'Tour' });
  const decks = [textAt(made, 'id')];
  await send('POST', '/presentations', { templateId: template });
  for (const prompt of [prompts.plain, prompts.question, prompts.failure]) {
    const started = await send('POST', '/presentations/generate', { prompt, template_id: template });
    const job = textAt(started, 'generation_id');
    const path = `/presentations/generate/${encodeURIComponent(job)}`;
    for (let turn = 0, over = 0; turn < 14 && over < 2; turn++) {
      const view = await send('GET', `${path}/status`);
      const status = textAt(view, 'status');
      if (turn === 1) await send('POST', `${path}/message`, { message: 'Are you there?' });
      if (status === 'awaiting_input') {
        await send('POST', `${path}/message`, { content: 'Forty people' });
        await send('POST', `${path}/message`, { message: 'Forty people' });
      }
      if (status === 'completed' || status === 'failed') over++;
      const { presentation: deck } = Object(view) as { presentation?: unknown };
      if (deck !== undefined) decks.push(textAt(deck, 'id'));
      await service.tick();
    }
    await send('POST', `${path}/message`, { message: 'One more thing' });
    await sendAs(keys.second, 'GET', `${path}/status`);
    await sendAs(undefined, 'GET', `${path}/status`);
  }
  for (const deck of decks.filter((id) => id !== '')) {
    const path = `/presentations/${encodeURIComponent(deck)}`;
    await send('GET', path);
    await send('PATCH', path, { title: 'Another title' });
    await send('GET', path);
    await send('PATCH', path, { title: 7 });
    for (const key of [undefined, keys.second, 'unknown-key']) await sendAs(key, 'GET', path);
  }
  for (const key of [undefined, 'unknown-key']) {
    await sendAs(key, 'GET', '/templates');
    await sendAs(key, 'POST', '/presentations/generate', { prompt: prompts.plain });
  }
  await send('GET', '/presentations/nowhere');
  await send('GET', '/presentations/generate/nowhere/status');
  await send('POST', '/presentations/generate', '{ not json');
  await send('POST', '/presentations/generate', { prompt: 7 });
  await send('POST', '/presentations', {});
  await sendAs(keys.first, 'POST', '/presentations', 'a=b', { 'content-type': 'text/plain' });
  await send('GET', '/nothing/here');
  await send('DELETE', '/templates');
  return journal;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textAt(value: unknown, name: string): string {
  const found = (Object(value) as Record<string, unknown>)[name];
  return typeof found === 'string' ? found : '';
}
