/**
 * Sends fixed requests; equal transcripts mean equivalent services.
 * Judges nothing. The reference service counts its ids and gets its clock as an argument, so transcripts need no
 * normalisation.
 */
import { everydayTitles } from '../../src/verify/test-payloads.js';
import { createReferenceService, type ReferenceService } from '../reference-service/handle.js';
import { operations, type Operation } from '../reference-service/routes.js';
import { prompts } from '../reference-service/job-scripts.js';
import type { ServiceHooks, RawResponse } from '../reference-service/hooks.js';
import type { RunPrerequisite } from './mutant.js';

type Headers = Readonly<Record<string, string>>;

/** For a service that may differ anywhere. */
export const EVERY_PREREQUISITE = ['question', 'failure', 'other-key', 'rate-limit'] as const;

interface TranscriptClient {
  readonly keys: ReferenceService['keys'];
  readonly wait: (ms: number) => void;
  /** Sends one request, notes it with its response, and returns the readable part of the response's body. */
  readonly send: (headers: Headers, method: string, path: string, body?: unknown) => Record<string, unknown>;
}

const bearer = (key: string): Headers => ({
  authorization: `Bearer ${key}`,
  'accept-encoding': 'gzip, deflate, br',
});
const plain = (key: string): Headers => ({ 'x-api-key': key });

/** The transcript of the tour, one entry for each exchange. `needs`: what it shows besides one plain job. */
export function createTranscript(
  variations: readonly ServiceHooks[],
  needs: readonly RunPrerequisite[],
): readonly string[] {
  let time = Date.parse('2026-01-15T09:30:00.000Z');
  const { handle, keys } = createReferenceService({ variations, now: () => (time += 3) });
  const transcript: string[] = [];
  const visit: TranscriptClient = {
    keys,
    wait: (ms) => void (time += ms),
    send(headers, method, path, body) {
      const json = typeof body === 'string' ? body : JSON.stringify(body);
      const typed: Headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const request = { method, path: `/api/v1${path}`, headers: { ...typed, ...headers } };
      const wire = handle(body === undefined ? request : { ...request, body: json });
      transcript.push(`${method} ${path} ${json} ${JSON.stringify(headers)} → ${serialize(wire)}`);
      return read(wire);
    },
  };
  sendAll(visit, needs);
  return transcript;
}

/**
 * The same transcript, with a short run of another instance of the service after one of its starts. It differs if hooks keep a
 * state that is not of one store.
 */
export function createInterruptedTranscript(
  variations: readonly ServiceHooks[],
  needs: readonly RunPrerequisite[],
): readonly string[] {
  let starts = 0;
  const interrupt: ServiceHooks = {
    editResponse: (original, { operation }) => {
      if (operation === 'startGeneration' && ++starts === STARTS_BEFORE_INTERRUPTION)
        createTranscript(variations, []);
      return original;
    },
  };
  return createTranscript([...variations, interrupt], needs);
}

/** So many that the ids of the jobs of the other run are ids of this run, too. */
const STARTS_BEFORE_INTERRUPTION = 16;

const TITLE = 'Tour – première';
const LONG = `– 港 \u{1F6A2} ${'and so on '.repeat(100)}`;

