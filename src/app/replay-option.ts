/** Reads the option `replay`: the path of a recording (Node), or its content. */
import { counted } from '../base/text/counted.js';
import { UserError } from '../base/user-error.js';
import { filesBeside } from '../files/har-attachments.js';
import { MOST_UNPACKED, readHarZip } from '../files/har-zip.js';
import { nodeFiles } from '../files/node-files.js';
import type { Attachments } from '../journal/har/attachments.js';
import { fromHar } from '../journal/read-har.js';
import { HarReader } from '../journal/har/har-reader.js';
import { readRecording, type Recording } from '../replay/recording.js';

/** The path of a `.har` file, its gzip file or Playwright's `.zip` file, or a parsed HAR file. */
export type ReplayOption = string | object;

const HINT =
  'Give a HAR file: from the network panel of a browser, from `deckhand record`, or from Playwright (.har or .zip).';

/** @throws UserError `bad-har` if the recording cannot be read, or has no request to the service */
export function readReplay(source: ReplayOption): Recording {
  if (typeof source === 'string') return fromFile(source);
  const { exchanges, problems } = fromHar(source);
  if (exchanges.length === 0 && problems.length > 0)
    throw new UserError('bad-har', `The option replay is not a recording: ${problems[0]}.`, { hint: HINT });
  return readRecording(exchanges, 'the recording', notesOf(problems.length, problems[0], undefined));
}

function fromFile(file: string): Recording {
  const { fs, path } = nodeFiles();
  const name = path.basename(file);
  let bytes: Uint8Array;
  try {
    bytes = fs.readFileSync(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'There is no such file.' : code === 'EISDIR' ? 'It is a folder.' : message;
    throw new UserError('bad-har', `${file} cannot be read. ${why}`, { hint: HINT, cause });
  }
  const { har, attachment } = contentOf(bytes, file);
  const reader = new HarReader({ attachment });
  const exchanges = [...reader.push(har), ...reader.end()].map(({ exchange }) => exchange);
  const { error, truncated, damaged, problems, ended } = reader;
  if (error !== undefined) throw new UserError('bad-har', `${file}: ${error}.`, { hint: HINT });
  if (truncated)
    throw new UserError('bad-har', `${file} ends in entry ${truncated.entry}.`, {
      hint: 'A replay needs the whole recording. Copy or record it again.',
    });
  const first = problems[0] && `entry ${problems[0].entry}: ${problems[0].what}`;
  return readRecording(exchanges, name, notesOf(damaged, first, ended));
}

/** The HAR file itself, and the files that its entries name. */
function contentOf(
  bytes: Uint8Array,
  file: string,
): { readonly har: Uint8Array; readonly attachment: Attachments } {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return readHarZip(file, bytes);
  const attachment = filesBeside(file);
  if (first !== 0x1f || second !== 0x8b) return { har: bytes, attachment };
  try {
    return { har: nodeFiles().zlib.gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }), attachment };
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const hint = isTooLarge ? 'It has more than 256 MB of content. Unpack it, and name the .har file.' : HINT;
    throw new UserError('bad-har', `${file} cannot be unpacked.`, { hint, cause });
  }
}

/** What a replay cannot show, one line each. */
function notesOf(damaged: number, first: string | undefined, ended: boolean | undefined): readonly string[] {
  return [
    ...(damaged > 0 ? [`${counted(damaged, 'entry', 'entries')} cannot be read (${first ?? ''}).`] : []),
    ...(ended === false ? ['The recording did not end properly, so its last requests can be missing.'] : []),
  ];
}
