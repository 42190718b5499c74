/**
 * The choices that the interface leaves open ("not shown") and that change the behaviour of a service. Choices about
 * the look of a response use the `answer` and `wire` hooks instead.
 */
import type { RateLimit } from './rate-limit.js';

export interface ServiceConfig {
  /** The identifier of the nth record of its kind. */
  readonly id: (kind: 'presentation' | 'generation', ordinal: number) => string;
  /** Whether two workspaces can have records with the same identifier, each its own. */
  readonly idsAreUnique: 'in the service' | 'in a workspace';
  /** The title of the presentation for a prompt. */
  readonly title: (prompt: string) => string;
  /** Status codes of refusals (section 7: not shown). `foreign`: it exists, and belongs to another workspace. */
  readonly refusals: Record<
    'missingKey' | 'wrongKey' | 'unknown' | 'foreign' | 'invalid' | 'finished',
    number
  >;
  /** The required fields of a start (4.4: not shown). */
  readonly startNeeds: { readonly prompt: boolean; readonly template: boolean };
  /** The field of POST /presentations that names the template (4.3: not shown). */
  readonly templateField: string;
  /** The field of a message with the text (4.6: not shown). */
  readonly replyField: string;
  /** The response to a message without a question (4.6: not shown). An accepted one changes nothing. */
  readonly unsolicitedMessages: Record<'generating' | 'finished', 'taken' | 'refused'>;
  /** The fields that PATCH changes (4.7: only the title is shown). */
  readonly patchable: readonly string[];
  /** Whether PATCH changes `updated_at`. */
  readonly renameMovesUpdatedAt: boolean;
  /** Whether the presentation in a status view follows later renames, or stays as at completion. */
  readonly jobPresentation: 'current' | 'snapshot';
  /** Jobs advance by one state with every poll, or by one state in this number of milliseconds. */
  readonly jobProgress: 'by-poll' | { readonly stageMs: number };
  /** Section 5.4: calls with a key of a workspace without API access. */
  readonly keyWithoutAccess: 'refused' | 'accepted';
  /** Section 8: a policy that the service can apply. */
  readonly rateLimit: RateLimit | undefined;
}

export const DEFAULT_CONFIG: ServiceConfig = {
  id: (kind, ordinal) =>
    `${kind === 'presentation' ? 'deck' : 'job'}-${(ordinal * 7919).toString(36).padStart(5, '0')}`,
  idsAreUnique: 'in the service',
  title: (prompt) => prompt,
  refusals: { missingKey: 401, wrongKey: 401, unknown: 404, foreign: 404, invalid: 400, finished: 409 },
  startNeeds: { prompt: true, template: false },
  templateField: 'template_id',
  replyField: 'message',
  unsolicitedMessages: { generating: 'taken', finished: 'refused' },
  patchable: ['title'],
  renameMovesUpdatedAt: true,
  jobPresentation: 'current',
  jobProgress: 'by-poll',
  keyWithoutAccess: 'refused',
  rateLimit: undefined,
};
