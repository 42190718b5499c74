// The service with msw, behind @mswjs/http-middleware: handlers that keep jobs, as somebody writes them by hand.
import { createServer } from '@mswjs/http-middleware';
import { http, HttpResponse } from 'msw';

const [, , port] = process.argv;
const API = '/api/v1';
const jobs = new Map();
const decks = new Map();
const windows = new Map();

/** Five requests a second for the key `limited`. */
function limit({ request }) {
  if (request.headers.get('x-api-key') !== 'limited') return undefined;
  const second = Math.floor(Date.now() / 1000);
  const count = (windows.get(second) ?? 0) + 1;
  windows.set(second, count);
  return count > 5
    ? HttpResponse.json({ error: 'Too many requests' }, { status: 429, headers: { 'retry-after': '1' } })
    : undefined;
}

function view(job) {
  job.polls += 1;
  const { id } = job;
  if (job.deck)
    return { generation_id: id, status: 'completed', presentation: decks.get(job.deck), tokens_used: 1270 };
  if (job.polls < 3 || !job.asks)
    return {
      generation_id: id,
      status: 'generating',
      progress: { slides_total: 6, slides_completed: 2, current_step: 'Writing' },
    };
  return { generation_id: id, status: 'awaiting_input', message: 'Who will be in the room?' };
}

const missing = () => HttpResponse.json({ error: 'Not found' }, { status: 404 });
const now = () => new Date().toISOString();

const server = createServer(
  http.all(`${API}/*`, limit),
  http.get(`${API}/templates`, () => HttpResponse.json({ templates: [{ id: 'tpl', name: 'Pitch' }] })),
  http.post(`${API}/presentations/generate`, async ({ request }) => {
    const { prompt } = await request.json();
    const id = crypto.randomUUID();
    jobs.set(id, { id, polls: 0, asks: /question/.test(prompt) });
    return HttpResponse.json(
      { generation_id: id, status: 'generating', poll_url: `${API}/presentations/generate/${id}/status` },
      { status: 202 },
    );
  }),
  http.get(`${API}/presentations/generate/:id/status`, ({ params }) => {
    const job = jobs.get(params.id);
    return job ? HttpResponse.json(view(job)) : missing();
  }),
  http.post(`${API}/presentations/generate/:id/message`, ({ params }) => {
    const job = jobs.get(params.id);
    if (!job) return missing();
    job.deck = `pres-${job.id}`;
    const at = now();
    decks.set(job.deck, {
      id: job.deck,
      title: 'Harbour taxis',
      workspace_id: 'ws',
      sections: [],
      is_public: false,
      url: 'http://127.0.0.1/view',
      created_at: at,
      updated_at: at,
    });
    return HttpResponse.json({}, { status: 202 });
  }),
  http.get(`${API}/presentations/:id`, ({ params }) => {
    const deck = decks.get(params.id);
    return deck ? HttpResponse.json(deck) : missing();
  }),
  http.patch(`${API}/presentations/:id`, async ({ params, request }) => {
    const deck = decks.get(params.id);
    if (!deck) return missing();
    Object.assign(deck, { title: (await request.json()).title, updated_at: now() });
    return HttpResponse.json(deck);
  }),
);
server.listen(Number(port), '127.0.0.1');
