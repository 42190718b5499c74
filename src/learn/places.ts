/**
 * The places of the interface: details that it leaves open and every service decides, such as a status or the shape of a body.
 * Learning, reports, overlays and drift checks all use this table.
 */
import { problems } from '../generated/problems.js';
import { routes, type OperationId } from '../generated/routes.js';

export interface Place {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  /** What Deckhand does by default, if a short text can say it. */
  readonly assumed?: string;
  /** The path of the node in the OpenAPI document; undefined when the document has no such node. */
  readonly at?: readonly string[];
}

const schemaAt = (name: string) => ['components', 'schemas', name];
const headerAt = (name: string) => ['components', 'headers', name];

const place = (id: string, sections: readonly string[], title: string, more: Partial<Place> = {}): Place => ({
  id,
  sections,
  title,
  ...more,
});

/** Operations with an undocumented success status. */
export const assumedStatuses = routes.flatMap(
  ({ operationId, method, path, responses, successStatus, sources }) =>
    responses[String(successStatus)]?.statusAssumed
      ? [{ operationId, status: successStatus, at: ['paths', path, method.toLowerCase()], sources }]
      : [],
);

/** The schemas of undocumented success bodies, by operation. */
export const openBodies: Partial<Record<OperationId, string>> = {
  listTemplates: 'TemplateList',
  createPresentation: 'CreatedPresentation',
  updatePresentation: 'UpdatedPresentation',
  sendGenerationMessage: 'MessageAccepted',
};

/** The schemas of documented bodies. A service can send more fields. */
export const documentedBodies = [
  'Presentation',
  'GenerationAccepted',
  'JobGenerating',
  'JobAwaitingInput',
  'JobCompleted',
  'JobFailed',
  'Progress',
] as const;

export type DocumentedBody = (typeof documentedBodies)[number];

export const requestBodies: Partial<Record<OperationId, string>> = {
  createPresentation: 'CreatePresentationRequest',
  startGeneration: 'StartGenerationRequest',
  sendGenerationMessage: 'GenerationMessageRequest',
  updatePresentation: 'UpdatePresentationRequest',
};

/** The kinds of error response that traffic can show, by Deckhand's problem code: section and title. */
export const refusals = {
  missing_key: ['5', 'Response to a request without a key'],
  unknown_key: ['5', 'Response to an unknown key'],
  unknown_presentation: ['4.2', 'Response to an unknown presentation'],
  unknown_generation: ['4.5', 'Response to an unknown job'],
  unknown_path: ['4', 'Response to an unknown path'],
  method_not_allowed: ['4', 'Response to a method that the path does not support'],
  malformed_json: ['4', 'Response to a body that is not JSON'],
  invalid_body: ['4', 'Response to an invalid body'],
  unsupported_media_type: ['4', 'Response to a body with another content type than JSON'],
  content_too_large: ['8', 'Response to a body that is too large'],
  generation_finished: ['4.6', 'Response to a message for a finished job'],
  rate_limited: ['7', 'Response to a request above the rate limit'],
} as const satisfies Partial<Record<keyof typeof problems, readonly [string, string]>>;

export type RefusalCode = keyof typeof refusals;

const operationTexts = Object.fromEntries(
  routes.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
);

export const places: readonly Place[] = [
  ...assumedStatuses.map(({ operationId, status, at }) =>
    place(
      `status/${operationId}`,
      sectionsOf(operationId),
      `Success status of ${operationTexts[operationId]}`,
      {
        assumed: String(status),
        at: [...at, 'responses'],
      },
    ),
  ),
  ...Object.entries(openBodies).map(([operation, schema]) =>
    place(`body/${operation}`, sectionsOf(operation), `Success body of ${operationTexts[operation]}`, {
      at: schemaAt(schema),
    }),
  ),
  place('body/section', ['2.1'], 'Entry of the sections of a presentation', { at: schemaAt('Section') }),
  ...documentedBodies.map((schema) =>
    place(`more/${schema}`, ['2.1', '2.2'], `More fields of ${schema}`, { at: schemaAt(schema) }),
  ),
  place('more/embedded', ['2.2'], 'More fields of the presentation in a status view', {
    at: [...schemaAt('JobCompleted'), 'properties', 'presentation'],
  }),
  place('null-for-absent', ['2.2'], 'Fields of a status view that are null instead of absent'),
  place('timestamp', ['2.1'], 'Format of timestamps', {
    assumed: '3 digits of a second, Z',
    at: schemaAt('Timestamp'),
  }),
  place('url', ['1', '2.1'], 'Absolute or relative url of a presentation', { assumed: 'absolute' }),
  place('media-type', ['4'], 'Content type of successes', { assumed: 'application/json' }),
  ...Object.entries(refusals).map(([code, [section, title]]) =>
    place(`refusal/${code}`, [section, '7'], title, {
      assumed: String(problems[code as RefusalCode].status),
    }),
  ),
  place('refusal/foreign', ['5', '7'], 'Response to a resource of another workspace', { assumed: '404' }),
  place('refusal/other', ['7'], 'Other error responses'),
  place('body/refusal', ['7'], 'Body of an error response', { at: schemaAt('Problem') }),
  place('header/request-id', ['7'], 'Header with the request id', {
    assumed: 'x-request-id',
    at: headerAt('RequestId'),
  }),
  place('header/retry-after', ['7', '8'], 'Retry-After with 429', {
    assumed: 'seconds',
    at: headerAt('RetryAfter'),
  }),
  place('header/location', ['4.3', '4.4'], 'Location of a new resource', {
    assumed: 'path',
    at: headerAt('Location'),
  }),
  place('header/allow', ['4'], 'Allow with 405', { assumed: 'present', at: headerAt('Allow') }),
  place('header/rate', ['8'], 'Headers about the rate limit'),
  ...Object.entries(requestBodies).map(([operation, schema]) =>
    place(
      `request/${operation}`,
      sectionsOf(operation),
      `Accepted request bodies of ${operationTexts[operation]}`,
      {
        at: schemaAt(schema),
      },
    ),
  ),
  place('refused-bodies', ['4.3', '4.4', '4.6', '4.7'], 'Rejected request bodies'),
  place('progress-figures', ['2.2'], 'Values of slides_total and slides_completed', {
    assumed: 'whole, 0 or more',
    at: schemaAt('Progress'),
  }),
  place('tokens-figures', ['2.2'], 'Values of tokens_used', {
    assumed: 'whole',
    at: schemaAt('TokensUsed'),
  }),
  place('tokens-shown', ['2.2'], 'Statuses with tokens_used'),
  place('lengths', ['8'], 'Longest accepted strings', { at: ['x-limits'] }),
  place('first-view', ['3'], 'Status of a job at its first poll'),
  place('transitions', ['3'], 'Changes of status between two polls'),
  place('after-a-reply', ['3', '4.6'], 'Status after an accepted reply'),
  place('messages-by-state', ['3', '4.6'], 'Messages, by the status of the job'),
  place('finished-jobs', ['3'], 'Polls of a finished job'),
];

const byId = new Map(places.map((one) => [one.id, one]));

export function placeOf(id: string): Place | undefined {
  return byId.get(id);
}

function sectionsOf(operation: string): readonly string[] {
  const sources = routes.find(({ operationId }) => operationId === operation)?.sources ?? [];
  const last = sources.at(-1);
  return last === undefined ? [] : [last];
}
