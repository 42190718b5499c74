/** Other names of the same field, in resources, their sections, and error responses. */
import type { Aliases } from './fill.js';

const titleField = /^(?:title|name|label|heading|headline|h1|caption|subject|text)$/i;
const titleFields = ['title', 'name'];

/** Fields that hold an identifier. */
export const idField =
  /^(?:id|slug|key|uuid|handle|(?:presentation|template|deck|section|slide|generation|job)_?id)$/i;

/** Aliases for presentations, templates and jobs. */
export const resourceAliases: Aliases = (name) => {
  if (name === '') return ['id', 'generation_id'];
  if (/^(?:generation|job)_?id$/i.test(name)) return ['generation_id'];
  if (idField.test(name)) return ['id', 'generation_id'];
  return titleField.test(name) ? titleFields : [];
};

/** Aliases for the sections of a presentation. */
export const sectionAliases: Aliases = (name) => (name === '' ? ['title'] : resourceAliases(name));

/** Aliases for problems. */
export const problemAliases: Aliases = (name) => {
  if (
    /^(?:|error|message|msg|detail|details|description|reason|error_?description|error_?message)$/i.test(name)
  )
    return ['detail'];
  if (/^(?:code|error_?code|type|kind)$/i.test(name)) return ['code'];
  if (/^(?:status|status_?code|http_?status)$/i.test(name)) return ['status'];
  if (/^(?:request|trace|correlation)_?id$/i.test(name)) return ['request_id'];
  return [];
};
