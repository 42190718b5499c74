/** The page of the API reference as it is generated, without its script. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDocuments } from '../../../openapi/document.js';
import { renderJson, renderProse } from '../../../openapi/reference/html.js';
import { renderReference } from '../../../openapi/reference/render-page.js';
import { routes } from '../../../src/generated/routes.js';

const { presentation } = await readDocuments(join(import.meta.dirname, '../../..'));
const html = renderReference(presentation);
const section = (id: string): string => html.split(`<section id="${id}"`)[1]?.split('</section>')[0] ?? '';

it.each(routes)('$operationId has a link, a curl command, a fetch call and an example', ({ operationId }) => {
  expect(html).toContain(`href="#${operationId}">`);
  const text = section(operationId);
  expect(text).toMatch(
    /<code data-fill="curl">curl -s (?:-X \w+ )?\\\n {2}-H &#39;x-api-key: [^]*?http:\/\/127\.0\.0\.1:4010\/api\/v1\//,
  );
  expect(text).toContain('<code data-fill="fetch">const response = await fetch(');
  expect(text).toContain('<summary>Example: ');
  expect(text).toMatch(/class="tag documented"[^>]*>documented § /);
});

it('every link of the page has a target', () => {
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(routes.length);
  expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
});

it('texts of the contract are text', () => {
  expect(renderProse('<b> & `a<b>`')).toBe('&lt;b&gt; &amp; <code>a&lt;b&gt;</code>');
  const block = renderJson({ '<a>': '"</pre>' }, 'An "example"');
  expect(block).toContain('<span class="name">&quot;&lt;a&gt;&quot;</span>:');
  expect(block).toContain('aria-label="An &quot;example&quot;"');
  expect(block.match(/<\/pre>/g)).toHaveLength(1);
});

it('the page runs no inline script and has no inline style', () => {
  expect(html).not.toMatch(/<script|<style| style=| on[a-z]+=/);
});
