/** Recordings about the templates of starts, and about the ids that starts return. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  createdFrom,
  generating,
  keyed,
  withUserKey,
  rejected,
  starts,
  templates,
  type Recording,
} from './builders.js';

/** A start that is rejected with the template, and accepted without it. */
const startsWith = (template: string): readonly ExchangeLine[] => [
  starts('g', rejected(422, { sent: { prompt: 'A', template_id: template } })),
  starts(`with-${template}`, { sent: { prompt: 'A' } }),
];

/** Starts ten seconds after each other, each with its duration in seconds. */
const lasting = (...durations: readonly number[]): readonly ExchangeLine[] =>
  durations.map((duration, index) => starts(`job-${index}`, { from: 10 * index, to: 10 * index + duration }));

export const startRecordings: readonly Recording[] = [
  {
    title: 'One start takes 9 s while another job is under way.',
    warns: 'start/is-asynchronous',
    lines: lasting(0.5, 9),
  },
  {
    title: 'Starts take 0.3 s while another job is under way.',
    lines: lasting(0.1, 0.3, 0.3),
  },
  {
    title: 'Starts and other requests take 9 s.',
    lines: [...lasting(0.5, 9, 9), templates({ from: 40, to: 49 })],
  },
  {
    title: 'Starts take 3 s while another job is under way.',
    fails: 'start/not-blocked-by-other-job',
    lines: lasting(0.5, 3, 3),
  },
  {
    title: 'A template is for creating, and not for starting.',
    warns: 'start/accepts-listed-template',
    lines: [createdFrom('t'), ...startsWith('t')],
  },
  {
    title: 'Starts are rejected with templates that no presentation was created from.',
    lines: [createdFrom('x'), ...startsWith('t'), ...startsWith('u')],
  },
  {
    title: 'Starts are rejected with templates and another field.',
    lines: [
      ...[createdFrom('t'), createdFrom('u'), starts('h', { sent: { prompt: 'A' } })],
      ...['t', 'u'].map((template) =>
        starts('g', rejected(422, { sent: { prompt: 'A', template_id: template, slides: 900 } })),
      ),
    ],
  },
  {
    title: 'Two prompts with one Idempotency-Key get one job.',
    warns: 'start/unique-generation-id',
    lines: [
      { ...start, ...keyed },
      { ...start, ...keyed, sent: { prompt: 'another' } },
    ],
  },
  {
    title: 'A service uses an id again after the end of its job, for another presentation.',
    warns: 'start/unique-generation-id',
    lines: withUserKey(
      ...[starts('g'), poll(completed('p')), starts('g', { sent: { prompt: 'Another' } })],
      poll(completed('q')),
    ),
  },
  {
    title: 'Two equal starts get one job: a service can do so.',
    warns: 'start/unique-generation-id',
    lines: [start, start, generating],
  },
  {
    title: 'A service uses an id again after the end of its job, in one run.',
    fails: 'start/unique-generation-id',
    lines: [starts('g'), poll(completed('p')), starts('g', { sent: { prompt: 'Another' } }), generating],
  },
];
