/**
 * Thirty bugs of services. Each comes from a sentence of the interface, and from the ways in which services break: caches, races,
 * replicas, gateways, serializers, retries. They are independent of the mutants.
 */
import type { Bug } from './session.js';

type Json = Record<string, unknown>;

const isPoll = (path: string): boolean => path.endsWith('/status');
const isStart = (method: string, path: string): boolean => method === 'POST' && path.endsWith('/generate');
const isDeck = (path: string): boolean => /\/presentations\/deck-/.test(path);

/** Edits the presentation wherever it is: in the view of its job and in a fetch. */
const deck =
  (edit: (presentation: Json) => unknown): Bug['edit'] =>
  (body, { method, path }) => {
    if (isPoll(path) && body['presentation'])
      return { ...body, presentation: edit(body['presentation'] as Json) };
    return method === 'GET' && isDeck(path) ? edit(body) : body;
  };

const view =
  (status: string, edit: (body: Json, poll: number) => unknown): Bug['edit'] =>
  (body, { path, times }) =>
    isPoll(path) && body['status'] === status ? edit(body, times) : body;

const started =
  (edit: (body: Json) => unknown): Bug['edit'] =>
  (body, { method, path }) =>
    isStart(method, path) ? edit(body) : body;

/** A status view that a cache returns again, at this poll of its job. */
let cached: unknown;

export const serviceBugs: readonly Bug[] = [
  {
    title: 'the gateway turns an accepted start into 200',
    named: 'start/answers-202',
    status: (status, { method, path }) => (isStart(method, path) ? 200 : status),
  },
  {
    title: 'a start says that the job is pending',
    named: 'start/status',
    edit: started((body) => ({ ...body, status: 'pending' })),
  },
  {
    title: 'poll_url has the host behind the gateway',
    named: 'start/poll-url',
    edit: started((body) => ({ ...body, poll_url: `http://decks.internal:8080${String(body['poll_url'])}` })),
  },
  {
    title: 'the gateway strips the prefix from poll_url',
    named: 'start/poll-url',
    edit: started((body) => ({ ...body, poll_url: String(body['poll_url']).replace('/api/v1', '') })),
  },
  {
    title: 'the id of a job is a number in the response to its start',
    named: 'start/generation-id',
    edit: started((body) => ({ ...body, generation_id: 40_817 })),
  },
  {
    title: 'the serializer writes camelCase',
    named: 'start/generation-id',
    edit: started(({ generation_id: generationId, ...rest }) => ({ generationId, ...rest })),
  },
  {
    title: 'a new state of the queue leaks into the status',
    named: 'job/status-is-one-of-four',
    edit: view('generating', (body, poll) => (poll === 1 ? { ...body, status: 'queued' } : body)),
  },
  {
    title: 'the status is in capitals',
    named: 'job/status-is-one-of-four',
    edit: view('completed', (body) => ({ ...body, status: 'COMPLETED' })),
  },
  {
    title: 'a completed job arrives without its presentation',
    named: 'job/completed-has-its-presentation',
    edit: view('completed', ({ presentation: _, ...body }) => body),
  },
  {
    title: 'a completed job still shows its progress',
    named: 'job/progress-only-in-its-states',
    edit: view('completed', (body) => ({
      ...body,
      progress: { slides_total: 5, slides_completed: 5, current_step: 'Done' },
    })),
  },
  {
    title: 'the number of slides is a string',
    named: 'job/progress-is-whole',
    edit: view('generating', (body) =>
      body['progress'] ? { ...body, progress: { ...(body['progress'] as Json), slides_total: '5' } } : body,
    ),
  },
  {
    title: 'tokens_used is 0 before the first token',
    named: 'job/tokens-are-positive',
    edit: view('generating', (body) => ({ tokens_used: 0, ...body })),
  },
  {
    title: 'a retry inside the service counts tokens from the beginning',
    named: 'job/tokens-never-fall',
    edit: view('completed', (body) => ({ ...body, tokens_used: 12 })),
  },
  {
    title: 'the final total grows while the bill is settled',
    named: 'job/final-total-is-final',
    edit: view('completed', (body, poll) => ({ ...body, tokens_used: 2000 + poll })),
  },
  {
    title: 'a replica shows a completed job as generating',
    named: 'job/terminal-is-final',
    edit(body, { path, times }) {
      if (!isPoll(path)) return body;
      if (body['status'] === 'generating') cached = body;
      return body['status'] === 'completed' && times === 7 ? cached : body;
    },
  },
  {
    title: 'a failed job has an error object',
    named: 'job/failed-says-why',
    edit: view('failed', (body) => ({ ...body, error: { code: 'timeout', message: 'It took too long.' } })),
  },
  {
    title: 'a failed job has a message instead of an error',
    named: 'job/failed-says-why',
    edit: view('failed', ({ error, ...body }) => ({ ...body, message: error })),
  },
  {
    title: 'a failed job is polled as a 500',
    named: 'job/failure-is-reported',
    status: (status, { path, body }) => (isPoll(path) && body['status'] === 'failed' ? 500 : status),
  },
  {
    title: 'the question is null',
    named: 'job/question-is-a-text',
    edit: view('awaiting_input', (body) => ({ ...body, message: null })),
  },
  {
    title: 'the question stays after it was answered',
    named: 'job/message-only-in-its-states',
    edit: (body, { path }) =>
      isPoll(path) && body['status'] === 'generating' ? { ...body, message: 'Who is it for?' } : body,
  },
  {
    title: 'the view names the trace instead of the job',
    named: 'job/names-itself',
    edit: (body, { path }) => (isPoll(path) ? { ...body, generation_id: 'trace-81' } : body),
  },
  {
    title: 'created_at has seconds only',
    named: 'presentation/created-at',
    edit: deck((body) => ({ ...body, created_at: String(body['created_at']).replace(/\.\d+Z/, 'Z') })),
  },
  {
    title: 'updated_at is a number of milliseconds',
    named: 'presentation/updated-at',
    edit: deck((body) => ({ ...body, updated_at: Date.parse(String(body['updated_at'])) })),
  },
  {
    title: 'the database stores is_public as 0 or 1',
    named: 'presentation/is-public',
    edit: deck((body) => ({ ...body, is_public: body['is_public'] ? 1 : 0 })),
  },
  {
    title: 'an empty deck has sections null',
    named: 'presentation/sections',
    edit: deck((body) => ({ ...body, sections: null })),
  },
  {
    title: 'a fetch misses the workspace',
    named: 'presentation/workspace-id',
    edit: (body, { method, path }) => {
      const { workspace_id: _, ...rest } = body;
      return method === 'GET' && isDeck(path) ? rest : body;
    },
  },
  {
    title: 'the fetch is cached before the rename',
    named: 'rename/shows-when-fetched',
    edit: (body, { method, path }) =>
      method === 'GET' && isDeck(path) ? { ...body, title: 'Harbour taxis, of before' } : body,
  },
  {
    title: 'the list of templates is a link to it',
    named: 'templates/are-a-list',
    edit: (body, { path }) => (path.endsWith('/templates') ? 'https://decks.example/templates.json' : body),
  },
  {
    title: 'a debug page is in place of a view',
    named: 'wire/success-bodies-are-json',
    text: (text, { path, times }) => (isPoll(path) && times === 1 ? '<pre>Traceback</pre>' : text),
  },
  {
    title: 'polls are public: nobody checks the key',
    named: 'keys/get-generation-status-refuses-no-key',
    withoutKey: isPoll,
  },
];
