/** Rules about the texts of a workspace: titles, prompts and replies. Sections 4 and 5. */
import { getField, isObject } from '../../base/json.js';
import { getJson } from '../model/body.js';
import { endedBefore, hasValidKey, isFromVerify, type Call } from '../model/call.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { NO_OTHER_WORKSPACE_KEY } from './not-covered.js';
import { findTextInBody } from './checks/find-text.js';
import { leaksResource } from './checks/rejected-request-effects.js';
import { createRule, violation } from './create-rule.js';

/** Characters. A shorter text may also be one of the service. */
const MIN_TEXT_LENGTH = 16;

/** A service may truncate a text. */
const MAX_COMPARED_LENGTH = 80;

/** A text that a request with a valid key contained. */
interface SentText {
  readonly text: string;
  readonly call: Call;
}

export const textIsolationRules: readonly Rule[] = [
  createRule({
    id: 'isolation/texts-stay-in-workspace',
    sections: ['1', '4', '5'],
    title: 'A response contains no title, prompt or reply of another workspace',
    interpretation:
      'verify only. Also the body of an error. Texts that the reader sent itself do not count, nor a presentation that another rule reports.',
    select: (trace) => trace.calls.filter((call) => mayLeak(call, trace)),
    notCovered: NO_OTHER_WORKSPACE_KEY,
    check: checkTexts,
  }),
];

/** The response of a key of another workspace, or of no valid key. Other rules report resources of another workspace. */
function mayLeak(call: Call, trace: Trace): boolean {
  const { credential, exchange, isSuccess, status } = call;
  if (status === 0 || exchange.response?.body === undefined || credential.variant !== undefined) return false;
  if (!hasValidKey(call)) return !isSuccess;
  return isFromVerify(call) && getSentTexts(trace).some((sent) => isOfOtherWorkspace(sent, call, trace));
}

const isOfOtherWorkspace = (sent: SentText, { credential }: Call, { workspaces }: Trace): boolean =>
  sent.call.credential.key !== credential.key &&
  workspaces.areDifferent(sent.call.credential.key ?? '', credential.key ?? '');

function checkTexts(call: Call, trace: Trace): Finding | undefined {
  if ((call.isSuccess && isOfForeignResource(call, trace)) || leaksResource(call)) return undefined;
  const hasKey = hasValidKey(call);
  for (const sent of getSentTexts(trace)) {
    if (!endedBefore(sent.call, call) || (hasKey && !isOfOtherWorkspace(sent, call, trace))) continue;
    if (isSentByReader(sent.text, call, trace)) continue;
    const match = findTextInBody(call, sent.text);
    if (!match) continue;
    const reader = hasKey ? 'a key of another workspace' : 'no valid key';
    return violation(`the response to a request with ${reader} contains a text of the workspace`, {
      ...{ expected: description('no text of the workspace'), actual: sent.text, path: match.path, call },
      about: sent.call,
    });
  }
  return undefined;
}

/** Whether the request is about a presentation or job of another key, or about a public presentation. */
function isOfForeignResource({ operation, id, credential, responseBody }: Call, trace: Trace): boolean {
  // The spec does not say who can read a public presentation.
  if (getField(getJson(responseBody), 'is_public') === true) return true;
  const isAboutJob = operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';
  const owner = (isAboutJob ? trace.getJob(id) : trace.getPresentation(id))?.owner;
  return id !== '' && owner !== undefined && owner !== credential.key;
}

const getReader = (call: Call): string => (hasValidKey(call) ? (call.credential.key ?? '') : '');

/** All bodies that each key has sent, or all requests without a valid key together. */
const getBodiesByReader = memoizeByTrace(({ calls }) => {
  const bodies = new Map<string, string>();
  for (const call of calls) {
    const texts = getTexts(call).join('\n');
    if (texts !== '') bodies.set(getReader(call), `${bodies.get(getReader(call)) ?? ''}\n${texts}`);
  }
  return bodies;
});

const isSentByReader = (text: string, call: Call, trace: Trace): boolean =>
  getBodiesByReader(trace).get(getReader(call))?.includes(text) === true;

/** The strings in the body of a request. */
function getTexts({ requestBody }: Call): readonly string[] {
  const body = getJson(requestBody);
  return isObject(body) ? Object.values(body).filter((value) => typeof value === 'string') : [];
}

/**
 * The texts that valid keys of a run have sent, each once. Ids have no spaces. A text that a response contained before comes from
 * the service.
 */
const getSentTexts = memoizeByTrace((trace): readonly SentText[] => {
  const texts = trace.calls
    .filter((call) => hasValidKey(call) && isFromVerify(call) && !isOfForeignResource(call, trace))
    .flatMap((call) => getTexts(call).map((text) => ({ text: text.slice(0, MAX_COMPARED_LENGTH), call })))
    .filter(({ text }) => text.trim().length >= MIN_TEXT_LENGTH && text.includes(' '));
  const firsts = new Map(
    texts.toReversed().map((sent) => [`${sent.call.credential.key}\n${sent.text}`, sent]),
  );
  return [...firsts.values()].filter(
    ({ text, call }) => !trace.calls.some((other) => endedBefore(other, call) && findTextInBody(other, text)),
  );
});
