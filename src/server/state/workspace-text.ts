/** The state of one workspace as JSON, in pieces. It is made in slices, so that requests are answered meanwhile. */
import type { Deckhand } from '../../app/deckhand.js';
import { setRealImmediate } from '../../base/real-time.js';
import { OWN_FIELDS, saveJob, savePresentation } from '../../service/control/saved.js';
import { takeParts, type SnapshotParts } from '../../service/control/take-snapshot.js';
import { JsonBlocks } from './json-blocks.js';

const pause = (): Promise<void> => new Promise((resolve) => setRealImmediate(resolve));

/** Stored records are never changed in place, so the same record has the same text. */
const isSame = (one: object, other: object): boolean => one === other;

export class WorkspaceText {
  readonly #deckhand: Deckhand;
  readonly #id: string;
  #revision: number | undefined;
  #head = '';
  #tail = '';
  readonly #jobs = new JsonBlocks<SnapshotParts['jobs'][number]>({
    keyOf: ({ id }) => id,
    isSame,
    toJson: (job) => this.#clean(saveJob(job)),
  });
  readonly #presentations = new JsonBlocks<SnapshotParts['presentations'][number]>({
    keyOf: ({ id }) => id,
    isSame,
    toJson: (presentation) => this.#clean(savePresentation(presentation)),
  });
  readonly #counters = new JsonBlocks<SnapshotParts['counters'][number]>({
    keyOf: ({ name, job = '' }) => `${name} ${job}`,
    isSame: (one, other) => one.count === other.count && one.name === other.name && one.job === other.job,
    toJson: (count) => count,
  });

  constructor(deckhand: Deckhand, id: string) {
    this.#deckhand = deckhand;
    this.#id = id;
  }

  #clean<T>(saved: T): T {
    return this.#deckhand.service.redactor.value(saved, OWN_FIELDS);
  }

  /** @returns whether something has changed. All of it is from one moment: when the call began to run alone */
  async update(real: number): Promise<boolean> {
    const { control, directory, service } = this.#deckhand;
    const { revision } = service.workspace(this.#id, real);
    if (this.#revision === revision) return false;
    const { jobs, presentations, counters, ...rest } = takeParts(control, this.#id, real);
    const keys = directory.keysOf(this.#id);
    this.#head = JSON.stringify(rest).slice(0, -1);
    this.#tail = `,"at":${real},"keys":${JSON.stringify(keys)}}`;
    await this.#jobs.update(jobs, pause);
    await this.#presentations.update(presentations, pause);
    await this.#counters.update(counters, pause);
    this.#revision = revision;
    return true;
  }

  *pieces(): Generator<string | Buffer, void, void> {
    yield `${JSON.stringify(this.#id)}:{"snapshot":${this.#head}`;
    yield* list('jobs', this.#jobs);
    yield* list('presentations', this.#presentations);
    yield* list('counters', this.#counters);
    yield `}${this.#tail}`;
  }
}

function* list<T>(name: string, { texts }: JsonBlocks<T>): Generator<string | Buffer, void, void> {
  yield `,"${name}":[`;
  for (const [place, text] of texts.entries()) {
    if (place > 0) yield ',\n';
    yield text;
  }
  yield ']';
}
