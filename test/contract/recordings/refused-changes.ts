/** Recordings about a PATCH that was refused or got no response, and about what explains a title after it. */
import { poll, start, type ExchangeLine } from '../exchanges.js';
import { completed, error, honest, refused, rename, titled, warning, type Recording } from './lines.js';

const noKey: Partial<ExchangeLine> = { key: 'none', status: 401, received: error };
const foreign: Partial<ExchangeLine> = { key: 'other', status: 404, received: error };
const cut: Partial<ExchangeLine> = { status: 504, received: error };
const ofAnother: Partial<ExchangeLine> = { request: 'PATCH /presentations/q' };
/** A presentation of a run of `deckhand verify`. */
const made: readonly ExchangeLine[] = [start, poll(completed('p'), { from: 1 }), titled('Old', { from: 2 })];
const at = (from: number, more: Partial<ExchangeLine> = {}): Partial<ExchangeLine> => ({ from, ...more });

export const refusedChangeRecordings: readonly Recording[] = [
  honest(
    'A rename without a key is refused, and sent again with it.',
    ...[titled('Old'), rename('New', noKey), rename('New'), titled('New')],
  ),
  honest(
    'A rename without a key sends the title of before.',
    ...[titled('New'), rename('New', noKey), titled('New')],
  ),
  honest(
    'A rename with another key is refused, and sent again with the right one.',
    ...[titled('Old'), rename('New', foreign), rename('New'), titled('New')],
  ),
  honest(
    'A rename gets 504, and takes effect later.',
    ...[titled('Old'), rename('New', cut), titled('Old'), titled('New')],
  ),
  honest(
    'A rename gets 504, and takes effect after the next one.',
    ...[titled('Old'), rename('A', cut), rename('B'), titled('B'), titled('A')],
  ),
  honest(
    'A rename gets 504, and takes effect after one of another presentation.',
    ...[titled('Old'), rename('New', cut), titled('Old'), rename('C', ofAnother), titled('New')],
  ),
  honest(
    'A refused rename has no effect.',
    ...made,
    rename('New', at(3, refused(403))),
    titled('Old', at(9)),
  ),
  honest(
    'A refused rename is sent again.',
    ...[...made, rename('New', at(3, refused(404))), rename('New', at(5)), titled('New', at(9))],
  ),
  honest(
    'A rename gets 504, and is refused when it is sent again.',
    ...[...made, rename('New', at(3, cut)), rename('New', at(5, refused(422))), titled('New', at(9))],
  ),
  honest(
    'A PATCH sends null as the title before a refused rename.',
    ...[...made, rename('', { ...at(3), sent: { title: null } }), rename('New', at(5, refused(403)))],
    titled('New', at(9)),
  ),
  honest(
    'A refused rename sends a title of before, and a replica lags.',
    ...[...made, rename('New', at(3)), titled('New', at(5)), rename('Old', at(6, refused(400)))],
    titled('Old', at(7)),
  ),
  ...[408, 409, 412, 429, 499].map((status) =>
    honest(
      `A refused rename takes effect with ${status}: it may be about another copy of the request.`,
      ...[...made, rename('New', at(3, refused(status))), titled('New', at(9))],
    ),
  ),
  warning('rename/refused-changes-nothing')(
    'Somebody renames a presentation elsewhere, after a rename was refused.',
    ...[titled('Old', at(2)), rename('New', at(3, refused(403))), titled('New', at(9))],
  ),
];
