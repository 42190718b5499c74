import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { journal, poll, start, type ExchangeLine } from '../exchanges.js';

const outcome = (id: string, ...lines: readonly ExchangeLine[]) =>
  judge(journal(...lines)).find(({ rule }) => rule.id === id)?.outcome;

const presentation = {
  id: 'p',
  title: 'Old',
  workspace_id: 'w',
  sections: [{ heading: 'Harbour' }],
  is_public: false,
  url: 'https://x.example/p',
  created_at: '2026-01-15T09:30:12.000Z',
  updated_at: '2026-01-15T09:30:12.000Z',
};
const named = (title: string): object => ({ ...presentation, title });
const completed = (title: string, from: number): ExchangeLine =>
  poll({ status: 'completed', presentation: named(title) }, { from });
const fetched = (value: object | string, from: number): ExchangeLine => ({
  request: 'GET /presentations/p',
  received: typeof value === 'string' ? named(value) : value,
  from,
});
/** Ends half a second later. */
const rename = (title: unknown, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'PATCH /presentations/p',
  sent: { title },
  from: 3,
  ...more,
});
const before = [start, completed('Old', 1)];

describe('a replica that lags', () => {
  const shows = (...after: readonly ExchangeLine[]) =>
    outcome('rename/shows-when-fetched', ...before, rename('New'), ...after);
  const lasts = (...after: readonly ExchangeLine[]) =>
    outcome('rename/lasts', ...before, rename('New'), ...after);

  test('is a warning within the settling time', () => {
    expect(shows(fetched('Old', 5), fetched('New', 6))).toBe('warn');
    expect(shows(fetched('Old', 5))).toBe('warn');
  });

  test('fails when the last fetch after it shows the old title, and warns when a later one shows the new title', () => {
    expect(shows(fetched('Old', 6))).toBe('fail');
    expect(shows(fetched('Old', 5), fetched('Old', 6), fetched('New', 7))).toBe('warn');
  });

  test('fails at once for a title that nobody wrote', () => {
    expect(shows(fetched('Odd', 4), fetched('New', 5))).toBe('fail');
    expect(lasts(fetched('New', 4), fetched('Odd', 5), fetched('New', 6))).toBe('fail');
  });

  test('may alternate with one that does not lag', () => {
    const alternating = [fetched('New', 4), fetched('Old', 5), fetched('New', 6)];
    expect(lasts(...alternating)).toBe('warn');
    expect(lasts(...alternating, fetched('Old', 7))).toBe('fail');
    expect(outcome('presentation/stable-when-fetched', ...before, rename('New'), ...alternating)).toBe(
      'pass',
    );
  });

  test('may take as long as the option says', () => {
    const verdicts = judge(journal(...before, rename('New'), fetched('Old', 9), fetched('New', 14)), {
      settle: 10_000,
    });
    expect(verdicts.find(({ rule }) => rule.id === 'rename/shows-when-fetched')?.outcome).toBe('warn');
  });
});

test('a rename that gets 202 may take any time, but writes no other title', () => {
  const queued = rename('New', { status: 202 });
  expect(outcome('rename/shows-when-fetched', ...before, queued, fetched('Old', 90))).toBe('warn');
  expect(outcome('rename/shows-when-fetched', ...before, queued, fetched('Odd', 90))).toBe('fail');
});

test('a recording that begins after an old title was written does not fail for it', () => {
  const lines = [rename('New', { from: 0 }), fetched('Unseen', 1), fetched('New', 5)];
  expect(outcome('rename/shows-when-fetched', ...lines)).toBe('warn');
});

