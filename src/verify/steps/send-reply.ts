/** Sends the reply to a question: in a text and with a key header that no other reply had. Sections 3, 4.6 and 5.1. */
import type { Call } from '../../judge/model/call.js';
import { formatStatus } from '../../judge/model/format-result.js';
import { otherKeyHeader, type KeyHeader } from '../api-keys.js';
import { replyBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import { isKeyRejection, isLost, mayRejectText } from '../response-kinds.js';
import { poll } from './poll.js';
import type { Question, SentReply } from './question.js';

export const PLAIN_REPLY = 'City officials who plan public transport.';
/** Long, with quotes and letters beyond ASCII. Questions get it once another one has got an accepted reply. */
const RICH_REPLY = `City officials – "Häfen" & 港 \u{1F6A2} – who plan public transport. ${'They know ships, ports and batteries well. '.repeat(6).trim()}`;

export interface ReplyResult {
  readonly replies: readonly SentReply[];
  /** Whether the job asked no longer when a failed reply was followed by a poll. */
  readonly hasAdvanced: boolean;
}

/** Replies to the question of a job that the other key started. Its text shows whose reply a job of the first key got. */
export async function sendReplyAsOther(requester: Requester, { job }: Question): Promise<ReplyResult> {
  const text = '[deckhand check] a reply of the other workspace';
  const body = replyBody(requester.settings, text);
  const call = await requester.call({ operation: 'sendGenerationMessage', id: job, by: 'other', body });
  const via = call.credential.header === 'bearer' ? 'bearer' : 'x-api-key';
  const reply = { text, isAccepted: call.isSuccess, via, at: requester.now() } as const;
  const hasAdvanced = !reply.isAccepted && !(await isAsking(requester, job, 'other'));
  return { replies: [reply], hasAdvanced };
}

/**
 * @param accepted the accepted replies to all questions of the run
 * @returns the replies that were sent: the last one is accepted, or all are rejected
 */
export async function sendReply(
  requester: Requester,
  question: Question,
  accepted: readonly SentReply[],
): Promise<ReplyResult> {
  const sent: SentReply[] = [];
  for (const { text, via } of replyAttempts(question, accepted)) {
    const call = await sendText(requester, question.job, text, via);
    if (!call) return { replies: sent, hasAdvanced: true };
    const reply = {
      text,
      isAccepted: call.isSuccess,
      via: call.credential.header === 'bearer' ? 'bearer' : 'x-api-key',
      at: requester.now(),
    } as const;
    sent.push(reply);
    if (reply.isAccepted) return { replies: sent, hasAdvanced: false };
    // A reply may have an effect although it gets an error.
    if (!(await isAsking(requester, question.job))) return { replies: sent, hasAdvanced: true };
    if (mayRejectText(call) && text !== PLAIN_REPLY) continue;
    requester.note(`the target accepted no reply (${formatStatus(call)}); use --reply-body to set the body`);
    break;
  }
  return { replies: sent, hasAdvanced: false };
}

/**
 * The first accepted reply of the run is plain, because only then a rich one that has no effect shows something. A reply that had
 * no effect is sent once more, so that no chance explains it, and then in plain text.
 */
function replyAttempts(
  { replies }: Question,
  accepted: readonly SentReply[],
): readonly { readonly text: string; readonly via: KeyHeader }[] {
  const own = replies.filter(({ isAccepted }) => isAccepted);
  const last = own.at(-1);
  const via = otherKeyHeader(last?.via ?? accepted.at(-1)?.via ?? 'x-api-key');
  const plain = { text: PLAIN_REPLY, via };
  if (last?.text === RICH_REPLY && own.length === 1) return [{ text: RICH_REPLY, via: last.via }, plain];
  return own.length > 0 || accepted.length === 0 ? [plain] : [{ text: RICH_REPLY, via }, plain];
}

/**
 * Sends it again with the other header if the key is rejected, or if the response is lost.
 * @returns `undefined` if the job no longer asks
 */
async function sendText(
  requester: Requester,
  id: string,
  text: string,
  via: KeyHeader,
): Promise<Call | undefined> {
  const send = (header: KeyHeader): Promise<Call> =>
    requester.call({
      operation: 'sendGenerationMessage',
      id,
      via: header,
      body: replyBody(requester.settings, text),
    });
  const call = await send(via);
  if (!isKeyRejection(call) && !isLost(call)) return call;
  if (!(await isAsking(requester, id))) return undefined;
  return send(isLost(call) ? via : otherKeyHeader(via));
}

async function isAsking(requester: Requester, id: string, by: 'key' | 'other' = 'key'): Promise<boolean> {
  return (await poll(requester, id, { by })).status === 'awaiting_input';
}
