/** The texts that jobs of different prompts share. Another text may quote a customer, and says nothing about other jobs. */
import type { JobPace } from './job-pace.js';

/** A service has few step texts of its own. */
const MAX_TEXTS = 30;

export type SharedTexts = ReadonlySet<string>;

/** @param textsOf the texts of a job */
export function sharedTexts(
  jobs: readonly JobPace[],
  textsOf: (job: JobPace) => readonly string[],
): SharedTexts {
  const prompts = new Map<string, Set<string>>();
  for (const job of jobs)
    for (const text of textsOf(job)) {
      if (text !== '') prompts.set(text, (prompts.get(text) ?? new Set()).add(job.prompt));
    }
  const often = [...prompts]
    .filter(([, own]) => own.size > 1)
    .sort(([, one], [, two]) => two.size - one.size);
  return new Set(often.slice(0, MAX_TEXTS).map(([text]) => text));
}
