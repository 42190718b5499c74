/** Writes a recorded response as the `answer` of a fault: the status, the headers that clients act on, and the body. */
import type { FaultAnswer } from '../generated/control-api.js';
import { problems } from '../generated/problems.js';
import { fieldOf } from '../base/json.js';
import { anonymised, type IdPlaceholders } from './anonymise.js';
import type { Anonymiser } from './anonymiser.js';
import type { RecordedResponse } from './recorded-response.js';

type WholeResponse = Exclude<RecordedResponse, { kind: 'broken' }>;

/** @param isVerbatim whether the body is written even if it looks like the one that Deckhand sends by default */
export function faultAnswer(
  response: WholeResponse,
  ids: IdPlaceholders,
  names: Anonymiser,
  isVerbatim = false,
): FaultAnswer {
  const { status, mediaType, retryAfter, acted } = response;
  const seconds = retryAfter === undefined ? undefined : /^\d{1,9}$/.exec(retryAfter)?.[0];
  const isDefault = !isVerbatim && response.kind === 'json' && isDefaultProblem(response.value, status);
  const body = isDefault ? undefined : bodyOf(response, ids, names);
  const isPlain =
    mediaType === undefined || mediaType === 'application/json' || body === undefined || body === '';
  const headers: Record<string, string> = {
    ...(retryAfter !== undefined && seconds === undefined && { 'Retry-After': retryAfter }),
    ...(!isPlain && { 'Content-Type': mediaType }),
  };
  for (const [name, value] of acted) headers[name] = String(anonymised(value, ids, names, 'header'));
  return {
    status,
    ...(seconds !== undefined && { retry_after: `${seconds}s` }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  };
}

function bodyOf(response: WholeResponse, ids: IdPlaceholders, names: Anonymiser): unknown {
  switch (response.kind) {
    case 'json':
      return anonymised(response.value, ids, names);
    case 'text':
      return names.text('Text', response.text);
    case 'empty':
      return '';
    case 'missing':
      return undefined;
  }
}

/** Whether the body has the form of the problem that Deckhand sends with this status by default. */
function isDefaultProblem(value: unknown, status: number): boolean {
  const code = fieldOf(value, 'code');
  if (typeof code !== 'string' || !Object.hasOwn(problems, code)) return false;
  const { title } = problems[code as keyof typeof problems];
  return fieldOf(value, 'type') === 'about:blank' && fieldOf(value, 'title') === title && status >= 400;
}
