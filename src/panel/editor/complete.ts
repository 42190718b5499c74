/** Completes the fields and values of scenarios from their schema. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { placeInYaml } from './place-in-yaml.js';
import { fieldsAt, valuesAt, type JsonSchema, type Suggestion } from './schema-at.js';

/** While the typed text matches this pattern, the editor filters the suggestions itself and does not ask for new ones. */
const WORD = /^[\w$-]*$/;

export function completeFrom(schema: JsonSchema) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const place = placeInYaml(state.doc.toString(), pos);
    if (!place || (place.word === '' && !explicit && !place.isValue)) return null;
    const { path, isValue, from, siblings } = place;
    const fields = isValue ? [] : fieldsAt(schema, path).filter(({ text }) => !siblings.includes(text));
    const isEntry = path.at(-1) === '[]';
    const values = isValue || isEntry ? valuesAt(schema, path) : [];
    const options = [...fields.map(field), ...values.map(value)];
    return options.length === 0 ? null : { from, options, validFor: WORD };
  };
}

function field({ text, description, isRequired }: Suggestion): Completion {
  return {
    label: text,
    apply: `${text}: `,
    type: 'property',
    info: description,
    ...(isRequired && { detail: 'required', boost: 1 }),
  };
}

function value({ text, description }: Suggestion): Completion {
  return { label: text, type: 'enum', info: description };
}
