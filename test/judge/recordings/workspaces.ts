/** Recordings about rejected requests and about keys of two workspaces. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import {
  completed,
  completedJob,
  fetched,
  generating,
  rejected,
  rename,
  titled,
  type Recording,
} from './builders.js';

const withoutKey = rejected(401, { key: 'none' });
const asOther: Partial<ExchangeLine> = { key: 'other' };
/** Shows the workspace of the other key. */
const ofOther = fetched('q', asOther, { workspace_id: 'ws_second' });

export const workspaceRecordings: readonly Recording[] = [
  ...[408, 409].map((status) => ({
    title: `A gateway sends a rename twice, and one of them gets ${status}.`,
    lines: [...completedJob, rename('New', rejected(status)), titled('New')],
  })),
  {
    title: 'A recording starts with a rejected rename.',
    lines: [rename('New', withoutKey), titled('New'), rename('Other')],
  },
  {
    title: 'A rejected rename is sent again with a key.',
    lines: [titled('Old'), rename('New', withoutKey), rename('New'), titled('New')],
  },
  {
    title: 'Somebody deletes a presentation before another key looks for it.',
    warns: 'presentation/stays-fetchable',
    lines: [
      ...[ofOther, fetched('p'), fetched('p', rejected(404, { ...asOther, from: 30 }))],
      fetched('p', rejected(404, { from: 60 })),
    ],
  },
  {
    title: 'A job expires before another key looks for it.',
    warns: 'job/pollable-until-terminal',
    lines: [
      ...[ofOther, titled('Old'), start, generating],
      ...[asOther, {}].map((more, index) => poll({}, rejected(404, { ...more, from: 700 + index }))),
    ],
  },
  {
    title: 'A fetch of an id that the other workspace has overlaps the poll that first shows it here.',
    lines: [
      start,
      fetched('p', asOther, { workspace_id: 'ws_second', title: 'Their' }),
      fetched('p', rejected(404, { from: 2, to: 3 })),
      poll(completed('p'), { from: 2.5, to: 3.5 }),
      fetched('p', { from: 4 }),
    ],
  },
  {
    title: 'Ids count in each workspace, and a recording starts while the other key polls its own first job.',
    lines: [
      ofOther,
      poll({ status: 'generating' }, asOther),
      start,
      generating,
      poll({ status: 'generating' }, asOther),
    ],
  },
  {
    title: 'Ids count in each workspace, and a recording starts after the other key started two jobs.',
    lines: [
      ofOther,
      start,
      generating,
      poll({ status: 'generating' }, asOther),
      {
        request: 'GET /presentations/generate/h/status',
        received: { generation_id: 'h', status: 'generating' },
        ...asOther,
      },
    ],
  },
  {
    title: 'A key polls the job that another workspace started.',
    fails: 'isolation/other-key-cannot-poll-job',
    lines: [ofOther, start, generating, poll({ status: 'generating' }, asOther)],
  },
];
