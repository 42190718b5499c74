/** The state of one workspace as lines. It is made in slices, so that the server responds to requests meanwhile. */
import type { Deckhand } from '../../app/deckhand.js';
import { setRealImmediate } from '../../base/real-immediate.js';
import { recordsLine, snapshotLine, type RecordList } from '../../service/snapshot/lines.js';
import { takeParts, type SnapshotParts } from '../../service/snapshot/take.js';
import { JsonBlocks, type BlockOptions } from './json-blocks.js';

const pause = (): Promise<void> => new Promise((resolve) => setRealImmediate(resolve));

/** Stored records are never changed in place, so the same record has the same text. */
const isSame = (one: object, other: object): boolean => one === other;

export class WorkspaceText {
  readonly #deckhand: Deckhand;
  readonly #id: string;
  /** Of the workspace and of the redactor: what was clean before can contain a key that is new. */
  #revisions: readonly [number, number] | undefined;
  #head = '';
  readonly #jobs = this.#blocks('jobs', { keyOf: ({ id }) => id, isSame });
  readonly #presentations = this.#blocks('presentations', { keyOf: ({ id }) => id, isSame });
  readonly #counters = this.#blocks('counters', {
    keyOf: ({ name, job = '' }) => `${name} ${job}`,
    isSame: (one, other) => one.count === other.count && one.name === other.name && one.job === other.job,
  });

  constructor(deckhand: Deckhand, id: string) {
    this.#deckhand = deckhand;
    this.#id = id;
  }

  /** @returns whether something has changed. All of it is from one moment: when the call began to run alone */
  async update(real: number): Promise<boolean> {
    const { service } = this.#deckhand;
    const { revision } = service.workspace(this.#id, real);
    const { redactor } = service;
    const { version } = redactor;
    if (this.#revisions?.[0] === revision && this.#revisions[1] === version) return false;
    const parts = takeParts(service, this.#id, real);
    this.#head = snapshotLine(parts, (snapshot) => redactor.value(snapshot));
    if (this.#revisions?.[1] !== version) {
      this.#jobs.clear();
      this.#presentations.clear();
    }
    await this.#jobs.update(parts.jobs, pause);
    await this.#presentations.update(parts.presentations, pause);
    await this.#counters.update(parts.counters, pause);
    this.#revisions = [revision, version];
    return true;
  }

  get lines(): readonly (string | Buffer)[] {
    const blocks = [this.#jobs, this.#presentations, this.#counters];
    return [this.#head, ...blocks.flatMap(({ texts }) => texts)];
  }

  #blocks<List extends RecordList>(
    list: List,
    options: Omit<BlockOptions<SnapshotParts[List][number]>, 'toText'>,
  ): JsonBlocks<SnapshotParts[List][number]> {
    return new JsonBlocks({
      ...options,
      toText: (records) =>
        recordsLine(this.#id, list, records, (record) => this.#deckhand.service.redactor.value(record)),
    });
  }
}
