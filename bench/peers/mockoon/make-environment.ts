/** The data file of Mockoon: routes with templates. Each job has its own count of polls, in global variables of Mockoon. */
import { randomUUID } from 'node:crypto';

interface Answer {
  readonly status: number;
  readonly body: string;
  /** The value of the request header `x-want`, which selects the answer. Without it, the answer is the default one. */
  readonly want?: string;
}

const REFUSAL: Answer = { status: 429, body: '{"error":"Too many requests"}', want: '429' };

const DECK = (id: string): string =>
  `{"id":"${id}","title":"{{#if (getGlobalVar (concat 'title-' @job))}}{{getGlobalVar (concat 'title-' @job)}}{{else}}Harbour taxis{{/if}}","workspace_id":"ws","sections":[],"is_public":false,"url":"http://127.0.0.1/view","created_at":"2026-01-15T09:30:12.000Z","updated_at":"2026-01-15T09:30:12.000Z"}`;

/** Polls 1 and 2 generate, then the job asks, and a reply completes it. */
const STATUS = `{{setVar 'job' (urlParam 'generationId')}}{{setVar 'polls' (add 1 (getGlobalVar (concat 'polls-' @job)))}}{{setGlobalVar (concat 'polls-' @job) @polls}}{{#if (eq (getGlobalVar (concat 'state-' @job)) 'completed')}}{"generation_id":"{{@job}}","status":"completed","presentation":${DECK('pres-{{@job}}')},"tokens_used":1270}{{else}}{{#if (lt @polls 3)}}{"generation_id":"{{@job}}","status":"generating","progress":{"slides_total":6,"slides_completed":{{@polls}},"current_step":"Writing"}}{{else}}{"generation_id":"{{@job}}","status":"awaiting_input","message":"Who will be in the room?"}{{/if}}{{/if}}`;

const START = `{{setVar 'job' (objectId)}}{{setGlobalVar (concat 'polls-' @job) 0}}{"generation_id":"{{@job}}","status":"generating","poll_url":"/api/v1/presentations/generate/{{@job}}/status"}`;
const JOB_OF_DECK = `{{setVar 'job' (substr (urlParam 'id') 5)}}`;

export function environment(port: number): object {
  const routes = [
    route('get', 'templates', { status: 200, body: '{"templates":[{"id":"tpl","name":"Pitch"}]}' }),
    route('post', 'presentations/generate', { status: 202, body: START }),
    route('get', 'presentations/generate/:generationId/status', { status: 200, body: STATUS }),
    route('post', 'presentations/generate/:generationId/message', {
      status: 202,
      body: `{{setGlobalVar (concat 'state-' (urlParam 'generationId')) 'completed'}}{}`,
    }),
    route('get', 'presentations/:id', { status: 200, body: JOB_OF_DECK + DECK(`{{urlParam 'id'}}`) }),
    route('patch', 'presentations/:id', {
      status: 200,
      body: `${JOB_OF_DECK}{{setGlobalVar (concat 'title-' @job) (body 'title')}}${DECK(`{{urlParam 'id'}}`)}`,
    }),
  ];
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'Presentations',
    endpointPrefix: 'api/v1',
    latency: 0,
    port,
    hostname: '127.0.0.1',
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: true,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  };
}

function route(method: string, endpoint: string, answer: Answer) {
  return {
    uuid: randomUUID(),
    type: 'http',
    documentation: '',
    method,
    endpoint,
    responses: [response(REFUSAL), response(answer)],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  };
}

function response({ status, body, want }: Answer): object {
  return {
    uuid: randomUUID(),
    body,
    latency: 0,
    statusCode: status,
    label: '',
    headers: [],
    bodyType: 'INLINE',
    filePath: '',
    databucketID: '',
    sendFileAsBody: false,
    rules:
      want === undefined
        ? []
        : [{ target: 'header', modifier: 'x-want', value: want, invert: false, operator: 'equals' }],
    rulesOperator: 'OR',
    disableTemplating: false,
    fallbackTo404: false,
    default: want === undefined,
    crudKey: 'id',
    callbacks: [],
  };
}
