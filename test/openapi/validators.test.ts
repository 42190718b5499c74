import { describe, expect, it } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { validate as documented } from '../../src/generated/validate-documented.js';
import { validate as full } from '../../src/generated/validate-full.js';
import type { SchemaError } from '../../src/base/json-schema.js';
import type { ValidatedSchema } from '../../src/generated/validated-schema.js';
import { example, examples } from './examples.js';

const pointers = (errors: SchemaError[]) => errors.map(({ pointer }) => pointer);

describe('both profiles', () => {
  it.each(examples)('accept the example $name of $schema', ({ schema, value }) => {
    expect(full(schema, value)).toEqual([]);
    expect(documented(schema, value)).toEqual([]);
  });

  it.each([full, documented])('list the four statuses for an unknown status', (validate) => {
    const detail = 'must be one of generating, awaiting_input, completed, failed';
    expect(validate('JobView', { generation_id: 'gen_1', status: 'done' })).toEqual([
      { pointer: '/status', keyword: 'enum', detail },
    ]);
    expect(validate('JobView', { generation_id: 'gen_1' })).toEqual([
      { pointer: '/status', keyword: 'required', detail: `is required and ${detail}` },
    ]);
  });
});

describe('the documented profile', () => {
  it('accepts any error body, template list, new presentation and message response', () => {
    for (const value of [null, 5, 'oops', [], {}, { error: { code: 3 } }]) {
      for (const schema of [
        'Problem',
        'TemplateList',
        'Template',
        'CreatedPresentation',
        'MessageAccepted',
      ] as const) {
        expect(documented(schema, value)).toEqual([]);
      }
    }
  });

  it('accepts any section, and unknown fields everywhere', () => {
    const presentation = { ...example('Presentation'), sections: [5, { text: 'x' }], theme: 'dark' };
    expect(documented('Presentation', presentation)).toEqual([]);
    const view = { ...example('JobView', 'completed'), presentation, cost: 3 };
    expect(documented('JobView', view)).toEqual([]);
  });

  it('accepts fractions of tokens, and rejects 0', () => {
    const view = example('JobView', 'generating');
    expect(documented('JobView', { ...view, tokens_used: 3.5 })).toEqual([]);
    expect(documented('JobView', { ...view, tokens_used: 0 })).toEqual([
      { pointer: '/tokens_used', keyword: 'exclusiveMinimum', detail: 'must be more than 0' },
    ]);
  });

  it('accepts every notation of UTC with milliseconds, and rejects times without milliseconds', () => {
    const presentation = example('Presentation');
    const at = (created_at: unknown) => pointers(documented('Presentation', { ...presentation, created_at }));
    for (const time of [
      '2026-01-15T09:30:12.000Z',
      '2026-01-15T09:30:12.000123Z',
      '2026-01-15T09:30:12.000+00:00',
    ]) {
      expect(at(time)).toEqual([]);
    }
    for (const time of [
      '2026-01-15T09:30:12Z',
      '2026-01-15T09:30:12.000+01:00',
      '2026-01-15',
      1768469412000,
    ]) {
      expect(at(time)).toEqual(['/created_at']);
    }
  });

  it('accepts requests without a prompt or title, of any length', () => {
    expect(documented('StartGenerationRequest', {})).toEqual([]);
    expect(documented('StartGenerationRequest', { prompt: 'x'.repeat(1e5) })).toEqual([]);
    expect(documented('UpdatePresentationRequest', { is_public: true })).toEqual([]);
    expect(pointers(documented('StartGenerationRequest', { prompt: 5 }))).toEqual(['/prompt']);
  });

  it('accepts everything that the full profile accepts', () => {
    const anything = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.infiniteStream(anything),
        fc.nat(),
        ({ schema, value }, other, where) => {
          const changed = withChange(value, where, other.next().value);
          if (full(schema, changed).length === 0) expect(documented(schema, changed)).toEqual([]);
        },
      ),
      cases(500),
    );
  });
});

/** A copy with one part replaced. */
function withChange(value: unknown, where: number, by: unknown): unknown {
  const parts: { holder: Record<string, unknown>; key: string }[] = [];
  const holder = structuredClone({ value });
  const visit = (object: object) => {
    for (const [key, inner] of Object.entries(object)) {
      parts.push({ holder: object as Record<string, unknown>, key });
      if (typeof inner === 'object' && inner !== null) visit(inner);
    }
  };
  visit(holder);
  const part = parts[where % parts.length];
  if (part) part.holder[part.key] = by;
  return holder.value;
}

describe('the full profile', () => {
  it('rejects unknown fields in responses at any depth', () => {
    const view = example('JobView', 'completed');
    const presentation = { ...(view['presentation'] as object), theme: 'dark' };
    expect(pointers(full('JobView', { ...view, presentation, progress: {} }))).toEqual([
      '/progress',
      '/presentation/theme',
    ]);
    expect(pointers(full('MessageAccepted', { ...example('MessageAccepted'), more: 1 }))).toEqual(['/more']);
    expect(pointers(full('Problem', { ...example('Problem'), hint: 'x' }))).toEqual(['/hint']);
    expect(full('TemplateList', { templates: [], next_page: 2 })).toEqual([
      expect.objectContaining({ detail: 'is not a known field; known fields are templates' }),
    ]);
  });

  it('accepts unknown fields in the one request that the spec leaves open', () => {
    expect(full('StartGenerationRequest', { prompt: 'x', tone: 'dry' })).toEqual([]);
    expect(pointers(full('UpdatePresentationRequest', { title: 'x', is_public: true }))).toEqual([
      '/is_public',
    ]);
  });

  it('enforces the choices of Deckhand', () => {
    expect(pointers(full('JobView', { ...example('JobView', 'generating'), tokens_used: 3.5 }))).toEqual([
      '/tokens_used',
    ]);
    expect(pointers(full('Problem', {}))).toHaveLength(6);
  });

  it('accepts a prompt of at most 8000 characters, in any plane of Unicode', () => {
    expect(full('StartGenerationRequest', { prompt: '🛶'.repeat(8000) })).toEqual([]);
    expect(full('StartGenerationRequest', { prompt: 'x'.repeat(8001) })).toEqual([
      { pointer: '/prompt', keyword: 'maxLength', detail: 'must have at most 8000 characters' },
    ]);
  });
});

describe('every validator', () => {
  const everySchema = [...new Set(examples.map(({ schema }) => schema))];

  it('accepts any value without an exception', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everySchema),
        fc.anything({ withNullPrototype: true }),
        (schema, value) => {
          for (const error of [...full(schema, value), ...documented(schema, value)]) {
            expect(error).toEqual({
              pointer: expect.stringMatching(/^(\/|$)/),
              keyword: expect.any(String),
              detail: expect.stringMatching(/^(must|is) /),
            });
          }
        },
      ),
      cases(500),
    );
  });

  it('ignores prototypes', () => {
    const value: unknown = JSON.parse('{"__proto__": {"message": "x"}, "constructor": 1}');
    expect(pointers(full('GenerationMessageRequest', value))).toEqual([
      '/message',
      '/__proto__',
      '/constructor',
    ]);
    const status: unknown = JSON.parse('{"status": "__proto__"}');
    expect(pointers(full('JobView', status))).toEqual(['/status']);
  });

  it('accepts only known schema names', () => {
    // @ts-expect-error -- an unknown schema
    expect(() => full('Nothing', {})).toThrow('Nothing');
    expect(full('Progress' satisfies ValidatedSchema, {})).toHaveLength(3);
  });
});