function sendAll(visit: TranscriptClient, needs: readonly RunPrerequisite[]): void {
  const { keys, send } = visit;
  const mine = bearer(keys.first);
  const lists = [mine, plain(keys.first)].map((headers) => send(headers, 'GET', '/templates'));
  const forms = [
    { ...mine, ...plain('wrong-key') },
    { ...bearer('wrong-key'), ...plain(keys.first) },
    bearer(`"${keys.first}"`),
    { authorization: `Token ${keys.first}` },
    { authorization: `bearer ${keys.first}` },
  ];
  for (const headers of forms) send(headers, 'GET', '/templates');
  const template = /"(?:id|template_id)":"([^"]+)"/.exec(JSON.stringify(lists[0]))?.[1] ?? 'template-1a';
  const chosen = [
    [true, prompts.plain],
    [needs.includes('question'), prompts.question],
    [needs.includes('two-questions'), prompts.twoQuestions],
    [needs.includes('failure'), prompts.failure],
  ] as const;
  const jobs = chosen.flatMap(([wanted, prompt]) =>
    wanted ? [start(visit, { prompt, template_id: template })] : [],
  );
  const decks = jobs.map((job) => pollToEnd(visit, job, needs));
  const [made, twin] = [1, 2].map(() =>
    send(mine, 'POST', '/presentations', { template_id: template, title: TITLE }),
  );
  const all = [...decks, String(made?.['id'])];
  const visitNeighbour = needs.includes('other-key') ? createInOtherWorkspace(visit) : () => {};
  for (const deck of all) {
    send(mine, 'GET', `/presentations/${deck}`);
    rename(visit, deck, all, needs);
  }
  send(mine, 'PATCH', `/presentations/${String(made?.['id'])}`, { title: 'Tour – dernière' });
  send(mine, 'GET', `/presentations/${String(twin?.['id'])}`);
  visitNeighbour();
  visit.wait(3000);
  for (const job of jobs) fetchAll(visit, job, all);
  sendWithEachKey(visit, jobs[0] ?? '', all[0] ?? '', template, needs);
  sendInvalidRequests(visit, jobs[0] ?? '', template);
  sendVariants(visit, needs);
  sendUnusualRequests(visit, String(made?.['id']), template);
  if (needs.includes('rate-limit')) for (let turn = 0; turn < 20; turn++) send(mine, 'GET', '/templates');
}

/** Other forms of paths and ids, media types, conditional requests, and changes right after each other. */
function sendUnusualRequests({ send, keys }: TranscriptClient, deck: string, template: string): void {
  const mine = bearer(keys.first);
  for (const path of ['//templates', '/TEMPLATES', '/%74emplates', '/templates/']) send({}, 'GET', path);
  const path = `/presentations/${encodeURIComponent(deck)}`;
  for (const accept of ['application/json', 'application/json; charset=utf-8', '*/*'])
    send({ ...mine, accept }, 'GET', path);
  for (const id of [deck.toUpperCase(), deck.toLowerCase(), `${deck} `, 'a'.repeat(300)])
    send(mine, 'GET', `/presentations/${encodeURIComponent(id)}`);
  for (const title of everydayTitles) send(mine, 'PATCH', path, { title });
  send(mine, 'POST', '/presentations', { template_id: template, title: "O'Brien" });
}

/** Further requests: other schemes of invalid keys, a second template, and concurrent jobs. */
function sendVariants(visit: TranscriptClient, needs: readonly RunPrerequisite[]): void {
  const { send, keys } = visit;
  const mine = bearer(keys.first);
  for (const scheme of ['Basic', 'Token']) send({ authorization: `${scheme} nobody` }, 'GET', '/templates');
  const template = 'template-1b';
  start(visit, { prompt: prompts.plain, template_id: template });
  start(visit, { prompt: `${prompts.plain} ${LONG}`, template_id: template });
  send(mine, 'POST', '/presentations', { template_id: template, title: 'From another template' });
  const poll = (job: string) =>
    send(mine, 'GET', `/presentations/generate/${encodeURIComponent(job)}/status`);
  if (needs.includes('question')) {
    const jobs = [1, 2].map(() => start(visit, { prompt: prompts.question, template_id: 'template-1a' }));
    for (let turn = 0; turn < 6; turn++) for (const job of jobs) poll(job);
    send(mine, 'POST', `/presentations/generate/${encodeURIComponent(jobs[1] ?? '')}/message`, {
      message: 'Both',
    });
    for (let turn = 0; turn < 6; turn++) for (const job of jobs) poll(job);
    send(plain(keys.first), 'POST', `/presentations/generate/${encodeURIComponent(jobs[0] ?? '')}/message`, {
      message: LONG,
    });
    poll(jobs[0] ?? '');
  }
  if (needs.includes('other-key')) startConcurrently(visit);
  if (!needs.includes('failure')) return;
  const failing = start(visit, { prompt: prompts.failure, template_id: 'template-1a' });
  for (let turn = 0; turn < 10; turn++) poll(failing);
}

