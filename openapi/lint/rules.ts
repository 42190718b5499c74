/** Lints the two documents: Redocly's rules, and our own for provenance, examples and extension tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { DOCUMENT_FILES, toList, readDocuments, type OpenApiDocument } from '../document.js';
import { lintLifecycle, lintOperationIds, lintProblemCodes, type LintFinding } from './consistency.js';

const operation = '/paths/[^/]+/(get|put|post|patch|delete|head|options|trace)';

/** The kinds of parts that need a source, and the pointers to them. */
const SOURCED_KINDS: readonly [kind: string, pointer: RegExp][] = [
  ['operation', new RegExp(`^${operation}$`)],
  ['request body', new RegExp(`^${operation}/requestBody$`)],
  ['response', new RegExp(`^(${operation}|/components)/responses/[^/]+$`)],
  ['header', new RegExp(`^((${operation}|/components)/responses/[^/]+|/components)/headers/[^/]+$`)],
  ['parameter', /^(\/paths\/[^/]+(\/\w+)?|\/components)\/parameters\/[^/]+$/],
  ['security scheme', /^\/components\/securitySchemes\/[^/]+$/],
  ['schema', /^\/components\/schemas\/[^/]+$|\/(headers|parameters|content)\/[^/]+\/schema$/],
  ['property', /\/properties\/[^/]+$/],
];

export function formatFinding({ file, pointer, actual, expected }: LintFinding): string {
  return `${file}: ${pointer || '/'}: ${actual}, expected ${expected}`;
}

export async function lintDocuments(root: string): Promise<LintFinding[]> {
  const documents = await readDocuments(root);
  const checked = Object.values(DOCUMENT_FILES).map((file) =>
    lintWithRedocly(file, readFileSync(join(root, file), 'utf8')),
  );
  const { presentation } = documents;
  return [
    ...(await Promise.all(checked)).flat(),
    ...lintProvenance(presentation),
    ...lintExamples(presentation),
    ...lintProblemCodes(presentation),
    ...lintLifecycle(presentation),
    ...lintOperationIds(documents),
  ];
}

/** Redocly's rules also validate examples against their schemas. */
export async function lintWithRedocly(file: string, text: string): Promise<LintFinding[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: text, absoluteRef: file, config });
  return problems.map(({ ruleId, message, location }) => ({
    file,
    pointer: (location[0]?.pointer ?? '').replace(/^#/, ''),
    actual: message
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace(/\.$/, ''),
    expected: `no violation of the rule ${ruleId}`,
  }));
}

/**
 * Every part has its source: sections of the spec in x-source or x-guidance, or reasons in x-assumed. A reference needs
 * none, because its target has one.
 */
export function lintProvenance(presentation: OpenApiDocument): LintFinding[] {
  const known = Object.keys(presentation['x-spec-sections'] ?? {});
  return visitObjects(presentation, (object, at) => {
    const findings: Omit<LintFinding, 'file'>[] = [];
    const add = (pointer: string, actual: string, expected: string) =>
      findings.push({ pointer, actual, expected });
    const kind = SOURCED_KINDS.find(([, pointer]) => pointer.test(at))?.[0];
    const assumed = object['x-assumed'];
    if (kind && !['$ref', 'x-source', 'x-assumed', 'x-guidance'].some((source) => source in object))
      add(at, `this ${kind} has no source`, 'x-source, x-assumed or x-guidance');
    for (const extension of ['x-source', 'x-guidance']) {
      if (!(extension in object)) continue;
      const named = toList(object[extension] as string | string[]);
      if (named.length === 0 || !named.every((section) => known.includes(section)))
        add(
          `${at}/${extension}`,
          `has ${JSON.stringify(object[extension])}`,
          `sections of the spec as strings: ${known.join(', ')}`,
        );
    }
    if (!('x-assumed' in object)) return findings;
    // The rules would ignore it.
    if (at.startsWith('/components/schemas/') && typeof assumed === 'string' && 'x-source' in object)
      add(at, 'is documented and assumed as a whole', 'only one of them, or a reason for each keyword');
    const reasons = typeof assumed === 'object' && assumed !== null ? assumed : { '': assumed };
    if (Object.keys(reasons).length === 0) add(`${at}/x-assumed`, 'is empty', 'a string for each keyword');
    for (const [keyword, reason] of Object.entries(reasons)) {
      const here = `${at}/x-assumed${keyword && `/${keyword}`}`;
      if (keyword && !(keyword in object))
        add(here, `the schema has no ${keyword}`, 'a keyword of the same schema');
      if (typeof reason !== 'string' || reason.trim() === '')
        add(here, 'has no reason', 'the reason for the choice');
    }
    return findings;
  });
}

/** Every body has an example. */
export function lintExamples(presentation: OpenApiDocument): LintFinding[] {
  return visitObjects(presentation, ({ content }, at) => {
    if (typeof content !== 'object' || content === null || at.endsWith('/properties')) return [];
    return Object.entries(content as Record<string, { examples?: object }>)
      .filter(([, body]) => Object.keys(body.examples ?? {}).length === 0)
      .map(([mediaType]) => ({
        pointer: `${at}/content/${mediaType.replaceAll('/', '~1')}`,
        actual: 'has no example',
        expected: 'at least one',
      }));
  });
}

/** The findings in every object of the document, without the content of examples. */
function visitObjects(
  presentation: OpenApiDocument,
  check: (object: Readonly<Record<string, unknown>>, pointer: string) => readonly Omit<LintFinding, 'file'>[],
): LintFinding[] {
  const visit = (value: unknown, pointer: string): Omit<LintFinding, 'file'>[] => {
    if (typeof value !== 'object' || value === null) return [];
    const own = Array.isArray(value) ? [] : check(value as Record<string, unknown>, pointer);
    const inside = Object.entries(value).filter(
      ([key]) =>
        pointer.endsWith('/properties') || !['example', 'examples', 'value', 'enum', 'const'].includes(key),
    );
    const at = (key: string): string => `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [...own, ...inside.flatMap(([key, inner]) => visit(inner, at(key)))];
  };
  return visit(presentation, '').map((finding) => ({ file: DOCUMENT_FILES.presentation, ...finding }));
}
