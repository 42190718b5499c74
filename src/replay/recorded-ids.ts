/** The recorded ids of a call, with the placeholders of scenarios for them. */
import { fieldOf } from '../base/json.js';
import { headerOf } from '../journal/exchange.js';
import type { OperationId } from '../generated/routes.js';
import type { IdPlaceholders } from './anonymise.js';
import type { Call } from './call.js';

/** Operations whose response is a presentation. */
const OF_PRESENTATIONS: readonly OperationId[] = [
  'getPresentation',
  'updatePresentation',
  'createPresentation',
];

interface KnownIds {
  readonly id: string | undefined;
  readonly presentationId: string | undefined;
}

/** @param job the job that the call is about */
export function idsOf(job: KnownIds | undefined, call?: Call): IdPlaceholders {
  const isAboutDeck = call !== undefined && OF_PRESENTATIONS.includes(call.operation);
  const started = call && startedId(call);
  const deck = isAboutDeck ? (deckIdOf(call) ?? call.id) : job?.presentationId;
  const requestId = call && headerOf(call.exchange.response?.headers ?? [], 'x-request-id');
  return [
    ...pair(started ?? job?.id, '{generation_id}'),
    ...pair(deck, isAboutDeck ? '{id}' : '{presentation_id}'),
    // A short id would match other texts.
    ...pair(requestId !== undefined && requestId.length >= 8 ? requestId : undefined, '{request_id}'),
  ];
}

/** The id of the job that a call starts. */
export function startedId({ operation, response }: Call): string | undefined {
  const id =
    operation === 'startGeneration' && response.kind === 'json'
      ? fieldOf(response.value, 'generation_id')
      : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The id of the presentation in a response. */
export function deckIdOf({ response }: Call): string | undefined {
  const id = response.kind === 'json' ? fieldOf(response.value, 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

function pair(id: string | undefined, placeholder: string): IdPlaceholders {
  return id === undefined || id === '' ? [] : [[id, placeholder]];
}
