/** What a success shows of the places the interface leaves open: its status, headers and body, and what was sent for it. */
import { headerOf } from '../../journal/exchange.js';
import { fieldOf, isObject, mediaTypeOf, type Call } from '../../contract/index.js';
import { openBodies, requestBodies, type ShownBody } from '../places.js';
import { schemaOf, schemaText } from '../shape/schema.js';
import type { Look } from '../shape/look.js';
import { newShape, see } from '../shape/shape.js';
import { shownFields } from './shown-fields.js';
import { viewSchemaOf } from './broken-promise.js';
import type { Notes } from './notes.js';

export function observeSuccess(call: Call, notes: Notes): void {
  const { operation, answer, exchange } = call;
  const value = answer.kind === 'json' ? answer.value : undefined;
  const state = operation === 'getGenerationStatus' ? ` while ${String(fieldOf(value, 'status'))}` : '';
  if (operation !== 'startGeneration') notes.add(`status/${operation}`, `${call.status}${state}`, call);
  const media = exchange.response && headerOf(exchange.response.headers, 'content-type');
  if (media !== undefined && answer.kind !== 'empty') notes.add('media-type', media.slice(0, 100), call);
  if (openBodies[operation] !== undefined) observeOpenBody(call, notes);
  if (operation === 'getPresentation') observePresentation('Presentation', value, call, notes);
  if (operation === 'startGeneration') observeMore('GenerationAccepted', value, call, notes);
  if (operation === 'getGenerationStatus') observeView(value, call, notes);
  if (operation === 'createPresentation' || operation === 'startGeneration') observeLocation(call, notes);
  observeRequest(call, notes);
}

function observeOpenBody(call: Call, notes: Notes): void {
  const { operation, answer, exchange } = call;
  const id = `body/${operation}`;
  if (answer.kind !== 'json') {
    const what = answer.kind === 'empty' ? 'no body' : 'a body that is too large to read';
    return notes.add(id, what, call);
  }
  // A list holds what the service offers; the other bodies hold what customers wrote.
  const look = notes.lookOf(call, operation === 'listTemplates');
  notes.add(id, (exchange.response && mediaTypeOf(exchange.response)) ?? 'no content type', call);
  notes.look(id, answer.value, look, call);
}

function observeView(value: unknown, call: Call, notes: Notes): void {
  const schema = viewSchemaOf(value);
  if (!schema || !isObject(value)) return;
  observeMore(schema, value, call, notes);
  const nulls = shownFields[schema].filter((name) => value[name] === null);
  notes.add('null-for-absent', `${nulls.join(', ') || 'none'} while ${String(value['status'])}`, call);
  const { progress, tokens_used: tokens, presentation } = value;
  if (isObject(progress)) {
    observeMore('Progress', progress, call, notes);
    const figures = [progress['slides_total'], progress['slides_completed']].map(Number);
    const isWhole = figures.every((figure) => Number.isInteger(figure));
    const signs = figures.some((figure) => figure < 0) ? 'negative' : '0 or more';
    notes.add('progress-figures', `${isWhole ? 'whole' : 'fractions'}, ${signs}`, call);
  }
  if (typeof tokens === 'number')
    notes.add('tokens-figures', Number.isInteger(tokens) ? 'whole' : 'fractions', call);
  if (value['status'] === 'generating' || value['status'] === 'completed') {
    notes.add(
      'tokens-shown',
      `${typeof tokens === 'number' ? 'shown' : 'absent'} while ${value['status']}`,
      call,
    );
  }
  if (isObject(presentation)) observePresentation('embedded', presentation, call, notes);
}

function observePresentation(
  where: 'Presentation' | 'embedded',
  value: unknown,
  call: Call,
  notes: Notes,
): void {
  if (!isObject(value)) return;
  observeMore(where, value, call, notes);
  const { sections, url } = value;
  if (Array.isArray(sections)) {
    if (sections.length === 0) notes.add('body/section', 'none: the array is empty', call);
    for (const section of sections.slice(0, mostSections)) {
      notes.add('body/section', 'entry', call);
      notes.look('body/section', section, notes.lookOf(call, false), call);
    }
  }
  if (typeof url === 'string')
    notes.add('url', /^[a-z][a-z0-9+.-]*:/i.test(url) ? 'absolute' : 'relative', call);
  for (const name of ['created_at', 'updated_at']) notes.add('timestamp', timestampForm(value[name]), call);
}

const mostSections = 20;

function observeMore(where: ShownBody | 'embedded', value: unknown, call: Call, notes: Notes): void {
  if (!isObject(value)) return;
  const shown = shownFields[where === 'embedded' ? 'Presentation' : where];
  const more = Object.entries(value).filter(([name]) => !shown.includes(name));
  const names = more.slice(0, 12).map(([name]) => name.slice(0, 40));
  notes.add(`more/${where}`, names.length === 0 ? 'none' : names.join(', '), call);
  notes.look(`more/${where}`, Object.fromEntries(more), notes.lookOf(call, false), call);
}

function observeLocation(call: Call, notes: Notes): void {
  const location = headerOf(call.exchange.response?.headers ?? [], 'location');
  const form = location === undefined ? 'none' : location.startsWith('/') ? 'path' : 'absolute';
  notes.add('header/location', `${form} with ${call.operation}`, call);
}

function observeRequest(call: Call, notes: Notes): void {
  const { operation, sent } = call;
  if (requestBodies[operation] === undefined || sent.kind !== 'json') return;
  const id = `request/${operation}`;
  notes.add(id, sentShape(sent.value), call);
  notes.look(id, sent.value, notes.lookOf(call, false), call);
  for (const field of ['prompt', 'title', 'message']) {
    const text = fieldOf(sent.value, field);
    if (typeof text === 'string') notes.longest(field, text.length, call);
  }
}

/** The fields that were sent, and their kinds. */
export function sentShape(value: unknown): string {
  const shape = newShape();
  const look: Look = { texts: false, redact: (text) => text };
  see(shape, value, look);
  return schemaText(schemaOf(shape)).slice(0, 200);
}

function timestampForm(value: unknown): string {
  const match = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(String(value));
  return match ? `${match[1]?.length ?? 0} digits of a second, ${match[2] ?? ''}` : 'otherwise';
}
