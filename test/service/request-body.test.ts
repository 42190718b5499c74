import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/generated/control-api.js';
import { limits } from '../../src/generated/limits.js';
import { routes } from '../../src/generated/routes.js';
import type { ApiRequest } from '../../src/service/request.js';
import { parseBody } from '../../src/service/request-body.js';

/** Reads a body as an operation does. @returns the value, or status, code and pointers of the error */
function read(
  operation: OperationId,
  body: ApiRequest['body'],
  type: string | undefined = 'application/json',
) {
  const route = routes.find(({ operationId }) => operationId === operation)!;
  const { value, problem: error } = parseBody(route.requestSchema!, {
    method: route.method,
    path: route.path,
    header: (name) => (name === 'content-type' ? type : undefined),
    body,
    requestId: 'request-1',
    receivedAt: 0,
  });
  if (!error) return { value };
  const problem = error.content as { code: string; detail: string; errors?: { pointer: string }[] };
  return {
    status: error.status,
    code: problem.code,
    detail: problem.detail,
    pointers: problem.errors?.map(({ pointer }) => pointer),
  };
}

const START = JSON.stringify({ prompt: 'Tides' });

describe('a body', () => {
  it.each(['application/json', 'application/json; charset=utf-8'])('is accepted as %j', (type) => {
    expect(read('startGeneration', START, type)).toHaveProperty('value.prompt');
  });

  it.each(['text/plain', 'application/jsonp'])('is rejected as %j with 415', (type) => {
    expect(read('startGeneration', START, type)).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
      detail: expect.stringContaining(`"${type}"`),
    });
  });

  it('is rejected without a content type', () => {
    const route = routes.find(({ operationId }) => operationId === 'startGeneration')!;
    const request = {
      method: 'POST',
      path: '',
      header: () => undefined,
      body: START,
      requestId: '1',
      receivedAt: 0,
    };
    expect(parseBody(route.requestSchema!, request).problem).toMatchObject({
      status: 415,
      content: { detail: expect.stringContaining('without a content type') },
    });
  });

  it('that is too large is rejected with 413, whatever its content type', () => {
    expect(read('startGeneration', { tooLarge: true }, 'text/plain')).toMatchObject({
      status: 413,
      code: 'content_too_large',
      detail: expect.stringContaining(String(limits.body_max_bytes)),
    });
  });

  it.each([undefined, '{"prompt":"a",}', '{"prompt":"a"} x'])(
    'like %j is rejected with 400, because it is not JSON',
    (body) => {
      expect(read('startGeneration', body)).toMatchObject({ status: 400, code: 'malformed_json' });
    },
  );
});

describe('a body of another shape is rejected with a pointer to every error:', () => {
  const long = (count: number) => 'x'.repeat(count);
  it.each<[OperationId, unknown, string[]]>([
    ['startGeneration', {}, ['/prompt']],
    ['startGeneration', { prompt: 5, template_id: 5 }, ['/prompt', '/template_id']],
    ['startGeneration', { prompt: long(limits.prompt_max_length + 1) }, ['/prompt']],
    ['createPresentation', { template_id: 'a', title: long(limits.title_max_length + 1) }, ['/title']],
    ['updatePresentation', { title: 'T', sections: [], is_public: true }, ['/sections', '/is_public']],
    ['sendGenerationMessage', { message: long(limits.message_max_length + 1) }, ['/message']],
    ['sendGenerationMessage', { message: 'a', extra: 1 }, ['/extra']],
  ])('%s %j', (operation, body, pointers) => {
    expect(read(operation, JSON.stringify(body))).toMatchObject({
      status: 400,
      code: 'invalid_body',
      pointers,
    });
  });
});
