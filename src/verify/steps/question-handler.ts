/** Sends what is due at the questions of jobs: first messages that the service must reject, then the reply. Sections 3, 4.6 and 5. */
import { replyBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import type { RunPlan } from '../run-plan.js';
import { plannedFor, sendInvalidKeyRequest } from './invalid-keys.js';
import { PATH_FORM_TEXT, sendInPathForm } from './other-path-forms.js';
import { replyAsOtherWorkspace } from './other-workspace.js';
import type { Question, SentReply } from './question.js';
import type { QuestionTable } from './question-table.js';
import { sendReply, sendReplyAsOther } from './send-reply.js';
import type { SharedProgress } from './shared-progress.js';

/** What follows for the polls of the job. */
export interface QuestionOutcome {
  /** Whether the job is polled no longer: its questions do not end, or the service rejected each reply. */
  readonly ends?: 'ignored' | 'rejected';
  /** Ms to the next poll. Default: by the number of polls. */
  readonly nextInterval?: number;
  /** Whether the next poll is sent before other requests. */
  readonly isSoon?: boolean;
}

export interface QuestionHandlerInput {
  readonly requester: Requester;
  readonly plan: RunPlan;
  readonly shared: SharedProgress;
  readonly by: 'key' | 'other';
  readonly table: QuestionTable;
}

export class QuestionHandler {
  readonly #input: QuestionHandlerInput;
  /** To all questions. */
  readonly #acceptedReplies: SentReply[] = [];

  constructor(input: QuestionHandlerInput) {
    this.#input = input;
  }

  /** Does what is due after a poll that showed the question. */
  async handle(question: Question): Promise<QuestionOutcome> {
    const { requester, shared, table } = this.#input;
    const { job } = question;
    switch (table.actionFor(question, requester.now())) {
      case 'send-no-key':
        table.setProbed(job);
        // A job may be public while it waits.
        await requester.call({ operation: 'getGenerationStatus', id: job, by: 'none' });
        return this.#continue({ ...question, phase: 'no-key-sent' }, await this.#sendRejected(job, 'none'));
      case 'send-invalid-key':
        return this.#continue(
          { ...question, phase: 'invalid-key-sent' },
          await this.#sendRejected(job, 'invalid'),
        );
      case 'send-other-workspace':
        return this.#continue(
          { ...question, phase: 'other-workspace-sent' },
          await replyAsOtherWorkspace(requester, shared, job),
        );
      case 'reply':
        return this.#reply(question);
      case 'give-up':
        return { ends: 'ignored' };
      case undefined:
        return {};
    }
  }

  /** Sends messages that the service must reject, because they have no key or an invalid one. @returns whether any was sent */
  async #sendRejected(id: string, by: 'none' | 'invalid'): Promise<boolean> {
    const { requester, plan } = this.#input;
    const body = (text: string): unknown => replyBody(requester.settings, text);
    const requests = plannedFor(requester, plan, 'sendGenerationMessage', by);
    for (const request of requests)
      await sendInvalidKeyRequest(requester, { operation: 'sendGenerationMessage', id, body }, request);
    if (by === 'none' && requests.length > 0)
      await sendInPathForm(requester, {
        operation: 'sendGenerationMessage',
        id,
        body: body(PATH_FORM_TEXT),
      });
    return requests.length > 0;
  }

  /** The next poll shows whether the requests had an effect. If none were sent, what follows is due at once. */
  async #continue(question: Question, isSent: boolean): Promise<QuestionOutcome> {
    const { requester, table } = this.#input;
    table.set(question);
    if (!isSent) return this.handle(question);
    // With a request rate, the wait for the rate is long enough for an effect.
    return { nextInterval: requester.isPaced ? 0 : requester.settings.pollInterval };
  }

  async #reply(question: Question): Promise<QuestionOutcome> {
    const { requester, by, table } = this.#input;
    const { replies, hasAdvanced } = await (by === 'key'
      ? sendReply(requester, question, this.#acceptedReplies)
      : sendReplyAsOther(requester, question));
    const isAccepted = replies.at(-1)?.isAccepted === true;
    const all = [...question.replies, ...replies];
    this.#acceptedReplies.push(...replies.filter((reply) => reply.isAccepted));
    if (!isAccepted && !hasAdvanced) {
      table.set({ ...question, phase: 'rejected', replies: all });
      return { ends: 'rejected' };
    }
    table.set({ ...question, phase: 'replied', replies: all, pollsAfterReply: 0 });
    return isAccepted && by === 'key' ? { isSoon: true, nextInterval: 0 } : {};
  }
}
