/** Recordings about refused requests and about keys of two workspaces. */
import { poll, start, type ExchangeLine } from '../exchanges.js';
import { completed, fetched, refused, rename, titled, type Recording } from './lines.js';

const withoutKey = refused(401, { key: 'none' });
const asOther: Partial<ExchangeLine> = { key: 'other' };
/** Shows the workspace of the other key. */
const ofOther = fetched('q', asOther, { workspace_id: 'ws_second' });

export const workspaceRecordings: readonly Recording[] = [
  {
    title: 'A refused rename sends the title that is there.',
    lines: [titled('New'), rename('New', withoutKey), titled('New'), rename('Other')],
  },
  {
    title: 'A recording begins with a refused rename.',
    lines: [rename('New', withoutKey), titled('New'), rename('Other')],
  },
  {
    title: 'A refused rename is sent again with a key.',
    lines: [titled('Old'), rename('New', withoutKey), rename('New'), titled('New')],
  },
  {
    title: 'A refused rename has its effect before it is sent again with a key.',
    breaks: 'keys/update-presentation-refuses-no-key',
    lines: [titled('Old'), rename('New', withoutKey), titled('New'), rename('New')],
  },
  {
    title: 'Two refused renames with one title have their effect.',
    breaks: 'keys/update-presentation-refuses-no-key',
    lines: [
      ...[titled('Old'), rename('New', withoutKey), rename('New', withoutKey), titled('New')],
      rename('Other'),
    ],
  },
  {
    title: 'A deleted presentation is looked for with the keys of two workspaces.',
    lines: [
      ...[ofOther, fetched('p'), fetched('p', refused(404, { from: 3600 }))],
      fetched('p', refused(404, { ...asOther, from: 3610 })),
      fetched('p', refused(404, { from: 3620 })),
    ],
  },
  {
    title: 'The owner loses a presentation that another key looks for.',
    breaks: 'workspace/owner-still-reaches-it',
    lines: [ofOther, fetched('p'), fetched('p', refused(404, asOther)), fetched('p', refused(404))],
  },
  {
    title: 'Two workspaces have presentations with one id.',
    lines: [
      ...[ofOther, titled('Old')],
      fetched('p', asOther, { workspace_id: 'ws_second', title: 'Their' }),
    ],
  },
  {
    title: 'A fetch of an id that the other workspace has overlaps the poll that first shows it here.',
    lines: [
      start,
      fetched('p', asOther, { workspace_id: 'ws_second', title: 'Their' }),
      fetched('p', refused(404, { from: 2, to: 3 })),
      poll(completed('p'), { from: 2.5, to: 3.5 }),
      fetched('p', { from: 4 }),
    ],
  },
  {
    title: 'A key reads a presentation of another workspace after its rename.',
    breaks: 'workspace/foreign-key-reads-no-presentation',
    lines: [ofOther, titled('Old'), rename('New'), titled('New', asOther)],
  },
];
