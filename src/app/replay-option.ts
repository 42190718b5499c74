/** Reads the option `replay`: the path of a recording (Node), or its content. */
import { counted } from '../base/text/counted.js';
import { UserError } from '../base/user-error.js';
import { readHarFile } from '../files/har-file.js';
import { fromHar, type HarReading } from '../journal/read-har.js';
import { readRecording, type Recording } from '../replay/recording.js';

/** The path of a `.har` file, its gzip file or Playwright's `.zip` file, or a parsed HAR file. */
export type ReplayOption = string | object;

const HINT =
  'Give a HAR file: from the network panel of a browser, from `deckhand record`, or from Playwright (.har or .zip).';

/** @throws UserError `bad-har` if the recording cannot be read, or has no request to the service */
export function readReplay(source: ReplayOption): Recording {
  if (typeof source === 'string') {
    const { har, attachments } = readHarFile(source);
    return recordingOf(fromHar(har, { attachments }), source, source.replace(/^.*[/\\]/, ''));
  }
  return recordingOf(fromHar(source), 'The option replay', 'the recording');
}

function recordingOf(reading: HarReading, where: string, name: string): Recording {
  const { entries, exchanges, problems, ended } = reading;
  const [first] = problems;
  if (entries === 0 && first !== undefined)
    throw new UserError('bad-har', `${where} is not a recording: ${first}.`, { hint: HINT });
  return readRecording(exchanges, name, [
    ...(first === undefined
      ? []
      : [`${counted(problems.length, 'entry', 'entries')} cannot be read (${first}).`]),
    ...(ended === false ? ['The recording did not end properly, so its last requests can be missing.'] : []),
  ]);
}
