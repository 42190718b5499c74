/** Recordings of services that reject or accept more than others, and of their keys, gateways and jobs. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  askingPoll,
  completed,
  created,
  fetched,
  generating,
  job,
  later,
  withUserKey,
  rejected,
  rename,
  reply,
  starts,
  templates,
  titled,
  type Recording,
} from './builders.js';

const page: Partial<ExchangeLine> = {
  received: '<html>Checking your browser</html>',
  returned: [
    ['content-type', 'text/html'],
    ['x-amzn-waf-action', 'challenge'],
  ],
};
const inXApiKey: Partial<ExchangeLine> = { key: 'none', headers: [['x-api-key', 'key-of-a-user']] };
const noKey = (...headers: NonNullable<ExchangeLine['headers']>): Partial<ExchangeLine> => ({
  key: 'none',
  headers,
});

const requests: readonly Recording[] = [
  ...['', 'n'.repeat(5000)].map((title) => ({
    title: `The only rename of a recording sends a title of ${title.length} characters, and is rejected.`,
    lines: [titled('Old'), rename(title, rejected(422))],
  })),
  ...(['cursor=stale'] as const).map((query) => ({
    title: `A service rejects the undocumented query ${query}.`,
    lines: [templates(), { ...templates(rejected(422)), request: `GET /templates?${query}` }],
  })),
  {
    title: 'The only start of a recording names an unknown template.',
    lines: [templates(), starts('g', rejected(404, { sent: { prompt: 'A', template_id: 'unknown' } }))],
  },
  {
    title: 'A question expired hours before its only reply.',
    lines: withUserKey(
      ...[start, askingPoll, later(9000, reply(rejected(404)))],
      later(9005, poll({ status: 'failed', error: 'No reply came.' })),
    ),
  },
  {
    title: 'A service rejects a longer title and one that is accepted.',
    lines: withUserKey(
      created('A', 'A'),
      created('A long title', 'A long title', rejected(422)),
      created('A', 'A', rejected(422)),
      created('A', 'A', rejected(422)),
    ),
  },
  {
    title: 'A service rejects creations like an earlier one of a user.',
    fails: 'create/no-persistent-error',
    lines: withUserKey(
      created('First', 'First'),
      created('Next', 'Next', rejected(422)),
      created('Last', 'Last', rejected(422)),
    ),
  },
];

const keys: readonly Recording[] = [
  ...(
    [
      ['no scheme', [['authorization', 'key-of-a-user']]],
      ['a cookie', [['cookie', 'session=1']]],
    ] as const
  ).map(([what, headers]) => ({
    title: `A lenient service accepts a key with ${what}.`,
    lines: [templates(), templates(noKey(...headers))],
  })),
  {
    title: 'A service rejects x-api-key of a key that works.',
    fails: 'auth/accepts-x-api-key-header',
    lines: [...withUserKey(templates()), templates(rejected(401, inXApiKey)), ...withUserKey(templates())],
  },
  {
    title: 'A firewall challenges a client with a page and 202.',
    lines: withUserKey(
      templates(),
      templates({ status: 202, ...page }),
      fetched('p', { status: 405, ...page }),
    ),
  },
  ...[502, 504].map((status) => ({
    title: `A service passes on the limit of its upstream component with ${status}.`,
    warns: 'rate-limit/returns-429',
    lines: withUserKey(
      start,
      generating,
      poll({}, { status, received: { error: 'Rate limit reached for gpt-4o' } }),
    ),
  })),
];

const jobs: readonly Recording[] = [
  {
    title: 'A service asks the same again three times, because it cannot use the answers.',
    warns: 'job/reply-advances-job',
    lines: withUserKey(
      ...[starts('h'), job('h', { status: 'awaiting_input', message: 'Who?' })],
      { ...reply(), request: 'POST /presentations/generate/h/message' },
      ...[
        job('h', { status: 'generating' }),
        start,
        askingPoll,
        reply(),
        reply(),
        reply(),
        { ...askingPoll, from: 60 },
      ],
    ),
  },
  {
    title: 'A client polls an id in capitals, and a lenient service shows its own.',
    warns: 'job/generation-id-matches-request',
    lines: withUserKey({ ...generating, request: 'GET /presentations/generate/G/status' }),
  },
  ...(
    [
      ['2.1 s under load', 2.1, { warns: 'start/not-blocked-by-other-job' }],
      [
        '9 s while another job is under way',
        9,
        { fails: 'start/not-blocked-by-other-job', warns: 'start/is-asynchronous' },
      ],
    ] as const
  ).map(([what, duration, declared]) => ({
    title: `Starts of a user take ${what}.`,
    ...declared,
    lines: withUserKey(
      starts('f', { from: 0, to: 0.5 }),
      starts('g', { from: 10, to: 10 + duration }),
      starts('h', { from: 30, to: 30 + duration }),
    ),
  })),
  {
    title: 'A rejection repeats the id of a job that it does not find.',
    lines: withUserKey(
      ...[start, generating, poll(completed('p'))],
      later(90_000, poll({ status: 'failed', error: 'not found' }, { status: 404 })),
    ),
  },
  {
    title: 'Two jobs fail in an upstream outage, and their replies get 500.',
    warns: 'operation/low-5xx-rate',
    lines: (['g', 'h'] as const).flatMap((id) => [
      ...[starts(id), job(id, { status: 'awaiting_input', message: 'Who?' })],
      { ...reply(rejected(500)), request: `POST /presentations/generate/${id}/message` },
      job(id, { status: 'failed', error: 'Upstream is down.' }),
    ]),
  },
  {
    title: 'API access is switched off and on again while a job runs.',
    lines: withUserKey(
      ...[start, generating, poll({}, rejected(403)), templates(rejected(403)), poll({}, rejected(403))],
      ...[generating, templates()],
    ),
  },
];

export const strictRecordings: readonly Recording[] = [...requests, ...keys, ...jobs];
