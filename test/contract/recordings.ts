/**
 * Recordings of a service with its clients, each a few exchanges. Most are honest and look suspicious, so no rule may fail: without a
 * tolerance of a rule, one of them is accused. The others break a promise that only a recording shows.
 */
import { judge } from '../../src/contract/judge.js';
import type { HeaderPairs } from '../../src/journal/exchange.js';
import { journal, poll, start, type ExchangeLine } from './exchanges.js';
import type { ProofPart } from './proof-part.js';

export interface Recording {
  /** What happens, stated as a fact. */
  readonly title: string;
  /** The rule that fails; absent if the recording is honest. */
  readonly breaks?: string;
  readonly lines: readonly ExchangeLine[];
}

const error = { error: 'no' };
const refused = (status: number, more: Partial<ExchangeLine> = {}): Partial<ExchangeLine> => ({
  status,
  received: error,
  ...more,
});
const resource = (id: string, more: object = {}) => ({
  id,
  title: 'Old',
  workspace_id: 'ws_first',
  sections: [],
  is_public: false,
  url: `https://decks.example/${id}`,
  created_at: '2026-01-15T09:30:12.000Z',
  updated_at: '2026-01-15T09:30:12.000Z',
  ...more,
});
const fetched = (id: string, more: Partial<ExchangeLine> = {}, fields: object = {}): ExchangeLine => ({
  request: `GET /presentations/${id}`,
  received: resource(id, fields),
  ...more,
});
const titled = (title: string, more: Partial<ExchangeLine> = {}) => fetched('p', more, { title });
const rename = (title: string, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'PATCH /presentations/p',
  sent: { title },
  received: {},
  ...more,
});
const templates = (more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'GET /templates',
  received: [],
  ...more,
});
const job = (id: string, view: object, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: `GET /presentations/generate/${id}/status`,
  received: { generation_id: id, ...view },
  ...more,
});
const starts = (id: string, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  ...start,
  sent: { prompt: `Prompt of ${id}` },
  received: {
    generation_id: id,
    status: 'generating',
    poll_url: `/api/v1/presentations/generate/${id}/status`,
  },
  ...more,
});
const generating = poll({ status: 'generating' });
const completed = (presentation: string) => ({ status: 'completed', presentation: resource(presentation) });
const asks = poll({ status: 'awaiting_input', message: 'Who?' });
const reply = (more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'POST /presentations/generate/g/message',
  sent: { message: 'All' },
  received: {},
  ...more,
});
const times = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
/** Of a client that expects a page, and sends text. */
const pageAndText: HeaderPairs = [
  ['accept', 'text/html'],
  ['content-type', 'text/plain'],
];
const keyed = { headers: [['idempotency-key', 'k1']] } as const;

