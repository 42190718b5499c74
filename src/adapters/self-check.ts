/** Holds the stand-in to its own contract: every answer that no scenario broke on purpose must match the full profile. */
import { routes } from '../generated/routes.js';
import { validate } from '../generated/validate-full.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import type { Answer } from '../service/api.js';

const ROUTES = new Map(routes.map((route) => [route.operationId as string, route]));

/** What is wrong with an answer, in a line; `undefined` when nothing is, or when the scenario meant it. */
export function selfCheck(answer: Answer, library: ScenarioLibrary): string | undefined {
  const { notes, status, body, delivery } = answer;
  const timeline = notes.scenario === undefined ? undefined : library.get(notes.scenario);
  if (delivery?.connection !== undefined || (timeline?.violates.length ?? 0) > 0 || body === '')
    return undefined;

  const responses = ROUTES.get(notes.operationId ?? '')?.responses;
  const schema = (responses?.[String(status)] ?? responses?.['default'])?.schema ?? 'Problem';
  const faults = validate(schema, JSON.parse(body));
  if (faults.length === 0) return undefined;
  const list = faults.map(({ pointer, expected }) => `${pointer || 'the body'} ${expected}`).join('; ');
  return `${notes.operationId ?? 'no operation'} answered ${status} with a body that is no ${schema}: ${list}`;
}
