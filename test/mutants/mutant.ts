/** A mutant: the reference service with one spec violation. */
import type { Operation } from '../reference-service/routes.js';
import type { ServiceHooks } from '../reference-service/hooks.js';

/** What a run needs to reach the violation: a job with a question, a failed job, a second key, the rate limit. */
export type RunPrerequisite = 'question' | 'two-questions' | 'failure' | 'other-key' | 'rate-limit';

export interface Mutant {
  readonly id: string;
  /** The violation, stated as a fact. */
  readonly title: string;
  /** The sections of the spec that it violates. */
  readonly sections: readonly string[];
  readonly needs?: readonly RunPrerequisite[];
  /** `warn`: the spec gives no exact limit, so the judge only warns. Default: it fails. */
  readonly detectedAs?: 'warn';
  readonly hooks: ServiceHooks;
}

/** The section that describes each operation. */
export const sectionOf: Readonly<Record<Operation, string>> = {
  listTemplates: '4.1',
  getPresentation: '4.2',
  createPresentation: '4.3',
  startGeneration: '4.4',
  getGenerationStatus: '4.5',
  sendGenerationMessage: '4.6',
  updatePresentation: '4.7',
};

/** Each operation as in the ids of mutants, and in their titles. */
export const nameOf: Readonly<Record<Operation, readonly [id: string, title: string]>> = {
  listTemplates: ['templates', 'Listing templates'],
  getPresentation: ['fetch', 'Fetching a presentation'],
  createPresentation: ['create', 'Creating a presentation'],
  startGeneration: ['start', 'Starting a job'],
  getGenerationStatus: ['poll', 'Polling a job'],
  sendGenerationMessage: ['message', 'Sending a message'],
  updatePresentation: ['patch', 'Updating a presentation'],
};
