/** Where the same thing stands under another name: in resources, and in refusals. */
import type { Aliases } from './fill.js';

const texts = ['title', 'name', 'label', 'heading'];

/** Of presentations, templates, sections and jobs. */
export const resourceAliases: Aliases = (name) => {
  if (/^(?:id|slug|key|uuid|handle)$/i.test(name)) return ['id', 'generation_id'];
  if (/^(?:presentation|template|deck|section|slide)_?id$/i.test(name)) return ['id'];
  if (/^(?:generation|job)_?id$/i.test(name)) return ['generation_id'];
  if (texts.includes(name)) return texts;
  return [];
};

/** Of problems. */
export const problemAliases: Aliases = (name) => {
  if (
    /^(?:error|message|msg|detail|details|description|reason|error_?description|error_?message)$/i.test(name)
  )
    return ['detail'];
  if (/^(?:code|error_?code|type|kind)$/i.test(name)) return ['code'];
  if (/^(?:status|status_?code|http_?status)$/i.test(name)) return ['status'];
  if (/^(?:request|trace|correlation)_?id$/i.test(name)) return ['request_id'];
  return [];
};