describe('the text of a title', () => {
  const stored = (sent: string, shown: string) =>
    outcome('rename/shows-when-fetched', ...before, rename(sent), fetched(shown, 9));
  const latin1 = (text: string) => Buffer.from(text).toString('latin1');

  test.each([
    ['trimmed', '  Quay ', 'Quay'],
    ['in NFC', 'Cre\u0300me', 'Cr\u00e8me'],
  ])('may be %s', (_change, sent, shown) => expect(stored(sent, shown)).toBe('pass'));

  test.each([
    ['after a whole character', '\u{1F6A2}'.repeat(50), '\u{1F6A2}'.repeat(20)],
    ['with an ellipsis', 'x'.repeat(300), `${'x'.repeat(97)}…`],
  ])('may be cut %s, which is observed', (_change, sent, shown) =>
    expect(stored(sent, shown)).toBe('observed'),
  );

  test.each([
    ['one space for two', 'A  quay', 'A quay'],
    ['without control characters', 'A\u0007\tquay', 'Aquay'],
    ['the old one for a blank one', ' ', 'Old'],
  ])('with other white space is a warning: %s', (_change, sent, shown) =>
    expect(stored(sent, shown)).toBe('warn'),
  );

  test.each([
    ['escaped for HTML', 'R&D <b>"x"</b>', 'R&amp;D &lt;b&gt;&quot;x&quot;&lt;/b&gt;'],
    ['unescaped from HTML', 'R&amp;D', 'R&D'],
    ['stripped of markup', '<b>Quay</b>', 'Quay'],
    ['read as Latin-1', 'Häfen 港', latin1('Häfen 港')],
    ['with question marks', 'Häfen 港', 'H?fen ?'],
    ['escaped twice for JSON', 'The "Quay"', String.raw`The \"Quay\"`],
    ['without backslashes', String.raw`C:\new`, 'C:new'],
    ['decoded as a form', '1+1 %20', '1 1  '],
    ['without leading zeros', '0042', '42'],
    ['without characters outside the BMP', 'A \u{1F6A2}', 'A '],
    ['cut in a surrogate pair', '\u{1F6A2}'.repeat(50), `${'\u{1F6A2}'.repeat(40)}\uD83D`],
    ['cut in the bytes of a character', '港'.repeat(50), `${'港'.repeat(21)}\uFFFD`],
    ['cut to a few letters', 'x'.repeat(300), 'xxx'],
    ['in lower case', 'The Quay', 'the quay'],
  ])('breaks a promise %s', (_change, sent, shown) => expect(stored(sent, shown)).toBe('fail'));
});

test('the view of the completed job shows the old or the new title after a rename', () => {
  const judged = (title: string) =>
    outcome('rename/shows-in-its-job', ...before, rename('New'), completed(title, 5));
  expect([judged('Old'), judged('New'), judged('Odd')]).toEqual(['pass', 'pass', 'fail']);
});

test('a rename that changes slides known from the job alone fails', () => {
  const changed = { ...presentation, title: 'New', sections: [{ heading: 'Quay' }] };
  const judged = (value: object) =>
    outcome('rename/touches-only-the-title', ...before, rename('New'), fetched(value, 5));
  expect(judged(changed)).toBe('fail');
  expect(
    judged({ ...changed, sections: [{ heading: 'Harbour', views: 3 }], url: 'https://x.example/new' }),
  ).toBe('pass');
});

test('slides that change between fetches fail in a run of verify, also with a newer updated_at', () => {
  const later = { ...presentation, sections: [{ heading: 'Quay' }], updated_at: '2027-01-15T09:30:12.000Z' };
  const judged = (...lines: readonly ExchangeLine[]) => outcome('presentation/stable-when-fetched', ...lines);
  expect(judged(...before, fetched('Old', 3), fetched(later, 4))).toBe('fail');
  expect(judged(fetched('Old', 3), fetched(later, 4))).toBe('warn');
});

test('a refused PATCH is not accused of the effect of an accepted one with the same title', () => {
  const none = rename('Same', { key: 'none', status: 401, from: 4 });
  const wrong = rename('Same', { key: 'wrong', from: 5 });
  const lines = [...before, rename('New'), fetched('New', 3.6), none, wrong, fetched('Same', 9)];
  expect(outcome('keys/update-presentation-refuses-no-key', ...lines)).toBe('pass');
  expect(outcome('keys/update-presentation-refuses-wrong-key', ...lines)).toBe('fail');
});

describe('a refused rename', () => {
  const refused = (status: number, from = 3) => rename('New', { status, received: { error: 'no' }, from });
  const judged = (...lines: readonly ExchangeLine[]) => outcome('rename/refused-changes-nothing', ...lines);
  const seen = [...before, fetched('Old', 2)];

  test('has no effect', () => {
    expect(judged(...seen, refused(400), fetched('New', 9))).toBe('fail');
    expect(judged(...seen, refused(400), fetched('Old', 9))).toBe('pass');
    expect(judged(...seen, refused(400), fetched('Newer', 9))).toBe('pass');
  });

  test('may be repeated, or follow one whose outcome is unknown', () => {
    expect(judged(...seen, refused(404), rename('New', { from: 5 }), fetched('New', 9))).toBe('pass');
    expect(judged(...seen, rename('New', { status: 504 }), refused(422, 5), fetched('New', 9))).toBe('pass');
    expect(judged(...seen, rename(null), refused(400, 5), fetched('New', 9))).toBe('pass');
  });

  test('of a title of before may be followed by a replica that lags', () => {
    const back = rename('Old', { status: 400, received: { error: 'no' }, from: 6 });
    expect(judged(...seen, rename('New', { from: 3 }), fetched('New', 5), back, fetched('Old', 7))).toBe(
      'pass',
    );
  });

  test.each([408, 409, 412, 429, 499])('with %d may be about another copy of the request', (status) => {
    expect(judged(...seen, refused(status), fetched('New', 9))).toBe('not-reached');
  });

  test('in a recording, people may rename elsewhere', () => {
    expect(judged(fetched('Old', 2), refused(400), fetched('New', 9))).toBe('warn');
  });
});
