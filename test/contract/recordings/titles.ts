/** Recordings about the title after a rename: when it is visible, what a service makes of its text, and what follows it. */
import { poll, start, type ExchangeLine } from '../exchanges.js';
import {
  breaking,
  completed,
  fetched,
  honest,
  rename,
  resource,
  titled,
  warning,
  type Recording,
} from './lines.js';

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

const shows = breaking('rename/shows-when-fetched');
const showsLate = warning('rename/shows-when-fetched');
const lasts = breaking('rename/lasts');

const whenVisible: readonly Recording[] = [
  showsLate('A replica shows the old title once.', ...renamed('New'), seen('Old', 5), seen('New', 6)),
  showsLate('The only fetch after a rename is an early one.', ...renamed('New'), seen('Old', 5)),
  shows('The last fetch after a rename shows the old title.', ...renamed('New'), seen('Old', 6)),
  showsLate(
    'A new title is visible after the settling time.',
    ...renamed('New'),
    ...[seen('Old', 5), seen('Old', 6), seen('New', 7)],
  ),
  {
    ...showsLate(
      'A title may take as long as an option says.',
      ...renamed('New'),
      ...[seen('Old', 9), seen('New', 14)],
    ),
    judging: { settle: 10_000 },
  },
  shows(
    'A title that nobody wrote is visible before the new one.',
    ...renamed('New'),
    ...[seen('Odd', 4), seen('New', 5)],
  ),
  lasts(
    'A title that nobody wrote is visible between two fetches with the new one.',
    ...renamed('New'),
    ...[seen('New', 4), seen('Odd', 5), seen('New', 6)],
  ),
  warning('rename/lasts')(
    'Two replicas alternate, and one of them lags.',
    ...renamed('New'),
    ...[seen('New', 4), seen('Old', 5), seen('New', 6)],
  ),
  lasts(
    'Two replicas alternate, and the last fetch shows the old title.',
    ...renamed('New'),
    ...[seen('New', 4), seen('Old', 5), seen('New', 6), seen('Old', 7)],
  ),
  showsLate('A queued rename takes long.', ...renamed('New', { status: 202 }), seen('Old', 90)),
  shows('A queued rename writes another title.', ...renamed('New', { status: 202 }), seen('Odd', 90)),
  showsLate(
    'A recording begins after an old title was written.',
    ...[rename('New', { from: 0 }), seen('Unseen', 1), seen('New', 5)],
  ),
  warning('presentation/stable-when-fetched')(
    'Somebody renames a presentation elsewhere.',
    titled('Old'),
    fetched('p', { from: 80_000 }, { title: 'New', updated_at: '2026-01-16T10:00:00.000Z' }),
  ),
  warning('rename/lasts')(
    'Somebody renames a presentation elsewhere, after a client renamed it.',
    ...[titled('Old'), rename('New')],
    fetched('p', {}, { title: 'New', updated_at: '2026-01-16T10:00:00.000Z' }),
    fetched('p', { from: 90 }, { title: 'Their', updated_at: '2026-01-17T10:00:00.000Z' }),
  ),
  breaking('presentation/stable-when-fetched')(
    'A title changes without a PATCH.',
    ...[titled('Old'), titled('New')],
  ),
];

const becomes =
  (make: (title: string, ...lines: readonly ExchangeLine[]) => Recording) =>
  ([change, sent, shown]: readonly [string, string, string]): Recording =>
    make(`A title is ${change}.`, ...renamed(sent), seen(shown, 9));

const latin1 = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join('');

const texts: readonly Recording[] = [
  ...(
    [
      ['trimmed', '  Quay ', 'Quay'],
      ['normalised to NFC', 'Cre\u0300me', 'Cr\u00e8me'],
      ['cut after a whole character', '\u{1F6A2}'.repeat(50), '\u{1F6A2}'.repeat(20)],
      ['cut with an ellipsis', 'x'.repeat(300), `${'x'.repeat(97)}…`],
    ] as const
  ).map(becomes(honest)),
  ...(
    [
      ['shown with one space for two', 'A  quay', 'A quay'],
      ['shown without control characters', 'A\u0007\tquay', 'Aquay'],
      ['blank, and ignored', ' ', 'Old'],
      ['empty, and ignored', '', 'Old'],
    ] as const
  ).map(becomes(showsLate)),
  ...(
    [
      ['escaped for HTML', 'R&D <b>"x"</b>', 'R&amp;D &lt;b&gt;&quot;x&quot;&lt;/b&gt;'],
      ['unescaped from HTML', 'R&amp;D', 'R&D'],
      ['stripped of markup', '<b>Quay</b>', 'Quay'],
      ['read as Latin-1', 'Häfen 港', latin1('Häfen 港')],
      ['stored with question marks', 'Häfen 港', 'H?fen ?'],
      ['escaped twice for JSON', 'The "Quay"', String.raw`The \"Quay\"`],
      ['stored without backslashes', String.raw`C:\new`, 'C:new'],
      ['decoded as a form', '1+1 %20', '1 1  '],
      ['stored without leading zeros', '0042', '42'],
      ['stored without characters outside the BMP', 'A \u{1F6A2}', 'A '],
      ['cut in a surrogate pair', '\u{1F6A2}'.repeat(50), `${'\u{1F6A2}'.repeat(40)}\uD83D`],
      ['cut in the bytes of a character', '港'.repeat(50), `${'港'.repeat(21)}\uFFFD`],
      ['cut to a few letters', 'x'.repeat(300), 'xxx'],
      ['stored in lower case', 'The Quay', 'the quay'],
    ] as const
  ).map(becomes(shows)),
];

const besideTheTitle: readonly Recording[] = [
  honest('The view of a job shows the title of before a rename.', ...renamed('New'), view('Old', 5)),
  honest('The view of a job shows the new title.', ...renamed('New'), view('New', 5)),
  breaking('rename/shows-in-its-job')(
    'The view of a job shows a title that nobody set.',
    ...renamed('New'),
    view('Odd', 5),
  ),
  ...[[{ heading: 'Quay' }], []].map((sections) =>
    breaking('rename/touches-only-the-title')(
      `A rename changes slides that only the view of the job has shown, to ${sections.length}.`,
      ...renamed('New'),
      seen('New', 5, { sections }),
    ),
  ),
  honest(
    'A rename changes data of a slide, and the url.',
    ...renamed('New'),
    seen('New', 5, { sections: [{ heading: 'Harbour', views: 3 }], url: 'https://decks.example/new' }),
  ),
  breaking('presentation/stable-when-fetched')(
    'Slides change with a newer updated_at, in a run of deckhand verify.',
    ...[start, view('Old', 1), seen('Old', 3)],
    seen('Old', 4, { sections: [{ heading: 'Quay' }], updated_at: '2027-01-15T09:30:12.000Z' }),
  ),
  warning('presentation/stable-when-fetched')(
    'Slides change with a newer updated_at.',
    seen('Old', 3),
    seen('Old', 4, { sections: [{ heading: 'Quay' }], updated_at: '2027-01-15T09:30:12.000Z' }),
  ),
  warning('presentation/same-fetched-as-in-its-job')(
    'A fetch shows another visibility than the view of the job.',
    ...[start, view('Old', 1), seen('Old', 3, { is_public: true })],
  ),
  honest(
    'Two keys fetch presentations of one workspace.',
    ...[start, poll(completed('p')), fetched('p')],
    { request: 'GET /presentations/q', received: resource('q'), key: 'other' },
    fetched('p', { key: 'other' }),
  ),
];

export const titleRecordings: readonly Recording[] = [...whenVisible, ...texts, ...besideTheTitle];
