/**
 * What has to be known of the whole journal to judge a part of it: that an operation ever worked, with which key and header,
 * which workspaces a key opens, and what was changed meanwhile. Each is shown by a few calls, which are kept.
 */
import type { OperationId } from '../../generated/routes.js';
import { fieldOf } from '../trace/answer.js';
import { isKeyed, type Call } from '../trace/call.js';
import type { Credential } from '../trace/credential.js';
import { nameOfPresentation, united, type Group, type Span } from './group.js';

/** More than this nobody needs to know: a journal of thousands of keys is judged by what the first ones show. */
const MOST_WITNESSES = 300;
const MOST_CHANGES = 2000;
/** As many lists of templates before a refused one as show whether it hit a limit. */
const LISTS_BEFORE = 8;

/** What a success with one header may be followed by, a refusal with the other, hangs on both sides of it. */
const quotas: ReadonlySet<OperationId> = new Set([
  'startGeneration',
  'createPresentation',
  'sendGenerationMessage',
]);

interface Change {
  readonly call: Call;
  /** The name of what it is about. */
  readonly name: string;
}

export class Witnesses {
  readonly #first = new Map<string, Group>();
  readonly #last = new Map<string, Group>();
  readonly #lists: Group[] = [];
  readonly #met = new Map<OperationId, WeakSet<Credential>>();
  #changes: Change[] = [];
  #firstChange: Call | undefined;
  /** The one that had ended before all others. */
  #firstEnded: Call | undefined;

  /**
   * Every PATCH that may have changed what is still to be judged, but those that are known. The very first one tells that there
   * was any; when it is all that is left of those before, it must not be taken for the latest, and so is shown without its
   * presentation.
   */
  changesBeside(known: ReadonlySet<Call>): readonly Call[] {
    const first = this.#firstChange;
    const changes = this.#changes.map(({ call }) => call).filter((call) => !known.has(call));
    if (!first || first === this.#changes[0]?.call || known.has(first)) return changes;
    return [{ ...first, id: '' }, ...changes];
  }

  /**
   * Those of them that lie in one of these spans of time, or are about a thing that fits: no other can have changed what was
   * seen in them. Beside them one that tells since when there were any.
   */
  changesDuring(
    spans: readonly Span[],
    known: ReadonlySet<Call>,
    fits: (name: string) => boolean,
  ): readonly Call[] {
    const first = this.#firstEnded;
    const apart = united(spans);
    const changes: Call[] = [];
    for (const { call, name } of this.#changes) {
      const { startedAt, endedAt } = call.exchange;
      const isDuring = apart.some(({ from, to }) => startedAt <= to && endedAt >= from);
      if (!known.has(call) && (isDuring || fits(name))) changes.push(call);
    }
    return first ? [{ ...first, id: '' }, ...changes] : changes;
  }

  /** Every group that shows something for the rest. */
  get groups(): ReadonlySet<Group> {
    return new Set([...this.#first.values(), ...this.#last.values(), ...this.#lists]);
  }

  see(call: Call, group: Group): void {
    if (call.operation === 'updatePresentation') this.#seeChange(call);
    if (call.operation === 'listTemplates') this.#seeList(call, group);
    if (!call.ok || !isKeyed(call)) return;
    const isQuota = quotas.has(call.operation);
    if (isQuota || !this.#isMet(call)) {
      const name = `${call.operation} ${call.by.via} ${call.by.key ?? ''}`;
      this.#keep(name, group);
      if (isQuota) this.#replace(name, group);
    }
    const workspace = workspaceOf(call);
    if (workspace !== undefined) this.#keep(`workspace ${call.by.key ?? ''} ${workspace}`, group);
  }

  /** Two groups turned out to be one. */
  merged(one: Group, into: Group): void {
    for (const kept of [this.#first, this.#last])
      for (const [name, group] of kept) if (group === one) kept.set(name, into);
  }

  /** Changes that ended before this moment are no more needed. */
  forgetBefore(time: number): void {
    this.#changes = this.#changes.filter(({ call }) => call.exchange.endedAt >= time).slice(-MOST_CHANGES);
  }

  #seeChange(call: Call): void {
    this.#firstChange ??= call;
    if (!this.#firstEnded || call.exchange.endedAt < this.#firstEnded.exchange.endedAt)
      this.#firstEnded = call;
    this.#changes.push({ call, name: nameOfPresentation(call.id) });
    // A deck that is renamed for ever.
    if (this.#changes.length > 2 * MOST_CHANGES) this.forgetBefore(-Infinity);
  }

  #seeList(call: Call, group: Group): void {
    if (!isKeyed(call)) return;
    if (call.refused || call.status >= 500) for (const before of this.#lists) before.isRemarkable = true;
    this.#lists.push(group);
    if (this.#lists.length > LISTS_BEFORE) this.#lists.shift();
  }

  /** Whether the operation was met with this very key before. */
  #isMet({ operation, by }: Call): boolean {
    const met = this.#met.get(operation) ?? new WeakSet<Credential>();
    this.#met.set(operation, met);
    if (met.has(by)) return true;
    met.add(by);
    return false;
  }

  #keep(name: string, group: Group): void {
    if (!this.#first.has(name) && this.#first.size < MOST_WITNESSES) this.#first.set(name, group);
  }

  #replace(name: string, group: Group): void {
    if (this.#last.has(name) || this.#last.size < MOST_WITNESSES) this.#last.set(name, group);
  }
}

/** The workspace that a presentation in the answer names. */
function workspaceOf(call: Call): string | undefined {
  if (call.answer.kind !== 'json') return undefined;
  const { value } = call.answer;
  const holder =
    call.operation === 'getPresentation'
      ? value
      : call.operation === 'getGenerationStatus'
        ? fieldOf(value, 'presentation')
        : undefined;
  const id = fieldOf(holder, 'workspace_id');
  return typeof id === 'string' ? id : undefined;
}
