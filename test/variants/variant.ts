/** A conforming variant: other behavior that the spec allows. */
import type { ServiceHooks } from '../reference-service/hooks.js';

/** Unspecified topics. Two variants of one topic exclude each other. */
export const unspecifiedTopics = [
  'charset',
  'concurrent changes',
  'conditional requests',
  'job lifecycle',
  'create response',
  'create request',
  'embedded presentation',
  'encoding',
  'error body',
  'extra fields',
  'field order',
  'framing',
  'header extras',
  'id forms',
  'ids',
  'transient errors',
  'is_public',
  'json text',
  'key forms',
  'latency',
  'media type',
  'media types',
  'message response',
  'message request',
  'null for missing',
  'speed',
  'other methods',
  'other paths',
  'patch response',
  'patch request',
  'poll status code',
  'progress',
  'quota',
  'redirects',
  'error status codes',
  'replicas',
  'retention',
  'sections',
  'start response',
  'start request',
  'templates',
  'timestamps',
  'title',
  'title letters',
  'tokens',
  'unsolicited messages',
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
  /** The unspecified topics that it decides. Two variants of one topic exclude each other. */
  readonly decides: readonly UnspecifiedTopic[];
  /**
   * The rules that may warn about it, alone or combined: they recommend something else, or a downgrade says
   * why it is not certain.
   */
  readonly warns?: readonly string[];
  readonly hooks: ServiceHooks;
}

/** The suffix of the id, the title, the hooks, and the rules that may warn. */
export type VariantRow = readonly [
  id: string,
  title: string,
  hooks: ServiceHooks,
  ...warns: readonly string[],
];

/** Variants of one topic. */
export function createVariants(
  topic: UnspecifiedTopic,
  choices: readonly VariantRow[],
): readonly ConformingVariant[] {
  return choices.map(([id, title, hooks, ...warns]) => ({
    id: `${topic.replace(/[ _]/g, '-')}-${id}`,
    title,
    decides: [topic],
    warns,
    hooks,
  }));
}
