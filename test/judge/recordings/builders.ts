/** Exchanges of recordings, and what a recording is. */
import { keyPlaceholders } from '../../../src/judge/model/key-placeholders.js';
import type { TraceOptions } from '../../../src/judge/model/trace.js';
import type { HeaderPairs } from '../../../src/journal/exchange.js';
import { poll, start, type ExchangeLine } from '../build-journal.js';

export interface Recording {
  /** What happens, stated as a fact. */
  readonly title: string;
  /** All rules that fail; undefined if the recording is conforming. */
  readonly fails?: string | readonly string[];
  /** All rules that warn: they recommend something else, or a downgrade says why it is not certain. */
  readonly warns?: string | readonly string[];
  readonly options?: TraceOptions;
  readonly lines: readonly ExchangeLine[];
}

/** Recordings of several lines each. */
export const passing = (title: string, ...lines: readonly ExchangeLine[]): Recording => ({ title, lines });
export const warningFrom =
  (...warns: readonly string[]) =>
  (title: string, ...lines: readonly ExchangeLine[]): Recording => ({ title, warns, lines });

export const error = { error: 'no' };
export const rejected = (status: number, more: Partial<ExchangeLine> = {}): Partial<ExchangeLine> => ({
  status,
  received: error,
  ...more,
});
export const resource = (id: string, more: object = {}) => ({
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
export const fetched = (id: string, more: Partial<ExchangeLine> = {}, fields: object = {}): ExchangeLine => ({
  request: `GET /presentations/${id}`,
  received: resource(id, fields),
  ...more,
});
export const titled = (title: string, more: Partial<ExchangeLine> = {}) => fetched('p', more, { title });
export const rename = (title: string, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'PATCH /presentations/p',
  sent: { title },
  received: {},
  ...more,
});
export const templates = (more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'GET /templates',
  received: [],
  ...more,
});
export const created = (id: string, title: string, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'POST /presentations',
  sent: { title },
  status: 201,
  received: resource(id, { title }),
  ...more,
});
export const createdFrom = (template: string): ExchangeLine => ({
  ...created(`of-${template}`, 'Old'),
  sent: { template_id: template },
});
export const job = (id: string, view: object, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: `GET /presentations/generate/${id}/status`,
  received: { generation_id: id, ...view },
  ...more,
});
export const starts = (id: string, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  ...start,
  sent: { prompt: `Prompt of ${id}` },
  received: {
    generation_id: id,
    status: 'generating',
    poll_url: `/api/v1/presentations/generate/${id}/status`,
  },
  ...more,
});
export const generating = poll({ status: 'generating' });
export const completed = (presentation: string, fields: object = {}) => ({
  status: 'completed',
  presentation: resource(presentation, fields),
});
/** A job from its start to its presentation. */
export const completedJob = [start, poll(completed('p'))] as const;
export const askingPoll = poll({ status: 'awaiting_input', message: 'Who?' });
export const reply = (more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'POST /presentations/generate/g/message',
  sent: { message: 'All' },
  received: {},
  ...more,
});
/** The lines with the key of a user, and not of a run of `deckhand verify`. */
export const withUserKey = (...lines: readonly ExchangeLine[]): readonly ExchangeLine[] =>
  lines.map((line) => ({
    ...line,
    ...(line.key === undefined && { key: 'none' as const }),
    headers: [...(line.key === undefined ? userKey : []), ...(line.headers ?? [])],
  }));
const userKey: HeaderPairs = [['authorization', 'Bearer key-of-a-user']];
export const xApiKey = { key: 'none', headers: [['x-api-key', keyPlaceholders.main]] } as const;
export const secondKey = { key: 'none', headers: [['x-api-key', 'second-key-of-the-workspace']] } as const;
/** What a firewall returns. */
export const blocked: Partial<ExchangeLine> = {
  status: 403,
  returned: [['content-type', 'text/html']],
  received: '<html>Blocked</html>',
};
/** Somebody changed the presentation in the application. */
export const editedExternally = { updated_at: '2026-01-17T10:00:00.000Z' };
export const later = (from: number, line: ExchangeLine): ExchangeLine => ({ ...line, from });
export const repeat = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
/** Of a client that expects a page, and sends text. */
export const pageAndText: HeaderPairs = [
  ['accept', 'text/html'],
  ['content-type', 'text/plain'],
];
export const keyed = { headers: [['idempotency-key', 'k1']] } as const;
