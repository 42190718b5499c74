/**
 * The places the interface leaves open: for each a name, the sections that are silent, the question, and where the
 * document says what the stand-in assumes. What is learnt, reported, overlaid and compared goes by this one table.
 */
import { problems } from '../generated/problems.js';
import { routes, type OperationId } from '../generated/routes.js';

export interface Place {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  /** What the stand-in does unless it is told otherwise, where that is one word. */
  readonly assumed?: string;
  /** The members on the way to the document's node; none where the document has no place for it. */
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

/** Where a success's status code is assumed. */
export const assumedStatuses = routes.flatMap(
  ({ operationId, method, path, responses, successStatus, sources }) =>
    responses[String(successStatus)]?.statusAssumed
      ? [{ operationId, status: successStatus, at: ['paths', path, method.toLowerCase()], sources }]
      : [],
);

/** Bodies that are not shown, by the operation that answers them. */
export const openBodies: Partial<Record<OperationId, string>> = {
  listTemplates: 'TemplateList',
  createPresentation: 'CreatedPresentation',
  updatePresentation: 'UpdatedPresentation',
  sendGenerationMessage: 'MessageAccepted',
};

/** Bodies that are shown, and may have further fields. */
export const shownBodies = [
  'Presentation',
  'GenerationAccepted',
  'JobGenerating',
  'JobAwaitingInput',
  'JobCompleted',
  'JobFailed',
  'Progress',
] as const;

export type ShownBody = (typeof shownBodies)[number];

export const requestBodies: Partial<Record<OperationId, string>> = {
  createPresentation: 'CreatePresentationRequest',
  startGeneration: 'StartGenerationRequest',
  sendGenerationMessage: 'GenerationMessageRequest',
  updatePresentation: 'UpdatePresentationRequest',
};

/** The refusals that can be told apart on the wire, by the code that the stand-in gives them. */
export const refusals = {
  missing_key: ['5', 'What does a request without a key get?'],
  unknown_key: ['5', 'What does a key get that no workspace has?'],
  unknown_presentation: ['4.2', 'What does a presentation get that there is not?'],
  unknown_generation: ['4.5', 'What does a job get that there is not?'],
  unknown_path: ['4', 'What does a path get that no operation has?'],
  method_not_allowed: ['4', 'What does a method get that a path does not take?'],
  malformed_json: ['4', 'What does a body get that is no JSON?'],
  invalid_body: ['4', 'What does a body get that is not as it has to be?'],
  unsupported_media_type: ['4', 'What does a body get that is not announced as JSON?'],
  content_too_large: ['8', 'What does a body get that is too large?'],
  generation_finished: ['4.6', 'What does a message to a finished job get?'],
  rate_limited: ['7', 'What does the refusal of a request over the rate look like?'],
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
      `Status of a success of ${operationTexts[operationId]}`,
      {
        assumed: String(status),
        at: [...at, 'responses'],
      },
    ),
  ),
  ...Object.entries(openBodies).map(([operation, schema]) =>
    place(`body/${operation}`, sectionsOf(operation), `Body of a success of ${operationTexts[operation]}`, {
      at: schemaAt(schema),
    }),
  ),
  place('body/section', ['2.1'], 'An entry of a presentation’s sections', { at: schemaAt('Section') }),
  ...shownBodies.map((schema) =>
    place(`more/${schema}`, ['2.1', '2.2'], `Further fields of ${schema}`, { at: schemaAt(schema) }),
  ),
  place('more/embedded', ['2.2'], 'Further fields of the presentation in a completed job’s view', {
    at: [...schemaAt('JobCompleted'), 'properties', 'presentation'],
  }),
  place('null-for-absent', ['2.2'], 'Fields of a view that are null where they could be absent'),
  place('timestamp', ['2.1'], 'How timestamps are written', {
    assumed: '3 digits of a second, Z',
    at: schemaAt('Timestamp'),
  }),
  place('url', ['1', '2.1'], 'Whether a presentation’s url is absolute', { assumed: 'absolute' }),
  place('media-type', ['4'], 'Content type of successes', { assumed: 'application/json' }),
  ...Object.entries(refusals).map(([code, [section, title]]) =>
    place(`refusal/${code}`, [section, '7'], title, {
      assumed: String(problems[code as RefusalCode].status),
    }),
  ),
  place('refusal/foreign', ['5', '7'], 'What does a thing of another workspace get?', { assumed: '404' }),
  place('refusal/other', ['7'], 'Other refusals and faults'),
  place('body/refusal', ['7'], 'Body of a refusal', { at: schemaAt('Problem') }),
  place('header/request-id', ['7'], 'Header that names a request', {
    assumed: 'x-request-id',
    at: headerAt('RequestId'),
  }),
  place('header/retry-after', ['7', '8'], 'Retry-After with 429', {
    assumed: 'seconds',
    at: headerAt('RetryAfter'),
  }),
  place('header/location', ['4.3', '4.4'], 'Location of what was made', {
    assumed: 'path',
    at: headerAt('Location'),
  }),
  place('header/allow', ['4'], 'Allow with 405', { assumed: 'present', at: headerAt('Allow') }),
  place('header/rate', ['8'], 'Headers that speak of the rate'),
  ...Object.entries(requestBodies).map(([operation, schema]) =>
    place(`request/${operation}`, sectionsOf(operation), `Bodies that ${operationTexts[operation]} takes`, {
      at: schemaAt(schema),
    }),
  ),
  place('refused-bodies', ['4.3', '4.4', '4.6', '4.7'], 'Bodies that are refused'),
  place('progress-figures', ['2.2'], 'What slides_total and slides_completed count', {
    assumed: 'whole, 0 or more',
    at: schemaAt('Progress'),
  }),
  place('tokens-figures', ['2.2'], 'What tokens_used counts', {
    assumed: 'whole',
    at: schemaAt('TokensUsed'),
  }),
  place('tokens-shown', ['2.2'], 'Where tokens_used is shown'),
  place('lengths', ['8'], 'The longest texts that were taken', { at: ['x-limits'] }),
  place('first-view', ['3'], 'State of a job at its first poll'),
  place('transitions', ['3'], 'Moves of a job between two polls'),
  place('after-a-reply', ['3', '4.6'], 'What follows a reply that was taken'),
  place('messages-by-state', ['3', '4.6'], 'Messages, by the state of the job'),
  place('finished-jobs', ['3'], 'Polls of a job that was seen to end'),
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
