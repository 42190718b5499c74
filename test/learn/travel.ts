/** A round through a service that shows most of what its interface leaves open, written down as a journal. */
import type { Exchange } from '../../src/journal/exchange.js';

export interface Place {
  readonly send: (request: Sent) => Promise<Received>;
  readonly keys: { readonly first: string; readonly second: string };
  readonly prompts: { readonly plain: string; readonly question: string; readonly failure: string };
  /** Lets so much time pass that a job gets on. */
  readonly tick: () => Promise<void> | void;
}

export interface Sent {
  readonly method: string;
  /** From /api/v1 on. */
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

export async function travel(place: Place): Promise<readonly Exchange[]> {
  const { keys, prompts } = place;
  const journal: Exchange[] = [];
  let time = Date.parse('2026-03-04T10:00:00.000Z');
  const say = async (key: string | undefined, method: string, path: string, body?: unknown, type = json) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(text !== undefined && type),
    };
    const sent = { method, path: `/api/v1${path}`, headers, ...(text !== undefined && { body: text }) };
    const { status, headers: received, text: answer } = await place.send(sent);
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
  const mine = (method: string, path: string, body?: unknown) => say(keys.first, method, path, body);

  const list = await mine('GET', '/templates');
  const template = /"(?:id|template_id|slug)":"([^"]+)"/.exec(JSON.stringify(list))?.[1] ?? 'template-1a';
  const made = await mine('POST', '/presentations', { template_id: template, title: 'Tour' });
  const decks = [textAt(made, 'id')];
  await mine('POST', '/presentations', { templateId: template });
  for (const prompt of [prompts.plain, prompts.question, prompts.failure]) {
    const started = await mine('POST', '/presentations/generate', { prompt, template_id: template });
    const job = textAt(started, 'generation_id');
    const path = `/presentations/generate/${encodeURIComponent(job)}`;
    for (let turn = 0, over = 0; turn < 14 && over < 2; turn++) {
      const view = await mine('GET', `${path}/status`);
      const status = textAt(view, 'status');
      if (turn === 1) await mine('POST', `${path}/message`, { message: 'Are you there?' });
      if (status === 'awaiting_input') {
        await mine('POST', `${path}/message`, { content: 'Forty people' });
        await mine('POST', `${path}/message`, { message: 'Forty people' });
      }
      if (status === 'completed' || status === 'failed') over++;
      const { presentation: deck } = Object(view) as { presentation?: unknown };
      if (deck !== undefined) decks.push(textAt(deck, 'id'));
      await place.tick();
    }
    await mine('POST', `${path}/message`, { message: 'One more thing' });
    await say(keys.second, 'GET', `${path}/status`);
    await say(undefined, 'GET', `${path}/status`);
  }
  for (const deck of decks.filter((id) => id !== '')) {
    const path = `/presentations/${encodeURIComponent(deck)}`;
    await mine('GET', path);
    await mine('PATCH', path, { title: 'Another title' });
    await mine('GET', path);
    await mine('PATCH', path, { title: 7 });
    for (const key of [undefined, keys.second, 'nobody-has-this-key']) await say(key, 'GET', path);
  }
  for (const key of [undefined, 'nobody-has-this-key']) {
    await say(key, 'GET', '/templates');
    await say(key, 'POST', '/presentations/generate', { prompt: prompts.plain });
  }
  await mine('GET', '/presentations/nowhere');
  await mine('GET', '/presentations/generate/nowhere/status');
  await mine('POST', '/presentations/generate', '{ not json');
  await mine('POST', '/presentations/generate', { prompt: 7 });
  await mine('POST', '/presentations', {});
  await say(keys.first, 'POST', '/presentations', 'a=b', { 'content-type': 'text/plain' });
  await mine('GET', '/nothing/here');
  await mine('DELETE', '/templates');
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
