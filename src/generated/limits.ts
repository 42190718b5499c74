// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

/** Deckhand's limits where the spec has none: lengths in characters, times in seconds, sizes in bytes. */
export const limits = {
  prompt_max_length: 8000,
  message_max_length: 4000,
  title_max_length: 200,
  slides_max: 500,
  generation_timeout_seconds: 600,
  body_max_bytes: 262144,
} as const;
