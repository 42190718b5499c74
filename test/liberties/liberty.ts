/** A liberty: a choice that the interface leaves to the service, and that differs from the plain service's. */
import type { Variation } from '../mutants/plain-service/variation.js';

/** The open questions of the interface. A service has one answer to each. */
export const openQuestions = [
  'charset',
  'course of a job',
  'create answer',
  'create request',
  'embedded presentation',
  'encoding',
  'error body',
  'extra fields',
  'field order',
  'framing',
  'header extras',
  'ids',
  'interruptions',
  'is_public',
  'json text',
  'key forms',
  'latency',
  'media type',
  'message answer',
  'message request',
  'null for absent',
  'pace',
  'other methods',
  'patch answer',
  'patch request',
  'poll status code',
  'progress',
  'quota',
  'redirects',
  'refusal codes',
  'replicas',
  'retention',
  'sections',
  'start answer',
  'start request',
  'templates',
  'timestamps',
  'title',
  'tokens',
  'uncalled messages',
  'updated_at',
  'url',
  'wording',
  'workspace_id',
] as const;

export type OpenQuestion = (typeof openQuestions)[number];

export interface Liberty {
  readonly id: string;
  /** The choice, stated as a fact. */
  readonly title: string;
  /** The questions that it settles. Two liberties with a common question exclude each other. */
  readonly settles: readonly OpenQuestion[];
  /** Ids of rules that this choice leaves without evidence. `*` matches any characters. */
  readonly unreached?: readonly string[];
  readonly apply: Variation;
}

/** Answers to one open question: for each the end of its id, the choice as a fact, its variation, and the rules it leaves unreached. */
export function answersTo(
  question: OpenQuestion,
  choices: readonly (readonly [id: string, title: string, apply: Variation, unreached?: readonly string[]])[],
): readonly Liberty[] {
  return choices.map(([id, title, apply, unreached = []]) => ({
    id: `${question.replace(/[ _]/g, '-')}-${id}`,
    title,
    settles: [question],
    unreached,
    apply,
  }));
}
