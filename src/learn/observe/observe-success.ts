/** Counts what a success shows about open places: its status, headers and body, and the body of its request. */
import { headerOf } from '../../journal/exchange.js';
import { fieldOf, isObject } from '../../base/json.js';
import { mediaTypeOf, type Call } from '../../contract/index.js';
import { openBodies, requestBodies, type DocumentedBody } from '../places.js';
import { schemaOf, schemaText } from '../shape/schema.js';
import type { SamplingPolicy } from '../shape/sampling-policy.js';
import { addValue, newShape } from '../shape/shape.js';
import { documentedFields } from './documented-fields.js';
import { viewSchemaOf } from './contract-violation.js';
import type { PlaceTallies } from './place-tallies.js';

export function observeSuccess(call: Call, tallies: PlaceTallies): void {
  const { operation, received: answer, exchange } = call;
  const value = answer.kind === 'json' ? answer.value : undefined;
  const state = operation === 'getGenerationStatus' ? ` while ${String(fieldOf(value, 'status'))}` : '';
  if (operation !== 'startGeneration') tallies.add(`status/${operation}`, `${call.status}${state}`, call);
  const media = exchange.response && headerOf(exchange.response.headers, 'content-type');
  if (media !== undefined && answer.kind !== 'empty') tallies.add('media-type', media.slice(0, 100), call);
  if (openBodies[operation] !== undefined) observeOpenBody(call, tallies);
  if (operation === 'getPresentation') observePresentation('Presentation', value, call, tallies);
  if (operation === 'startGeneration') observeMore('GenerationAccepted', value, call, tallies);
  if (operation === 'getGenerationStatus') observeView(value, call, tallies);
  if (operation === 'createPresentation' || operation === 'startGeneration') observeLocation(call, tallies);
  observeRequest(call, tallies);
}

function observeOpenBody(call: Call, tallies: PlaceTallies): void {
  const { operation, received: answer, exchange } = call;
  const id = `body/${operation}`;
  if (answer.kind !== 'json') {
    const what = answer.kind === 'empty' ? 'no body' : 'a body that is too large to read';
    return tallies.add(id, what, call);
  }
  // Templates come from the service. The strings in the other bodies come from customers.
  const policy = tallies.policyFor(call, operation === 'listTemplates');
  tallies.add(id, (exchange.response && mediaTypeOf(exchange.response)) ?? 'no content type', call);
  tallies.addValue(id, answer.value, policy);
}

function observeView(value: unknown, call: Call, tallies: PlaceTallies): void {
  const schema = viewSchemaOf(value);
  if (!schema || !isObject(value)) return;
  observeMore(schema, value, call, tallies);
  const nulls = documentedFields[schema].filter((name) => value[name] === null);
  tallies.add('null-for-absent', `${nulls.join(', ') || 'none'} while ${String(value['status'])}`, call);
  const { progress, tokens_used: tokens, presentation } = value;
  if (isObject(progress)) {
    observeMore('Progress', progress, call, tallies);
    const figures = [progress['slides_total'], progress['slides_completed']].map(Number);
    const isWhole = figures.every((figure) => Number.isInteger(figure));
    const signs = figures.some((figure) => figure < 0) ? 'negative' : '0 or more';
    tallies.add('progress-figures', `${isWhole ? 'whole' : 'fractions'}, ${signs}`, call);
  }
  if (typeof tokens === 'number')
    tallies.add('tokens-figures', Number.isInteger(tokens) ? 'whole' : 'fractions', call);
  if (value['status'] === 'generating' || value['status'] === 'completed') {
    tallies.add(
      'tokens-shown',
      `${typeof tokens === 'number' ? 'shown' : 'absent'} while ${value['status']}`,
      call,
    );
  }
  if (isObject(presentation)) observePresentation('embedded', presentation, call, tallies);
}

function observePresentation(
  where: 'Presentation' | 'embedded',
  value: unknown,
  call: Call,
  tallies: PlaceTallies,
): void {
  if (!isObject(value)) return;
  observeMore(where, value, call, tallies);
  const { sections, url } = value;
  if (Array.isArray(sections)) {
    if (sections.length === 0) tallies.add('body/section', 'none: the array is empty', call);
    for (const section of sections.slice(0, maxSections)) {
      tallies.add('body/section', 'entry', call);
      tallies.addValue('body/section', section, tallies.policyFor(call, false));
    }
  }
  if (typeof url === 'string')
    tallies.add('url', /^[a-z][a-z0-9+.-]*:/i.test(url) ? 'absolute' : 'relative', call);
  for (const name of ['created_at', 'updated_at']) tallies.add('timestamp', timestampForm(value[name]), call);
}

const maxSections = 20;

function observeMore(
  where: DocumentedBody | 'embedded',
  value: unknown,
  call: Call,
  tallies: PlaceTallies,
): void {
  if (!isObject(value)) return;
  const documented = documentedFields[where === 'embedded' ? 'Presentation' : where];
  const more = Object.entries(value).filter(([name]) => !documented.includes(name));
  const names = more.slice(0, 12).map(([name]) => name.slice(0, 40));
  tallies.add(`more/${where}`, names.length === 0 ? 'none' : names.join(', '), call);
  tallies.addValue(`more/${where}`, Object.fromEntries(more), tallies.policyFor(call, false));
}

function observeLocation(call: Call, tallies: PlaceTallies): void {
  const location = headerOf(call.exchange.response?.headers ?? [], 'location');
  const form = location === undefined ? 'none' : location.startsWith('/') ? 'path' : 'absolute';
  tallies.add('header/location', `${form} with ${call.operation}`, call);
}

function observeRequest(call: Call, tallies: PlaceTallies): void {
  const { operation, sent } = call;
  if (requestBodies[operation] === undefined || sent.kind !== 'json') return;
  const id = `request/${operation}`;
  tallies.add(id, sentShape(sent.value), call);
  tallies.addValue(id, sent.value, tallies.policyFor(call, false));
  for (const field of ['prompt', 'title', 'message']) {
    const text = fieldOf(sent.value, field);
    if (typeof text === 'string') tallies.addLength(field, text.length, call);
  }
}

/** The fields of a request body and their types, on one line. */
export function sentShape(value: unknown): string {
  const shape = newShape();
  const policy: SamplingPolicy = { showsStrings: false, redact: (text) => text };
  addValue(shape, value, policy);
  return schemaText(schemaOf(shape)).slice(0, 200);
}

function timestampForm(value: unknown): string {
  const match = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(String(value));
  return match ? `${match[1]?.length ?? 0} digits of a second, ${match[2] ?? ''}` : 'otherwise';
}
