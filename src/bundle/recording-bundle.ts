/** Makes a bundle of a recording of any service. It opens as a replay, because the state of the service is unknown. */
import type { Exchange } from '../journal/exchange.js';
import { toHar } from '../journal/har.js';
import { Anonymiser } from '../replay/anonymiser.js';
import { judged } from './judged.js';
import { FORMAT, VERSION, type Manifest } from './manifest.js';
import { replayText } from './replay-text.js';
import { exchangeWithoutTexts } from './without-texts.js';
import { writeBundle } from './write-bundle.js';

export interface RecordingBundleOptions {
  /** The version of Deckhand. */
  readonly version: string;
  /** The name of the recording. */
  readonly target: string;
  readonly texts: boolean;
  /** A note of its author, as Markdown. */
  readonly note: string;
  /** The real time, in milliseconds since 1970. */
  readonly real: number;
}

/** @param recorded the exchanges, without keys */
export async function recordingBundle(
  recorded: readonly Exchange[],
  { version, target, texts, note, real }: RecordingBundleOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const names = new Anonymiser(texts, true);
  const exchanges = texts ? recorded : recorded.map((exchange) => exchangeWithoutTexts(exchange, names));
  const replay = await replayText(exchanges);
  const last = exchanges.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0);
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    deckhand: version,
    source: 'recording',
    written: new Date(real).toISOString(),
    moment: new Date(last).toISOString(),
    workspaces: [],
    job: null,
    texts,
    notes: replay.notes,
  };
  return writeBundle({
    manifest,
    recording: toHar(exchanges, { name: 'deckhand', version }),
    snapshots: [],
    replay: replay.text,
    report: judged(exchanges, version, target),
    note,
  });
}
