/** Renames presentations and fetches them: knows which title the service accepted last, and which one a fetch showed. Section 4.7. */
import { getField } from '../../base/json.js';
import { getJson } from '../../judge/model/body.js';
import type { Call } from '../../judge/model/call.js';
import { isStoredForm } from '../../judge/rules/checks/compare-titles.js';
import type { KeyHeader } from '../api-keys.js';
import type { Requester } from '../requester.js';
import { isBodyRejection } from '../response-kinds.js';
import { titlesFor } from '../test-payloads.js';
import type { KnownPresentation } from './run-results.js';

export class TitleEditor {
  readonly #requester: Requester;
  /** The title in the last fetch of a presentation, unless a PATCH followed. */
  readonly #fetched = new Map<string, unknown>();
  /** The title of the last rename, if the service accepted it. */
  readonly #accepted = new Map<string, string>();

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  async fetch({ id }: KnownPresentation): Promise<Call> {
    const call = await this.#requester.call({ operation: 'getPresentation', id });
    if (call.isSuccess) this.#fetched.set(id, getField(getJson(call.responseBody), 'title'));
    return call;
  }

  /** Fetches it, and once more after the consistency window if the title is not the last accepted one. */
  async fetchConsistent(presentation: KnownPresentation): Promise<void> {
    const call = await this.fetch(presentation);
    const title = this.#accepted.get(presentation.id);
    const actual = this.#fetched.get(presentation.id);
    if (!call.isSuccess || title === undefined) return;
    if (typeof actual === 'string' && isStoredForm(title, actual)) return;
    await this.#requester.waitForConsistency();
    await this.fetch(presentation);
  }

  patch({ id }: KnownPresentation, via: KeyHeader, body: unknown): Promise<Call> {
    this.#fetched.delete(id);
    return this.#requester.call({ operation: 'updatePresentation', id, via, body });
  }

  /** Tries titles until the service accepts one. */
  async rename(presentation: KnownPresentation, via: KeyHeader): Promise<void> {
    this.#accepted.delete(presentation.id);
    for (const title of titlesFor[presentation.job === undefined ? 'created' : 'generated']) {
      const call = await this.patch(presentation, via, { title });
      if (call.isSuccess) return void this.#accepted.set(presentation.id, title);
      // A firewall may reject markup with 403.
      if (call.status === 404 || !(isBodyRejection(call) || call.status === 403)) return;
    }
  }

  /** Renames it to its former title. */
  async restore(presentation: KnownPresentation): Promise<void> {
    const { isSuccess } = await this.patch(presentation, 'x-api-key', { title: presentation.title });
    if (isSuccess) this.#accepted.set(presentation.id, presentation.title);
    else this.#accepted.delete(presentation.id);
  }

  /** Has the run restore the title at its end, unless the last fetch shows it. Call it before the first change. */
  restoreAtEnd(presentation: KnownPresentation): void {
    const isRestored = () => this.#fetched.get(presentation.id) === presentation.title;
    restoreTitleAtEnd(this.#requester, presentation, isRestored);
  }
}

/** @param isRestored whether the run knows that the title is there, so that it need not be fetched */
export function restoreTitleAtEnd(
  requester: Requester,
  { id, title }: Pick<KnownPresentation, 'id' | 'title'>,
  isRestored = () => false,
): void {
  const isUndo = true;
  requester.undos.push({
    name: `the title of presentation ${id}`,
    run: async () => {
      if (isRestored()) return true;
      const { isSuccess, responseBody } = await requester.call({ operation: 'getPresentation', id, isUndo });
      // What cannot be read was not renamed, or is gone.
      if (!isSuccess || responseBody.kind !== 'json' || getField(responseBody.value, 'title') === title)
        return true;
      const spec = { operation: 'updatePresentation', id, via: 'bearer', body: { title }, isUndo } as const;
      return (await requester.call(spec)).isSuccess;
    },
  });
}
