/** Recordings in which something happens once, that counts only from the second or third time on. */
import type { ExchangeLine } from '../build-journal.js';
import { created, fetched, rejected, starts, templates, repeat, type Recording } from './builders.js';

const found = (id: string, title: string, more: Partial<ExchangeLine> = {}): ExchangeLine =>
  fetched(id, more, { title });

const creations: readonly Recording[] = [
  {
    title: 'Two keys create presentations with one id.',
    lines: [created('a', 'A'), created('a', 'B', { key: 'other' })],
  },
  {
    title: 'Creating fails twice, and then nobody tries again.',
    warns: 'operation/low-5xx-rate',
    lines: [created('a', 'A'), ...repeat(2, () => created('b', 'B', rejected(500)))],
  },
  {
    title: 'Creating fails three times for a further field.',
    warns: 'operation/low-5xx-rate',
    lines: [
      created('a', 'A'),
      ...repeat(3, () => created('b', 'B', rejected(500, { sent: { title: 'B', folder: 'f' } }))),
    ],
  },
  {
    title: 'A created presentation is not found for a moment.',
    lines: [created('a', 'A'), found('a', 'A', rejected(404)), found('a', 'A', rejected(404, { from: 2 }))],
  },
  {
    title: 'A created presentation gets two server errors.',
    warns: 'operation/low-5xx-rate',
    lines: [created('a', 'A'), ...[30, 60].map((from) => found('a', 'A', rejected(503, { from })))],
  },
  {
    title: 'Another key cannot fetch a created presentation.',
    lines: [
      created('a', 'A'),
      ...[30, 60].map((from) => found('a', 'A', rejected(404, { from, key: 'other' }))),
    ],
  },
  {
    title: 'A created presentation is renamed before it is fetched.',
    lines: [
      created('a', 'A'),
      { request: 'PATCH /presentations/a', sent: { title: 'B' }, received: {} },
      found('a', 'B'),
    ],
  },
];

const uses: readonly Recording[] = [
  {
    title: 'A listed template gets a server error once.',
    warns: 'operation/low-5xx-rate',
    lines: [
      templates({ received: [{ id: 't1' }, { id: 't2' }] }),
      starts('g', { sent: { prompt: 'A', template_id: 't1' } }),
      starts('h', rejected(500, { sent: { prompt: 'B', template_id: 't2' } })),
      starts('i', { sent: { prompt: 'C', template_id: 't1' } }),
    ],
  },
  {
    title: 'Starts fail from some time on, whatever their template.',
    warns: 'operation/low-5xx-rate',
    lines: [
      templates({ received: [{ id: 't1' }, { id: 't2' }] }),
      ...repeat(2, () => starts('h', rejected(500, { sent: { prompt: 'B', template_id: 't2' } }))),
      starts('i', { sent: { prompt: 'C', template_id: 't1' } }),
    ],
  },
];

export const repeatedRecordings: readonly Recording[] = [...creations, ...uses];