/** Two starts at the same time, with the keys of two workspaces. Each key polls both jobs. */
function startConcurrently({ send, keys }: TranscriptClient): void {
  const both = [bearer(keys.first), bearer(keys.second)];
  const jobs = both.map((headers) =>
    String(send(headers, 'POST', '/presentations/generate', { prompt: prompts.plain })['generation_id']),
  );
  for (const headers of both)
    for (const job of jobs) send(headers, 'GET', `/presentations/generate/${encodeURIComponent(job)}/status`);
}

/** The second workspace makes its own presentation. @returns a function that fetches it */
function createInOtherWorkspace({ send, keys }: TranscriptClient): () => void {
  const theirs = bearer(keys.second);
  const made = send(theirs, 'POST', '/presentations', { template_id: 'template-2a', title: 'Theirs' });
  return () => send(theirs, 'GET', `/presentations/${encodeURIComponent(String(made['id']))}`);
}

function start({ send, keys }: TranscriptClient, body: object): string {
  return String(send(bearer(keys.first), 'POST', '/presentations/generate', body)['generation_id']);
}

/** Polls the job until after its end, and replies to its questions. @returns the id of its presentation */
function pollToEnd({ send, keys }: TranscriptClient, job: string, needs: readonly RunPrerequisite[]): string {
  const path = `/presentations/generate/${encodeURIComponent(job)}`;
  const mine = bearer(keys.first);
  const others = needs.includes('other-key') ? [bearer(keys.second)] : [];
  let deck = 'unknown';
  let over = 0;
  for (let turn = 0; turn < 20 && over < 8; turn++) {
    const view = send(mine, 'GET', `${path}/status`);
    for (const other of [{}, ...others]) send(other, 'GET', `${path}/status`);
    if (turn === 1) send(mine, 'POST', `${path}/message`, { message: 'Are you there?' });
    if (view['status'] === 'awaiting_input') {
      for (let wait = 0; wait < 3; wait++) send(mine, 'GET', `${path}/status`);
      for (const other of [{}, ...others]) {
        send(other, 'POST', `${path}/message`, { message: 'Everybody' });
        send(mine, 'GET', `${path}/status`);
      }
      for (const field of ['message', 'content', 'text', 'reply']) {
        send(mine, 'POST', `${path}/message`, { [field]: 'Forty users' });
      }
    }
    if (view['status'] === 'completed' || view['status'] === 'failed') over += 1;
    const id = (view['presentation'] as { id?: unknown } | null | undefined)?.id;
    if (typeof id === 'string') deck = id;
  }
  send(mine, 'POST', `${path}/message`, { message: 'One more thing' });
  send(plain(keys.first), 'GET', `${path}/status`);
  return deck;
}

/** Has something of everything that a service can spoil. */
const LONG_TITLE = ` Tour –  a Cre\u0300me Very "Long" 'Title' <b>R&amp;D</b> C:\\new 1+1%20 ${'\u{1F6A2}'.repeat(40)}`;

/** Renames the presentation there and back, and fetches all of them in between. */
function rename(
  { send, keys }: TranscriptClient,
  deck: string,
  all: readonly string[],
  needs: readonly RunPrerequisite[],
): void {
  const path = `/presentations/${encodeURIComponent(deck)}`;
  const intruders = [{}, bearer('nobody'), ...(needs.includes('other-key') ? [bearer(keys.second)] : [])];
  const before = String(send(plain(keys.first), 'GET', path)['title']);
  for (const headers of intruders) send(headers, 'GET', path);
  for (const headers of intruders) send(headers, 'PATCH', path, { title: 'Taken over' });
  send(bearer(keys.first), 'GET', path);
  send(plain(keys.first), 'PATCH', path, { title: LONG_TITLE });
  for (let turn = 0; turn < 3; turn++) {
    for (const each of all) send(bearer(keys.first), 'GET', `/presentations/${encodeURIComponent(each)}`);
  }
  send(bearer(keys.first), 'PATCH', path, { title: before });
  send(bearer(keys.first), 'GET', path);
  send(bearer(keys.first), 'PATCH', path, {
    title: before,
    sections: [],
    description: 'Short',
    is_public: true,
  });
  const odd = [
    { title: before, slides: [] },
    { title: before, content: 'Short' },
    { title: 7 },
    { title: null },
    { title: '' },
  ];
  for (const body of odd) {
    send(bearer(keys.first), 'PATCH', path, body);
    send(bearer(keys.first), 'GET', path);
  }
  for (const title of ['0042', before]) {
    send(bearer(keys.first), 'PATCH', path, { title });
    send(bearer(keys.first), 'GET', path);
  }
}

