/** Writes a recorded response as the `answer` of a fault: the status, `Retry-After`, and the body with placeholders. */
import type { FaultAnswer } from '../generated/control-api.js';
import { problems } from '../generated/problems.js';
import type { Anonymiser, TextKind } from './anonymiser.js';
import { fieldOf, isObject } from '../base/json.js';
import type { RecordedResponse } from './recorded-response.js';

type WholeResponse = Exclude<RecordedResponse, { kind: 'broken' }>;

/** @param id the recorded id of the job, for which the body gets `{generation_id}` */
export function faultAnswer(response: WholeResponse, id: string | undefined, names: Anonymiser): FaultAnswer {
  const { status, mediaType, retryAfter } = response;
  const seconds = retryAfter === undefined ? undefined : /^\d{1,9}$/.exec(retryAfter)?.[0];
  const isJson = mediaType === undefined || /^application\/([\w.-]+\+)?json$/.test(mediaType);
  const headers = {
    ...(retryAfter !== undefined && seconds === undefined && { 'Retry-After': retryAfter }),
    ...(!isJson && response.kind === 'text' && { 'Content-Type': mediaType }),
  };
  const body = bodyOf(response, id, names);
  return {
    status,
    ...(seconds !== undefined && { retry_after: `${seconds}s` }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  };
}

function bodyOf(response: WholeResponse, id: string | undefined, names: Anonymiser): unknown {
  switch (response.kind) {
    case 'json':
      return isDefaultProblem(response.value, response.status)
        ? undefined
        : anonymised(response.value, id, names);
    case 'text':
      return names.text('Text', response.text);
    case 'empty':
    case 'missing':
      return undefined;
  }
}

/** Whether the body is the problem that Deckhand sends with this status by default. */
function isDefaultProblem(value: unknown, status: number): boolean {
  const code = fieldOf(value, 'code');
  if (typeof code !== 'string' || !Object.hasOwn(problems, code)) return false;
  const { title } = problems[code as keyof typeof problems];
  return fieldOf(value, 'type') === 'about:blank' && fieldOf(value, 'title') === title && status >= 400;
}

/** Fields whose values are code words, such as `status: failed`. They reveal nothing. */
const CODE_FIELDS = new Set(['status', 'code', 'type', 'error_code', 'layout']);
const CODE_WORD = /^[a-z][a-z_.:/-]{0,60}$/i;
const KINDS: Readonly<Record<string, TextKind>> = {
  message: 'Question',
  error: 'Error',
  current_step: 'Step',
  title: 'Title',
};

/** A value of the same shape, with placeholders for its texts. */
function anonymised(value: unknown, id: string | undefined, names: Anonymiser, name = ''): unknown {
  if (typeof value === 'string') {
    if (id !== undefined && value === id) return '{generation_id}';
    if (CODE_FIELDS.has(name) && CODE_WORD.test(value)) return value;
    const withoutId = id === undefined ? value : value.replaceAll(id, '{generation_id}');
    return names.text(KINDS[name] ?? 'Text', withoutId);
  }
  if (Array.isArray(value)) return value.map((item) => anonymised(item, id, names, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, anonymised(item, id, names, field)]),
  );
}
