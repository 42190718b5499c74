/** Recordings about a PATCH that was rejected or got no response, and about what explains a title after it. */
import { poll, start, type ExchangeLine } from '../build-journal.js';
import { completed, passing, rejected, rename, titled, warningFrom, type Recording } from './builders.js';

/** A presentation of a run of `deckhand verify`. */
const made: readonly ExchangeLine[] = [start, poll(completed('p'), { from: 1 }), titled('Old', { from: 2 })];
const at = (from: number, more: Partial<ExchangeLine> = {}): Partial<ExchangeLine> => ({ from, ...more });

export const rejectedChangeRecordings: readonly Recording[] = [
  passing(
    'A PATCH sends null as the title before a rejected rename.',
    ...[...made, rename('', { ...at(3), sent: { title: null } }), rename('New', at(5, rejected(403)))],
    titled('New', at(9)),
  ),
  passing(
    'A rejected rename sends a previous title, and a replica lags.',
    ...[...made, rename('New', at(3)), titled('New', at(5)), rename('Old', at(6, rejected(400)))],
    titled('Old', at(7)),
  ),
  warningFrom('rename/no-effect-when-rejected')(
    'Somebody renames a presentation elsewhere, after a rename was rejected.',
    ...[titled('Old', at(2)), rename('New', at(3, rejected(403))), titled('New', at(9))],
  ),
];
