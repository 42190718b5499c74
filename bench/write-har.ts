/** Writes HAR files of any size, as a browser exports them, from an app that starts jobs, polls, renames, and loads assets. */
import { closeSync, openSync, writeSync } from 'node:fs';

const API = 'https://staging.example/api/v1';
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/**
 * @param assets after how many jobs the page loads its assets, and the size of each asset
 * @returns the number of all entries, and of those of the service
 */
export function writeRecording(
  file: string,
  bytes: number,
  assets: { readonly everyJobs: number; readonly characters: number } = { everyJobs: 10, characters: 1_900 },
): { readonly entries: number; readonly calls: number } {
  const descriptor = openSync(file, 'w');
  let [written, entries, calls] = [0, 0, 0];
  const write = (text: string): void => {
    written += writeSync(descriptor, text);
  };
  write(
    '{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[',
  );
  for (let job = 0; written < bytes; job++) {
    const jobPart = jobEntries(job);
    const all =
      job % assets.everyJobs === 0 ? [...jobPart, ...assetEntries(job, assets.characters)] : jobPart;
    write((job === 0 ? '' : ',') + all.map((entry) => JSON.stringify(entry)).join(','));
    entries += all.length;
    calls += jobPart.length;
  }
  write(']}}');
  closeSync(descriptor);
  return { entries, calls };
}

function jobEntries(job: number): readonly object[] {
  const from = Date.UTC(2026, 0, 15) + job * 40_000;
  const [id, presentationId] = [`gen_${job.toString(36)}`, `prs_${job.toString(36)}`];
  const status = `/presentations/generate/${id}/status`;
  const presentation = {
    id: presentationId,
    title: `Electric harbour taxis, version ${job}`,
    workspace_id: 'ws_staging',
    sections: ['Why', 'How', 'When', 'By whom'].map((title, index) => ({ id: `s${index}`, title })),
    is_public: false,
    url: `https://staging.example/view/${presentationId}`,
    created_at: new Date(from).toISOString(),
    updated_at: new Date(from).toISOString(),
  };
  const generating = (done: number): object => ({
    generation_id: id,
    status: 'generating',
    progress: { slides_total: 8, slides_completed: done, current_step: `Writing slide ${done + 1} of 8` },
    tokens_used: 250 * (done + 1),
  });
  const renamed = { ...presentation, title: `Harbour taxis ${job}` };
  const accepted = { generation_id: id, status: 'generating', poll_url: `/api/v1${status}` };
  const completed = { generation_id: id, status: 'completed', presentation, tokens_used: 2400 };
  return [
    api(from, 'GET', '/templates', 200, [{ id: 'tpl_pitch', name: 'Pitch' }]),
    api(from + 900, 'POST', '/presentations/generate', 202, accepted, { prompt: presentation.title }),
    ...Array.from({ length: 8 }, (_, done) =>
      api(from + 4000 + 3000 * done, 'GET', status, 200, generating(done)),
    ),
    api(from + 28_000, 'GET', status, 200, completed),
    api(from + 29_000, 'GET', `/presentations/${presentationId}`, 200, presentation),
    api(from + 33_000, 'PATCH', `/presentations/${presentationId}`, 200, renamed, { title: renamed.title }),
    api(from + 34_000, 'GET', `/presentations/${presentationId}`, 200, renamed),
  ];
}

const assetEntries = (job: number, characters: number): readonly object[] =>
  ['app.js', 'app.css', 'logo.svg'].map((name, index) =>
    entry(Date.UTC(2026, 0, 15) + job * 40_000 + 36_000 + index, {
      request: { method: 'GET', url: `https://staging.example/assets/${name}`, headers: buildHeaders({}) },
      status: 200,
      type: 'text/javascript',
      text: 'export const label = "harbour"; '.repeat(Math.ceil(characters / 32)),
    }),
  );

function api(
  at: number,
  method: string,
  path: string,
  status: number,
  responseBody: object,
  requestBody?: object,
): object {
  const type: Readonly<Record<string, string>> = requestBody ? { 'content-type': 'application/json' } : {};
  const postData = requestBody && { mimeType: 'application/json', text: JSON.stringify(requestBody) };
  const headers = buildHeaders({ authorization: 'Bearer key-of-staging', ...type });
  const request = { method, url: API + path, headers, ...(postData && { postData }) };
  return entry(at, { request, status, type: 'application/json', text: JSON.stringify(responseBody) });
}

interface EntrySpec {
  readonly request: object;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function entry(at: number, { request, status, type, text }: EntrySpec): object {
  const content = { size: text.length, mimeType: type, text };
  const responseHeaders = {
    'content-type': type,
    'content-length': String(text.length),
    'x-request-id': `req-${at}`,
  };
  return {
    _initiator: {
      type: 'script',
      stack: { callFrames: [{ functionName: 'poll', url: 'https://staging.example/app.js' }] },
    },
    _priority: 'High',
    _resourceType: 'fetch',
    cache: {},
    connection: '443',
    pageref: 'page_1',
    request: { httpVersion: 'h2', queryString: [], cookies: [], headersSize: -1, bodySize: 0, ...request },
    response: {
      ...{
        status,
        statusText: '',
        httpVersion: 'h2',
        headers: toHeaderList(responseHeaders),
        cookies: [],
        content,
      },
      ...{ redirectURL: '', headersSize: -1, bodySize: -1, _transferSize: 300 + text.length, _error: null },
    },
    serverIPAddress: '203.0.113.7',
    startedDateTime: new Date(at).toISOString(),
    time: 83.2,
    timings: { blocked: 1, dns: -1, ssl: -1, connect: -1, send: 0.1, wait: 80, receive: 2.1 },
  };
}

const buildHeaders = (headers: Readonly<Record<string, string>>): readonly object[] =>
  toHeaderList({
    accept: 'application/json',
    'accept-language': 'en-GB,en;q=0.9',
    ...headers,
    'user-agent': AGENT,
  });

const toHeaderList = (headers: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
