/** What a report states about its HAR files: which entries were ignored or skipped, and what is missing. */
import { pluralize } from '../base/text/pluralize.js';
import { UserError } from '../base/user-error.js';
import type { CoverageGap } from '../judge/index.js';
import type { HarFileImport, HarRecording } from '../proxy/recording/read-har-files.js';

/** The number of damaged entries that are listed for each file. */
const MAX_LISTED_ENTRIES = 5;

export function harNotes({ files, duplicates, forwardedTwice }: HarRecording): readonly string[] {
  return [
    ...files.flatMap(fileNotes),
    ...(duplicates > 0
      ? [`${pluralize(duplicates, 'request')} occurred in several files and counted once`]
      : []),
    ...(forwardedTwice > 0
      ? [
          `${pluralize(forwardedTwice, 'request')} that a service worker forwarded, listed twice, counted once`,
        ]
      : []),
  ];
}

function fileNotes(file: HarFileImport): readonly string[] {
  const { name, entries, unrelated, cached, forwardedTwice, preflights, warnings, areKeysOmitted } = file;
  const ignored = [
    ...(unrelated > 0 ? [`${unrelated} of other services`] : []),
    ...(cached > 0 ? [`${cached} from a browser cache`] : []),
    ...(forwardedTwice > 0
      ? [`${forwardedTwice} that a service worker forwarded, and that are listed twice`]
      : []),
    ...(preflights > 0 ? [pluralize(preflights, 'preflight')] : []),
  ];
  const others = warnings.length - MAX_LISTED_ENTRIES;
  const lines = [
    ...(ignored.length > 0
      ? [`of ${pluralize(entries, 'entry', 'entries')}, ignored: ${ignored.join(', ')}`]
      : []),
    ...warnings.slice(0, MAX_LISTED_ENTRIES),
    ...(others > 0 ? [`${others} more entries were skipped`] : []),
    ...(areKeysOmitted
      ? ['the recorder omitted all keys, so they do not distinguish clients and workspaces']
      : []),
  ];
  return lines.map((line) => `${name}: ${line}`);
}

export function harGaps({ files }: HarRecording): readonly CoverageGap[] {
  return files.flatMap(({ name, isComplete, warnings }) =>
    [
      ...(isComplete === false
        ? ['the recording is unfinished: still running, killed, disk full, or 256 MB reached']
        : []),
      ...(warnings.length > 0 ? [`${pluralize(warnings.length, 'entry', 'entries')} could not be read`] : []),
    ].map((reason): CoverageGap => ({ topic: 'recording', reason: `${name}: ${reason}`, flags: [] })),
  );
}

/** @throws UserError if all requests go to other base URLs than the one that the user named */
export function assertTrafficTo(
  baseUrl: string | undefined,
  { exchanges, otherServices }: HarRecording,
): void {
  if (baseUrl === undefined || exchanges.length > 0 || otherServices.length === 0) return;
  const more =
    otherServices.length > MAX_LISTED_ENTRIES
      ? `, and ${otherServices.length - MAX_LISTED_ENTRIES} more`
      : '';
  throw new UserError('invalid-option', `No recorded request goes to --base-url ${baseUrl}.`, {
    hint: `The recorded requests go to ${otherServices.slice(0, MAX_LISTED_ENTRIES).join(', ')}${more}.`,
  });
}
