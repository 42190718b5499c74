/** Makes a bundle of a workspace of a stand-in, as it is now. */
import type { Snapshot } from '../generated/control-api.js';
import { toHar } from '../journal/har.js';
import type { Exchange } from '../journal/exchange.js';
import { Anonymiser } from '../replay/anonymiser.js';
import { digestOf } from '../service/control/digest.js';
import { notFound } from '../service/control/refuse.js';
import { runVerb } from '../service/control/run.js';
import { workspaceIdOf, type ControlContext } from '../service/control/scene.js';
import { judged } from './judged.js';
import { FORMAT, VERSION, type Manifest } from './manifest.js';
import { replayText } from './replay-text.js';
import { snapshotWithoutTexts } from './snapshot-texts.js';
import { writeBundle } from './write-bundle.js';

export interface BundleOptions {
  /** The version of Deckhand. */
  readonly version: string;
  /** The job that it is about; without it, the newest one. */
  readonly job?: string | undefined;
  /** Whether it keeps the texts of users. */
  readonly texts?: boolean | undefined;
  /** A note of its author, as Markdown. */
  readonly note?: string | undefined;
}

export interface NamedBundle {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * @param named the id of a workspace, or the key of a sandbox
 * @param real the real time, in milliseconds since 1970
 * @throws UserError when the workspace or the job does not exist
 */
export async function standInBundle(
  control: ControlContext,
  named: string,
  options: BundleOptions,
  real: number,
): Promise<NamedBundle> {
  const workspace = workspaceIdOf(named);
  const { version, texts = false, note = '' } = options;
  const taken = await runVerb(control, 'takeSnapshot', {
    params: { workspace },
    query: {},
    body: undefined,
    real,
  });
  const job = jobOf(taken, options.job);
  const names = new Anonymiser(texts, true);
  const snapshot = texts ? taken : sealed(snapshotWithoutTexts(taken, names), control);
  const exchanges = (snapshot.journal.exchanges as unknown as readonly Exchange[]).toSorted(
    (one, two) => one.sequence - two.sequence,
  );
  const { dropped } = taken.journal;
  const replay = await replayText(exchanges);
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    deckhand: version,
    source: 'stand-in',
    written: new Date(real).toISOString(),
    moment: new Date(taken.clock.now).toISOString(),
    workspaces: [workspace],
    job: job ? { workspace, id: job.id } : null,
    texts,
    notes: [
      ...(dropped > 0 ? [`The journal had lost its first ${dropped} exchanges.`] : []),
      ...replay.notes,
    ],
  };
  const bytes = writeBundle({
    manifest,
    recording: toHar(exchanges, { name: 'deckhand', version }),
    snapshots: [snapshot],
    replay: replay.text,
    report: judged(exchanges, version, workspace),
    note,
  });
  return { name: `${workspace}-${timeInName(taken.clock.now)}.deckhand.zip`, bytes };
}

/** Such as `20260115-093000`. */
function timeInName(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

function jobOf({ jobs }: Snapshot, wanted: string | undefined): Snapshot['jobs'][number] | undefined {
  if (wanted === undefined) return jobs.at(-1);
  const job = jobs.find(({ id }) => id === wanted);
  if (!job) throw notFound(`job ${wanted.slice(0, 100)}`);
  return job;
}

/** A snapshot with the digest of its content. */
function sealed(snapshot: Omit<Snapshot, 'digest'>, { hash }: ControlContext): Snapshot {
  const copy = JSON.parse(JSON.stringify(snapshot)) as Omit<Snapshot, 'digest'>;
  return { ...copy, digest: digestOf(copy, hash) };
}