export const recordings: readonly Recording[] = [
  {
    title: 'A presentation cannot be fetched twice at the end, and others can.',
    lines: [fetched('p'), fetched('p', refused(500)), fetched('p', refused(500)), fetched('q')],
  },
  {
    title: 'Nothing can be fetched at the end.',
    lines: [
      fetched('p'),
      ...times(4, () => fetched('p', refused(500))),
      fetched('q', refused(500)),
      templates(),
    ],
  },
  {
    title: 'The key is refused when it fetches, and works for all else.',
    breaks: 'operation/get-presentation',
    lines: [start, poll(completed('p')), fetched('p', refused(401)), fetched('p', refused(401)), templates()],
  },
  {
    title: 'The key is revoked before a fetch.',
    lines: [start, poll(completed('p')), fetched('p', refused(401))],
  },
  {
    title: 'The owner is never allowed to fetch a presentation.',
    breaks: 'operation/get-presentation',
    lines: [start, poll(completed('p')), fetched('p', refused(403)), templates()],
  },
  {
    title: 'A plan ends before a fetch.',
    lines: [start, poll(completed('p')), fetched('p', refused(403))],
  },
  {
    title: 'A presentation is not found after an hour: somebody deleted it.',
    lines: [fetched('p'), fetched('p', refused(404, { from: 3600 }))],
  },
  {
    title: 'A presentation is not found half a minute later.',
    breaks: 'operation/get-presentation',
    lines: [fetched('p'), fetched('p', refused(404, { from: 30 }))],
  },
  {
    title: 'A replica does not know a new presentation for a second.',
    lines: [start, poll(completed('p')), fetched('p', refused(404, { from: 2 })), fetched('p', { from: 8 })],
  },
  {
    title: 'A presentation is not found right after its job, and nobody looks again.',
    breaks: 'operation/get-presentation',
    lines: [start, poll(completed('p')), fetched('p', refused(404, { from: 2 }))],
  },
  {
    title: 'A presentation is not found a second after it was.',
    breaks: 'operation/get-presentation',
    lines: [fetched('p'), fetched('p', refused(404)), fetched('p', { from: 8 })],
  },
  {
    title: 'A rename with the content type of a form is refused.',
    lines: [titled('Old'), rename('New', refused(415, { headers: [['content-type', 'text/plain']] }))],
  },
  {
    title: 'A client that accepts only pages gets 406.',
    lines: [templates(), templates(refused(406, { headers: [['accept', 'text/html']] }))],
  },
  {
    title: 'The address of the templates moved to one with a slash at its end.',
    lines: [templates({ status: 301, returned: [['location', '/api/v1/templates/']] }), templates()],
  },
  {
    title: 'The redirect of a poll to another path is a refusal.',
    breaks: 'operation/get-generation-status',
    lines: [start, generating, poll({}, { status: 302, returned: [['location', '/login']] }), generating],
  },
  {
    title: 'The proxy of a company asks for its password during a poll.',
    lines: [start, generating, poll({}, refused(407)), generating],
  },
  {
    title: 'A rename has no response before a title that the service refuses.',
    lines: [titled('Old'), rename('New', refused(504)), rename('!', refused(422))],
  },
  ...([401, 402, 403, 406, 415] as const).map((status) => ({
    title: `The last polls of a job get ${status}: the key, the plan or the client can be the reason.`,
    lines: [start, generating, ...times(2, () => poll({}, refused(status, { headers: pageAndText })))],
  })),
  {
    title: 'A poll in the middle of a job gets 401.',
    breaks: 'job/pollable-until-its-end',
    lines: [start, generating, poll({}, refused(401)), generating],
  },
  {
    title: 'The first poll gets 402, until the plan is paid.',
    lines: [start, poll({}, refused(402)), generating],
  },
  {
    title: 'A poll is redirected to a query.',
    lines: [start, poll({}, { status: 307, returned: [['location', '?region=north']] }), generating],
  },
  {
    title: 'A client polls a job before another program starts it.',
    lines: [poll({}, refused(404)), generating],
  },
  {
    title: 'A poll takes too long, and gets 408.',
    lines: [start, generating, poll({}, refused(408)), generating],
  },
  {
    title: 'A client polls an old job before it is told another id.',
    lines: [job('old', {}, refused(404)), start, generating],
  },
  {
    title: 'Three polls of a job get 503 at the end, and others are fine.',
    lines: [
      start,
      starts('h'),
      generating,
      ...times(3, (index) => [
        poll({}, refused(503)),
        job('h', { status: 'generating' }, { from: 20 + index }),
      ]).flat(),
    ].map((line, index) => ({ ...line, from: index })),
  },
  {
    title: 'Every poll gets 503 at the end.',
    lines: [
      start,
      starts('h'),
      generating,
      ...times(6, () => poll({}, refused(503))),
      job('h', {}, refused(503)),
    ],
  },
  {
    title: 'Polls get 503 for less than two seconds, and never again for a job that nobody looks at.',
    lines: [
      ...[start, starts('h'), generating, job('h', { status: 'generating' })],
      ...times(4, (index) => poll({}, refused(503, { from: 4 + index / 4, to: 4.1 + index / 4 }))),
      job('h', { status: 'generating' }),
    ],
  },
  {
    title: 'Polls of a job get 503 after its end.',
    lines: [
      ...[start, starts('h'), poll(completed('p'))],
      ...times(5, () => [poll({}, refused(503)), job('h', { status: 'generating' })]).flat(),
    ],
  },
  {
    title: 'The polls of one job get 503 for good, between polls of others.',
    breaks: 'job/failure-is-reported',
    lines: [
      ...[start, starts('h'), generating, poll({}, refused(503)), job('h', { status: 'generating' })],
      ...times(3, () => poll({}, refused(503))),
    ],
  },
  {
    title: 'The polls of one job get 503 for good, before and after polls of others.',
    breaks: 'job/failure-is-reported',
    lines: [
      ...[start, starts('h'), generating, job('h', { status: 'generating' })],
      ...times(5, () => poll({}, refused(503))),
      job('h', { status: 'generating' }),
    ],
  },
  {
    title: 'The polls of one job get 503 for good, and those of others succeed.',
    breaks: 'job/failure-is-reported',
    lines: [
      start,
      starts('h'),
      generating,
      ...times(4, () => [poll({}, refused(503)), job('h', { status: 'generating' })]).flat(),
    ],
  },
  {
    title: 'Two starts with one Idempotency-Key get one job.',
    lines: [starts('g', keyed), starts('g', keyed), generating],
  },
  {
    title: 'A job of two starts with one Idempotency-Key leaves its end.',
    breaks: 'job/terminal-is-final',
    lines: [starts('g', keyed), starts('g', keyed), poll({ status: 'failed', error: 'No.' }), generating],
  },
  {
    title: 'Two equal starts get one job: a service can do so.',
    lines: [start, start, generating],
  },
  {
    title: 'A service uses an id again after the end of its job.',
    lines: [
      starts('g'),
      poll({ status: 'failed', error: 'It took too long.' }),
      starts('g', { sent: { prompt: 'Another' } }),
      generating,
      poll({ status: 'failed', error: 'Upstream said no.' }),
    ],
  },
  {
    title: 'Two different starts get one id.',
    breaks: 'start/ids-are-fresh',
    lines: [starts('g'), starts('g', { sent: { prompt: 'Another' } }), generating],
  },
  {
    title: 'Two keys get the same id.',
    lines: [starts('g'), starts('g', { key: 'other', sent: { prompt: 'Another' } })],
  },
  {
    title: 'Two equal starts become one presentation.',
    lines: [
      starts('g', { sent: { prompt: 'p' } }),
      starts('h', { sent: { prompt: 'p' } }),
      poll(completed('p')),
      job('h', completed('p')),
    ],
  },
  {
    title: 'A presentation is fetched by its slug.',
    lines: [fetched('old-deck', {}, { id: 'p' })],
  },
  ...(
    [
      ['A title is trimmed.', ' New  boats ', 'New boats'],
      ['A title is stored with other code points.', 'Cafe\u0301', 'Caf\u00e9'],
      ['A blank title is ignored.', ' ', 'Old'],
      ['A long title is cut.', 'n'.repeat(200), 'n'.repeat(100)],
      ['A long title is cut, and ends with dots.', 'n'.repeat(200), `${'n'.repeat(99)}…`],
    ] as const
  ).map(([title, sent, shown]) => ({
    title,
    lines: [start, poll(completed('p')), titled('Old'), rename(sent), titled(shown, { from: 20 })],
  })),
  {
    title: 'Somebody renames a presentation in the application.',
    lines: [titled('Old'), fetched('p', {}, { title: 'Their', updated_at: '2026-01-17T10:00:00.000Z' })],
  },
  {
    title: 'Somebody makes a presentation public in the application.',
    lines: [fetched('p'), fetched('p', {}, { is_public: true })],
  },
  {
    title: 'A job accepts no reply once: it may be busy.',
    lines: [start, asks, reply(refused(409)), asks],
  },
  {
    title: 'A job refuses replies to its question.',
    breaks: 'job/question-can-be-answered',
    lines: [start, asks, reply(refused(409)), asks, reply(refused(409)), asks],
  },
  {
    title: 'A job still asks a moment after three replies.',
    lines: [start, asks, reply(), reply(), reply(), asks],
  },
  {
    title: 'A job still asks long after one reply.',
    lines: [start, asks, reply(), { ...asks, from: 60 }],
  },
  ...([503, 401, 403] as const).map((status) => ({
    title: `The list of templates gets ${status} at hours without a rate limit.`,
    lines: [
      ...times(5, (hour) => templates({ from: hour * 3600 })),
      ...times(3, (index) => templates(refused(status, { from: 15_000 + 8 * index }))),
    ],
  })),
  {
    title: 'A key is revoked after a few requests.',
    lines: [...times(5, () => templates()), ...times(3, () => templates(refused(401)))],
  },
  {
    title: 'A service is down after a few requests.',
    lines: [
      ...times(5, (index) => templates({ from: index })),
      ...times(3, (index) => templates(refused(503, { from: 5 + index }))),
    ],
  },
  {
    title: 'Two requests in a row are refused.',
    lines: [...times(6, () => templates()), ...times(2, () => templates(refused(403)))],
  },
  {
    title: 'The templates are refused after a single success.',
    lines: [templates(), ...times(3, () => templates(refused(403)))],
  },
];

/** The rules that fail, and rules with a bug. */
export const brokenIn = ({ lines }: Recording): readonly string[] =>
  judge(journal(...lines))
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ rule }) => rule.id);

export const isRight = (recording: Recording): boolean => {
  const broken = brokenIn(recording);
  return recording.breaks === undefined ? broken.length === 0 : broken.includes(recording.breaks);
};

export function recordedPart(): ProofPart {
  const wrong = recordings.filter((recording) => !isRight(recording));
  const honest = recordings.filter(({ breaks }) => breaks === undefined);
  const count = (all: readonly Recording[]): string => `${all.filter(isRight).length} of ${all.length}`;
  return {
    summary: [
      `${count(honest)} honest recordings raise nothing, and ${count(recordings.filter(({ breaks }) => breaks !== undefined))} recordings with a broken promise are caught.`,
    ],
    text: '',
    failures: wrong.map((recording) => `RECORDING ${recording.title}: ${brokenIn(recording).join(', ')}`),
  };
}