/** Fetches everything once more at the end. */
function fetchAll({ send, keys }: TranscriptClient, job: string, decks: readonly string[]): void {
  for (const headers of [bearer(keys.first), plain(keys.first)]) {
    send(headers, 'GET', `/presentations/generate/${encodeURIComponent(job)}/status`);
    for (const deck of decks) send(headers, 'GET', `/presentations/${encodeURIComponent(deck)}`);
  }
}

/** Every operation with every header, without a key, with an invalid key, and with a key of another workspace. */
function sendWithEachKey(
  { send, keys }: TranscriptClient,
  job: string,
  deck: string,
  template: string,
  needs: readonly RunPrerequisite[],
): void {
  const poll = `/presentations/generate/${encodeURIComponent(job)}`;
  const calls: Record<Operation, readonly [method: string, path: string, body?: unknown]> = {
    listTemplates: ['GET', '/templates'],
    getPresentation: ['GET', `/presentations/${encodeURIComponent(deck)}`],
    createPresentation: ['POST', '/presentations', { template_id: template }],
    startGeneration: ['POST', '/presentations/generate', { prompt: prompts.plain }],
    getGenerationStatus: ['GET', `${poll}/status`],
    sendGenerationMessage: ['POST', `${poll}/message`, { message: 'Hello' }],
    updatePresentation: ['PATCH', `/presentations/${encodeURIComponent(deck)}`, { title: 'Tour' }],
  };
  const nearMisses = [keys.first.slice(0, -1), `${keys.first}x`, keys.first.replace(/\w{4}$/, '0000'), ''];
  const credentials = [
    {},
    ...['nobody', ...nearMisses, keys.disabled, keys.first].flatMap((key) => [bearer(key), plain(key)]),
  ];
  const ofOtherWorkspace = needs.includes('other-key') ? [bearer(keys.second), plain(keys.second)] : [];
  for (const operation of operations) {
    for (const headers of [...credentials, ...ofOtherWorkspace]) send(headers, ...calls[operation]);
  }
  for (const path of [`/presentations/${encodeURIComponent(deck)}`, `${poll}/status`])
    send(bearer(keys.first), 'GET', path);
}

/** Requests that a conforming service rejects in its own way. */
function sendInvalidRequests({ send, keys }: TranscriptClient, job: string, template: string): void {
  const mine = bearer(keys.first);
  send(mine, 'GET', '/presentations/nowhere');
  send(mine, 'GET', '/presentations/generate/nowhere/status');
  send(mine, 'POST', '/presentations/generate', '{ not json');
  send(mine, 'POST', '/presentations/generate', {});
  send(mine, 'POST', '/presentations/generate', { template_id: template });
  send(mine, 'POST', '/presentations/generate', { prompt: prompts.plain, colour: 'blue' });
  send(mine, 'POST', '/presentations', { templateId: template, title: 'Other field' });
  send(mine, 'POST', '/presentations', {});
  send(mine, 'GET', '/templates?page=2');
  send(mine, 'HEAD', '/templates');
  send(mine, 'OPTIONS', `/presentations/generate/${encodeURIComponent(job)}/status`);
}

function serialize({ status, headers, body, framing, delay }: RawResponse): string {
  return JSON.stringify({ status, headers, framing, delay, body: body.toString('latin1') });
}

/** The fields of the response; none when it is compressed or not an object. */
function read({ body }: RawResponse): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
