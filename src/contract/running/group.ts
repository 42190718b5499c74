/** Calls that are about the same things, a job and its presentation: what one of them shows can bear on another. */
import { fieldOf } from '../trace/answer.js';
import { isKeyed, type Call } from '../trace/call.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { isTerminal, knownStatus, startedId } from '../trace/job.js';

/** From the beginning of the first call to the end of the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export class Group {
  readonly calls: Call[] = [];
  /** How many characters its calls hold, about. */
  characters = 0;
  /** The things it is about. Without any, it is one call by itself. */
  readonly names = new Set<string>();
  /** The place of its last call among all that came. */
  lastOf = 0;
  /** Whether its job goes on, as far as was seen. */
  isUnderWay = false;
  /** Whether what comes later may change what is said of it: it is kept until the end. */
  isRemarkable = false;
  /** Whether there was more of it before, which has been judged: a refusal may hang on that, and shows nothing by itself. */
  isResumed = false;

  add(call: Call): void {
    this.calls.push(call);
    this.characters += sizeOf(call);
    const state = call.operation === 'startGeneration' && call.ok ? 'generating' : stateIn(call);
    if (state !== undefined) this.isUnderWay = !isTerminal(state);
    this.isRemarkable ||= isRemarkable(call) || call.by.key !== this.calls[0]?.by.key;
  }

  /** Lets go of all calls but these, which are its own. */
  keepOnly(calls: Iterable<Call>): void {
    this.calls.splice(0, this.calls.length, ...calls);
    this.characters = this.calls.reduce((sum, call) => sum + sizeOf(call), 0);
  }

  absorb(other: Group): void {
    this.calls.push(...other.calls);
    this.characters += other.characters;
    this.lastOf = Math.max(this.lastOf, other.lastOf);
    this.isUnderWay ||= other.isUnderWay;
    for (const name of other.names) this.names.add(name);
    this.isResumed ||= other.isResumed;
    this.isRemarkable ||= other.isRemarkable || other.calls[0]?.by.key !== this.calls[0]?.by.key;
  }
}

/** How many characters a call holds, about. */
export const sizeOf = ({ exchange: { request, response } }: Call): number =>
  1000 + (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);

export function spanOf(calls: Iterable<Call>): Span {
  let [from, to] = [Infinity, -Infinity];
  for (const { exchange } of calls) {
    from = Math.min(from, exchange.startedAt);
    to = Math.max(to, exchange.endedAt);
  }
  return { from, to };
}

/** Spans that touch are one. */
export function united(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((one, two) => one.from - two.from)) {
    const last = apart.at(-1);
    if (last && span.from <= last.to)
      apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else apart.push(span);
  }
  return apart;
}

/** The things that a call is about. */
export function namesOf(call: Call): readonly string[] {
  switch (call.operation) {
    case 'startGeneration': {
      const id = call.ok ? startedId(call) : undefined;
      return id === undefined ? [] : [`job ${id}`];
    }
    case 'getGenerationStatus': {
      const view = call.ok && call.answer.kind === 'json' ? call.answer.value : undefined;
      const id = fieldOf(fieldOf(view, 'presentation'), 'id');
      return typeof id === 'string' ? [`job ${call.id}`, nameOfPresentation(id)] : [`job ${call.id}`];
    }
    case 'sendGenerationMessage':
      return [`job ${call.id}`];
    case 'getPresentation':
    case 'updatePresentation':
      return [nameOfPresentation(call.id)];
    case 'listTemplates':
    case 'createPresentation':
      return [];
  }
}

/** The state that a poll was shown. */
export function stateIn(call: Call): JobStatus | undefined {
  const isPoll = call.operation === 'getGenerationStatus' && call.ok && call.answer.kind === 'json';
  return isPoll ? knownStatus(fieldOf(call.answer.value, 'status')) : undefined;
}

export const nameOfPresentation = (id: string): string => `presentation ${id}`;

/** Whether the verdict on it hangs on how other requests fare: refusals, redirections, and what came without a good key. */
function isRemarkable(call: Call): boolean {
  const { status } = call;
  return (
    !isKeyed(call) || call.refused || status === 501 || (status >= 300 && status < 400 && status !== 304)
  );
}
