/**
 * A client of the service that plays a whole job: start, poll, question, reply, presentation, rename. It says how far it got. The
 * steps of two jobs show whether a mock server keeps them apart.
 */
import { setTimeout as sleep } from 'node:timers/promises';

type Json = Readonly<Record<string, unknown>>;

export interface Reached {
  readonly started: boolean;
  readonly progressed: boolean;
  readonly asked: boolean;
  readonly resumed: boolean;
  readonly completed: boolean;
  readonly fetched: boolean;
  readonly renamed: boolean;
  readonly apart: boolean;
}

export interface JourneyOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly prompt: string;
  /** Between two polls. */
  readonly pauseMs?: number;
  /** Called with each response. */
  readonly onResponse?: (response: Response) => void;
}

/** Polls each job at most this many times. */
const POLLS = 60;

export async function travel({
  baseUrl,
  key,
  prompt,
  pauseMs = 50,
  onResponse,
}: JourneyOptions): Promise<Reached> {
  const reached = {
    started: false,
    progressed: false,
    asked: false,
    resumed: false,
    completed: false,
    fetched: false,
    renamed: false,
    apart: false,
  };
  const send = async (method: string, path: string, body?: Json): Promise<{ ok: boolean; body: Json }> => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
    const init = {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    };
    try {
      const response = await fetch(baseUrl + path, init);
      onResponse?.(response);
      const text = await response.text();
      return { ok: response.ok, body: JSON.parse(text || '{}') as Json };
    } catch {
      return { ok: false, body: {} };
    }
  };
  const start = async (): Promise<string> => {
    const { body } = await send('POST', '/presentations/generate', { prompt });
    return typeof body['generation_id'] === 'string' ? body['generation_id'] : '';
  };

  await send('GET', '/templates');
  const job = await start();
  if (job === '') return reached;
  reached.started = true;
  const path = `/presentations/generate/${encodeURIComponent(job)}`;
  let view: Json = {};
  let replies = 0;
  for (let poll = 0; poll < POLLS; poll += 1) {
    view = (await send('GET', `${path}/status`)).body;
    if (view['progress'] !== undefined) reached.progressed = true;
    if (view['status'] === 'generating' && replies > 0) reached.resumed = true;
    if (view['status'] === 'completed' || view['status'] === 'failed') break;
    if (view['status'] === 'awaiting_input' && replies < 5) {
      reached.asked = true;
      replies += 1;
      await send('POST', `${path}/message`, { message: 'Forty people' });
    }
    await sleep(pauseMs);
  }
  if (view['status'] !== 'completed') return reached;
  reached.completed = true;
  if (replies > 0) reached.resumed = true;

  const id = (view['presentation'] as Json | undefined)?.['id'];
  if (typeof id === 'string') {
    const deck = `/presentations/${encodeURIComponent(id)}`;
    const fetched = await send('GET', deck);
    reached.fetched = fetched.ok && fetched.body['id'] === id;
    const title = `Renamed at ${Date.now()}`;
    await send('PATCH', deck, { title });
    reached.renamed = (await send('GET', deck)).body['title'] === title;
  }
  const second = await start();
  const begun = (await send('GET', `/presentations/generate/${encodeURIComponent(second)}/status`)).body;
  const ended = (await send('GET', `${path}/status`)).body;
  reached.apart = second !== job && isOpen(begun) && ended['status'] === 'completed';
  return reached;
}

/** A fast job can ask already at its first poll. */
const isOpen = ({ status }: Json): boolean => status === 'generating' || status === 'awaiting_input';
