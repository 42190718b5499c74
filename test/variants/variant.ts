/** A conforming variant: other behavior that the spec allows. */
import type { ServiceHooks } from '../reference-service/hooks.js';

/** Unspecified topics. Two variants of one topic exclude each other. */
export const unspecifiedTopics = [
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

export type UnspecifiedTopic = (typeof unspecifiedTopics)[number];

export interface ConformingVariant {
  readonly id: string;
  /** The choice, stated as a fact. */
  readonly title: string;
  /** The questions that it settles. Two liberties with a common question exclude each other. */
  readonly decides: readonly UnspecifiedTopic[];
  /** Ids of rules that this choice leaves without evidence. `*` matches any characters. */
  readonly notCovered?: readonly string[];
  readonly hooks: ServiceHooks;
}

/** Answers to one open question: for each the end of its id, the choice as a fact, its variation, and the rules it leaves unreached. */
export function createVariants(
  question: UnspecifiedTopic,
  choices: readonly (readonly [
    id: string,
    title: string,
    apply: ServiceHooks,
    unreached?: readonly string[],
  ])[],
): readonly ConformingVariant[] {
  return choices.map(([id, title, apply, unreached = []]) => ({
    id: `${question.replace(/[ _]/g, '-')}-${id}`,
    title,
    decides: [question],
    notCovered: unreached,
    hooks: apply,
  }));
}
