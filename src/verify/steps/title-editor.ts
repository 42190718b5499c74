/** Renames presentations and fetches them: knows which title the service accepted last, and which one a fetch showed. Section 4.7. */
import { getField } from '../../base/json.js';
import { getHeader, type HeaderPairs } from '../../journal/exchange.js';
import { getJson } from '../../judge/model/body.js';
import type { Call } from '../../judge/model/call.js';
import { isStoredForm } from '../../judge/rules/checks/compare-titles.js';
import type { KeyHeader } from '../api-keys.js';
import type { Requester } from '../requester.js';
import { isBodyRejection } from '../response-kinds.js';
import { titlesFor } from '../test-payloads.js';
import { waitForAll } from '../wait-for-all.js';
import type { KnownPresentation } from './run-results.js';

/** What a response had to ask later whether it still holds. */
interface Validators {
  readonly conditions: HeaderPairs;
  readonly title: unknown;
}

export class TitleEditor {
  readonly #requester: Requester;
  /** The title in the last fetch of a presentation, unless a PATCH followed. */
  readonly #fetched = new Map<string, unknown>();
  /** The title of the last rename, if the service accepted it. */
  readonly #accepted = new Map<string, string>();
  /** Of the first fetch of a presentation that had any. */
  readonly #validators = new Map<string, Validators>();
  readonly #public = new Set<string>();

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  async fetch({ id }: KnownPresentation): Promise<Call> {
    const call = await this.#requester.call({ operation: 'getPresentation', id });
    if (call.isSuccess) this.#record(id, call);
    return call;
  }

  #record(id: string, { responseBody, exchange }: Call): void {
    const body = getJson(responseBody);
    const title = getField(body, 'title');
    this.#fetched.set(id, title);
    if (getField(body, 'is_public') === true) this.#public.add(id);
    const conditions = toConditions(exchange.response?.headers ?? []);
    if (conditions.length > 0 && !this.#validators.has(id)) this.#validators.set(id, { conditions, title });
  }

  /** Whether a fetch showed that everybody can view it. */
  isPublic({ id }: KnownPresentation): boolean {
    return this.#public.has(id);
  }

  /** Asks for the presentation only if it is another one than in the first fetch. Sent if it has another title since. Section 4.2. */
  async fetchIfModified({ id }: KnownPresentation): Promise<void> {
    const validators = this.#validators.get(id);
    if (!validators || validators.title === this.#fetched.get(id)) return;
    const { conditions } = validators;
    await this.#requester.call({ operation: 'getPresentation', id, conditions, isOnce: true });
  }

  /** Sends two renames at the same instant, with one header each. */
  async renameTwice(presentation: KnownPresentation, [one, two]: readonly [string, string]): Promise<void> {
    const send = (via: KeyHeader, title: string) => this.patch(presentation, via, { title });
    await waitForAll([send('bearer', one), send('x-api-key', two)]);
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
      const call = await requester.call({ operation: 'getPresentation', id, isUndo });
      const { status, isSuccess, responseBody } = call;
      // It may still have the title of the run.
      if (status === 0 || status === 429 || status >= 500) return false;
      // What cannot be read was not renamed, or is gone.
      if (!isSuccess || responseBody.kind !== 'json' || getField(responseBody.value, 'title') === title)
        return true;
      const spec = { operation: 'updatePresentation', id, via: 'bearer', body: { title }, isUndo } as const;
      return (await requester.call(spec)).isSuccess;
    },
  });
}

/** The headers of a conditional request for a response with these headers. */
function toConditions(headers: HeaderPairs): HeaderPairs {
  const etag = getHeader(headers, 'etag');
  const lastModified = getHeader(headers, 'last-modified');
  return [
    ...(etag === undefined ? [] : [['if-none-match', etag] as const]),
    ...(lastModified === undefined ? [] : [['if-modified-since', lastModified] as const]),
  ];
}
