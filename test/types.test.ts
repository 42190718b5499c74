/** `tsc` checks the types here: a wrong expectation fails `npm run check`. */
import { expect, expectTypeOf, it } from 'vitest';
import { createDeckhand, DEVELOPMENT_KEYS } from '../src/index.js';
import type * as assumed from '../src/types-mock.js';
import type * as documented from '../src/types.js';

type DocumentedStartRequest =
  documented.operations['startGeneration']['requestBody']['content']['application/json'];

it('promises no field that the interface leaves open', () => {
  expectTypeOf<documented.Presentation['sections']>().toEqualTypeOf<unknown[]>();
  expectTypeOf<documented.TemplateList>().toBeUnknown();
  expectTypeOf<documented.CreatePresentationRequest>().toBeUnknown();
  expectTypeOf<documented.GenerationMessageRequest>().toBeUnknown();
  expectTypeOf<DocumentedStartRequest['audience']>().toBeUnknown();
  type Statuses = keyof documented.operations['getPresentation']['responses'];
  expectTypeOf<Statuses>().toEqualTypeOf<'2XX' | 429 | 'default'>();
  type Refused = documented.operations['getPresentation']['responses'][429]['content']['application/json'];
  expectTypeOf<Refused>().toBeUnknown();
});

it('has a closed form of the request that starts a job, for writing', () => {
  const written: documented.StartGenerationRequest = { prompt: 'A pitch', template_id: 'tpl_pitch' };
  expectTypeOf(written).toExtend<DocumentedStartRequest>();
  // @ts-expect-error: the field is misspelt
  const misspelt: documented.StartGenerationRequest = { promt: 'A pitch' };
  expect(Object.keys(misspelt)).toEqual(['promt']);
});

it('narrows a status view by its status', () => {
  const failure = (view: documented.JobView) => (view.status === 'failed' ? view.error : view.generation_id);
  expectTypeOf(failure).returns.toEqualTypeOf<string>();
  expectTypeOf<documented.JobView['status']>().toEqualTypeOf<documented.JobStatus>();
});

it('has the shapes of this mock server apart', () => {
  expectTypeOf<assumed.Section['bullets']>().toEqualTypeOf<string[]>();
  expectTypeOf<assumed.Template['outline']>().toEqualTypeOf<string[]>();
  expectTypeOf<assumed.Presentation>().toExtend<documented.Presentation>();
  expectTypeOf<assumed.JobView>().toExtend<documented.JobView>();
});

it('describes what this mock server sends', async () => {
  const headers = { 'x-api-key': DEVELOPMENT_KEYS.ws_dev };
  const response = await createDeckhand().fetch('http://decks.example/api/v1/templates', { headers });
  expect(Object.keys((await response.json()) as object)).toEqual([
    'templates',
  ] satisfies (keyof assumed.TemplateList)[]);
});
