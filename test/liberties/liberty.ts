/** What a liberty is: a choice that the interface leaves to the service, made otherwise than the plain service does. */
import type { Variation } from '../mutants/plain-service/variation.js';

/** What the interface leaves open. A service has one answer to each. */
export const openQuestions = [
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
  'refusal codes',
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
  'workspace_id',
] as const;

export type OpenQuestion = (typeof openQuestions)[number];

export interface Liberty {
  readonly id: string;
  /** The choice, stated as a fact. */
  readonly title: string;
  /** The questions it answers. Two liberties that answer the same question exclude each other. */
  readonly settles: readonly OpenQuestion[];
  readonly apply: Variation;
}

/** Answers to one open question: for each the end of its id, the choice as a fact, and how it is made. */
export function answersTo(
  question: OpenQuestion,
  choices: readonly (readonly [id: string, title: string, apply: Variation])[],
): readonly Liberty[] {
  return choices.map(([id, title, apply]) => ({
    id: `${question.replace(/[ _]/g, '-')}-${id}`,
    title,
    settles: [question],
    apply,
  }));
}
