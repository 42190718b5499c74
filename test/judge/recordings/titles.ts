/** Recordings about the title after a rename: when it is visible, what a service makes of its text, and what follows it. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import { completed, fetched, passing, rename, titled, warningFrom, type Recording } from './builders.js';

const SLIDES = { sections: [{ heading: 'Harbour' }] };
const seen = (title: string, from: number, fields: object = {}): ExchangeLine =>
  fetched('p', { from }, { title, ...SLIDES, ...fields });
const view = (title: string, from: number): ExchangeLine =>
  poll(completed('p', { title, ...SLIDES }), { from });
/** A job of a run of `deckhand verify`, and a rename that ends half a second after second 3. */
const renamed = (sent: string, more: Partial<ExchangeLine> = {}): readonly ExchangeLine[] => [
  ...[start, view('Old', 1)],
  rename(sent, { from: 3, ...more }),
];

const showsLate = warningFrom('rename/visible-in-get');

const whenVisible: readonly Recording[] = [
  {
    ...showsLate(
      'A title may take as long as an option says.',
      ...renamed('New'),
      ...[seen('Old', 9), seen('New', 14)],
    ),
    options: { consistencyWindow: 10_000 },
  },
  warningFrom('presentation/stable-without-patch')(
    'Somebody renames a presentation elsewhere.',
    titled('Old'),
    fetched('p', { from: 80_000 }, { title: 'New', updated_at: '2026-01-16T10:00:00.000Z' }),
  ),
  warningFrom('rename/persists')(
    'Somebody renames a presentation elsewhere, after a client renamed it.',
    ...[titled('Old'), rename('New')],
    fetched('p', {}, { title: 'New', updated_at: '2026-01-16T10:00:00.000Z' }),
    fetched('p', { from: 90 }, { title: 'Their', updated_at: '2026-01-17T10:00:00.000Z' }),
  ),
];

const becomes =
  (make: (title: string, ...lines: readonly ExchangeLine[]) => Recording) =>
  ([change, sent, shown]: readonly [string, string, string]): Recording =>
    make(`A title is ${change}.`, ...renamed(sent), seen(shown, 9));

const texts: readonly Recording[] = [
  ...([['cut after a whole character', '\u{1F6A2}'.repeat(50), '\u{1F6A2}'.repeat(20)]] as const).map(
    becomes(passing),
  ),
];

const besideTheTitle: readonly Recording[] = [
  passing(
    'The status response of a job contains the title from before a rename.',
    ...renamed('New'),
    view('Old', 5),
  ),
  warningFrom('presentation/stable-without-patch')(
    'Slides change with a newer updated_at.',
    seen('Old', 3),
    seen('Old', 4, { sections: [{ heading: 'Quay' }], updated_at: '2027-01-15T09:30:12.000Z' }),
  ),
];

export const titleRecordings: readonly Recording[] = [...whenVisible, ...texts, ...besideTheTitle];
