/** Recordings about presentations that are created from a template. */
import type { ExchangeLine } from '../build-journal.js';
import {
  created,
  editedExternally,
  fetched,
  withUserKey,
  rejected,
  templates,
  repeat,
  type Recording,
} from './builders.js';

const create = (id: string, more: Partial<ExchangeLine> = {}) => created(id, `Deck ${id}`, more);
const refuses = (status: number, sent: object): readonly ExchangeLine[] =>
  repeat(2, (index) => create('x', rejected(status, { sent, from: 20 + index })));

export const creationRecordings: readonly Recording[] = [
  ...[302, 408, 409, 423, 425, 429].map((status) => ({
    title: `A created presentation is not ready yet: its fetches get ${status}.`,
    lines: [create('p'), ...[9, 12].map((from) => fetched('p', rejected(status, { from })))],
  })),
  {
    title: 'Somebody deletes one of two created presentations.',
    warns: 'create/returned-id-is-fetchable',
    lines: withUserKey(
      ...[create('p', { from: 0 }), create('q', { from: 1 })],
      ...[40, 60].map((from) => fetched('p', rejected(404, { from }))),
      fetched('q', { from: 70 }, { title: 'Deck q' }),
    ),
  },
  {
    title: 'Somebody deletes a created presentation, and another one is never fetched.',
    warns: 'create/returned-id-is-fetchable',
    lines: withUserKey(
      ...[create('p', { from: 0 }), create('q', { from: 1 })],
      ...[40, 60].map((from) => fetched('p', rejected(404, { from }))),
    ),
  },
  {
    title: 'A created presentation of a user belongs to another workspace when it is fetched.',
    fails: 'create/matches-fetched-presentation',
    lines: withUserKey(
      create('p', { from: 0 }),
      fetched('p', { from: 60 }, { ...editedExternally, workspace_id: 'ws_second', title: 'Deck p' }),
    ),
  },
  {
    title: 'Creations of a user get 503 for a moment.',
    warns: ['operation/stays-available', 'operation/low-5xx-rate'],
    lines: withUserKey(
      create('p', { from: 0 }),
      ...repeat(3, (index) => create('q', rejected(503, { from: 5 + index }))),
      templates({ from: 12 }),
    ),
  },
  {
    title: 'A creation like an earlier one is rejected once.',
    lines: [create('p'), create('q', rejected(404))],
  },
  ...(
    [
      ['a longer', { title: 'Deck with a long name' }, { title: 'Deck' }],
      ['a blank', { title: ' ' }, { title: 'Deck' }],
    ] as const
  ).map(([what, sent, first]) => ({
    title: `A service rejects ${what} title.`,
    lines: withUserKey(create('p', { from: 0, sent: first }), ...refuses(422, sent)),
  })),
  {
    title: 'A service needs another field to create, and rejects three creations without it.',
    lines: [create('p', { sent: { name: 'x' } }), ...repeat(3, () => create('q', rejected(422)))],
  },
];
