/** An answer as a scenario gives it: status, when to come back, and the body with its texts anonymised. */
import type { FaultAnswer } from '../generated/control-api.js';
import { problems } from '../generated/problems.js';
import { fieldOf, isObject, type Answer } from './answer.js';
import type { Anonymiser, TextKind } from './anonymiser.js';

type Whole = Exclude<Answer, { kind: 'broken' }>;

/** @param id the job's, which another job has in its place when this is played */
export function tellAnswer(answer: Whole, id: string | undefined, names: Anonymiser): FaultAnswer {
  const { status, mediaType, retryAfter } = answer;
  const seconds = retryAfter === undefined ? undefined : /^\d{1,9}$/.exec(retryAfter)?.[0];
  const isPlain = mediaType === undefined || /^application\/([\w.-]+\+)?json$/.test(mediaType);
  const headers = {
    ...(retryAfter !== undefined && seconds === undefined && { 'Retry-After': retryAfter }),
    ...(!isPlain && answer.kind === 'text' && { 'Content-Type': mediaType }),
  };
  const body = bodyOf(answer, id, names);
  return {
    status,
    ...(seconds !== undefined && { retry_after: `${seconds}s` }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  };
}

function bodyOf(answer: Whole, id: string | undefined, names: Anonymiser): unknown {
  switch (answer.kind) {
    case 'json':
      return isOwnProblem(answer.value, answer.status) ? undefined : tellValue(answer.value, id, names);
    case 'text':
      return names.text('Text', answer.text);
    case 'empty':
    case 'missing':
      return undefined;
  }
}

/** Whether it is the problem that the stand-in answers this status with when nothing else is said. */
function isOwnProblem(value: unknown, status: number): boolean {
  const code = fieldOf(value, 'code');
  if (typeof code !== 'string' || !Object.hasOwn(problems, code)) return false;
  const { title } = problems[code as keyof typeof problems];
  return fieldOf(value, 'type') === 'about:blank' && fieldOf(value, 'title') === title && status >= 400;
}

/** Fields whose texts are words of the interface, or as good as that. */
const WORDS = new Set(['status', 'code', 'type', 'error_code', 'layout']);
const WORD = /^[a-z][a-z_.:/-]{0,60}$/i;
const KINDS: Readonly<Record<string, TextKind>> = {
  message: 'Question',
  error: 'Error',
  current_step: 'Step',
  title: 'Title',
};

/** A value of the same shape, without what it says. */
export function tellValue(value: unknown, id: string | undefined, names: Anonymiser, name = ''): unknown {
  if (typeof value === 'string') {
    if (id !== undefined && value === id) return '{generation_id}';
    if (WORDS.has(name) && WORD.test(value)) return value;
    const own = id === undefined ? value : value.replaceAll(id, '{generation_id}');
    return names.text(KINDS[name] ?? 'Text', own);
  }
  if (Array.isArray(value)) return value.map((item) => tellValue(item, id, names, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, tellValue(item, id, names, field)]),
  );
}
