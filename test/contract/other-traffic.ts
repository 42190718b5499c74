/** Traffic without violations: overlapping jobs that complete, and presentations that are fetched and renamed. */
import { keyMarks } from '../../src/contract/model/key-marks.js';
import { bodyOfText } from '../../src/journal/body.js';
import type { Exchange } from '../../src/journal/exchange.js';

interface Plan {
  readonly jobs: number;
  /** The start of the first request, in ms since 1970. */
  readonly from: number;
  /** The prefix of all ids. */
  readonly ids: string;
}

export function otherTraffic(baseUrl: string, { jobs, from, ids }: Plan): readonly Exchange[] {
  const exchanges = Array.from({ length: jobs }, (_, number) =>
    // Each job starts while the job before is running.
    oneJob(baseUrl, `${ids}-${number}`, from + number * 9000),
  );
  return exchanges.flat().toSorted((one, two) => one.startedAt - two.startedAt);
}

type Line = readonly [method: string, path: string, status: number, received: object, sent?: object];

function oneJob(baseUrl: string, name: string, from: number): readonly Exchange[] {
  const id = `job-${name}`;
  const shown = presentation(name, new Date(from).toISOString());
  const path = `/presentations/generate/${id}/status`;
  const generating = (done: number): object => ({
    generation_id: id,
    status: 'generating',
    progress: { slides_total: 4, slides_completed: done, current_step: 'Writing' },
    tokens_used: 10 + done,
  });
  const completed = { generation_id: id, status: 'completed', presentation: shown, tokens_used: 99 };
  const start = { generation_id: id, status: 'generating', poll_url: `/api/v1${path}` };
  const lines: readonly Line[] = [
    ['GET', '/templates', 200, []],
    ['POST', '/presentations/generate', 202, start, { prompt: `About ${name}` }],
    ...[1, 2, 3].map((done): Line => ['GET', path, 200, generating(done)]),
    ['GET', path, 200, completed],
    ['GET', `/presentations/${shown.id}`, 200, shown],
    ['PATCH', `/presentations/${shown.id}`, 200, {}, { title: `New ${name}` }],
    ['GET', `/presentations/${shown.id}`, 200, { ...shown, title: `New ${name}` }],
  ];
  return lines.map(([method, path, status, received, sent], index) => ({
    sequence: 0,
    startedAt: from + index * 3000,
    endedAt: from + index * 3000 + 40,
    request: {
      method,
      url: `${baseUrl}${path}`,
      headers: [['authorization', `Bearer ${keyMarks.first}`]],
      ...(sent !== undefined && { body: bodyOfText(JSON.stringify(sent)) }),
    },
    response: {
      status,
      headers: [['content-type', 'application/json']],
      body: bodyOfText(JSON.stringify(received)),
    },
  }));
}

const presentation = (name: string, createdAt: string) => ({
  id: `presentation-${name}`,
  title: `About ${name}`,
  workspace_id: 'ws_first',
  sections: [],
  is_public: false,
  url: `https://decks.example/${name}`,
  created_at: createdAt,
  updated_at: createdAt,
});
