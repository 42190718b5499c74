/** Reads the option `replay`: the path of a recording (Node), or its content. */
import { UserError } from '../../base/user-error.js';
import { pluralize } from '../../base/text/pluralize.js';
import { createContentDecoder } from '../../files/decode-body.js';
import { readHarFile } from '../../files/har-file.js';
import type { DecodeContent } from '../../journal/har/compressed-body.js';
import { fromHar, type HarImport } from '../../journal/read-har.js';
import { buildRecording, type Recording } from '../../replay/recording.js';

const HINT =
  'Pass a HAR file: from the network panel of a browser, from `deckhand record`, or from Playwright (.har or .zip).';

/** The path of a `.har` file, its gzip file or Playwright's `.zip` file, or a parsed HAR file. */
export type ReplayOption = string | object;

/**
 * @param decode decodes compressed bodies. Default: what this platform can
 * @throws UserError `invalid-har` if the recording cannot be read, or has no request to the API
 */
export function loadRecording(
  source: ReplayOption,
  decode: DecodeContent = createContentDecoder(),
): Recording {
  if (typeof source === 'string') {
    const { har, readAttachment } = readHarFile(source);
    return parseRecording(
      fromHar(har, { attachments: readAttachment, decode }),
      source,
      source.replace(/^.*[/\\]/, ''),
    );
  }
  return parseRecording(fromHar(source, { decode }), 'The option replay', 'the recording');
}

function parseRecording(reading: HarImport, label: string, name: string): Recording {
  const { entries, exchanges, cachedExchanges, warnings, isComplete, isUndecodable } = reading;
  const [first] = warnings;
  if (entries === 0 && first !== undefined)
    throw new UserError('invalid-har', `${label} is not a recording: ${first}.`, { hint: HINT });
  // The client saw what its cache returned.
  const seen = cachedExchanges.filter(({ response }) => response?.body && response.body.text !== '');
  return buildRecording([...exchanges, ...seen], name, [
    ...(first === undefined
      ? []
      : [`${pluralize(warnings.length, 'entry', 'entries')} cannot be read (${first}).`]),
    ...(isComplete === false
      ? ['The recording did not end properly, so its last requests can be missing.']
      : []),
    ...(isUndecodable
      ? [
          'The recording has compressed bodies, which cannot be decompressed here. Replay the file with: deckhand serve --replay FILE.',
        ]
      : []),
  ]);
}
