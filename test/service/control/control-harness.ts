/** A mock server in virtual time, with control operations and API requests. It never waits. */
import { DEVELOPMENT_KEYS } from '../../../src/app/deckhand.js';
import { scenarioEditing } from '../../../src/server/control/scenario-editing.js';
import { runControlOperation } from '../../../src/service/control/control-operations.js';
import type { ControlOperationId } from '../../../src/generated/control-routes.js';
import type { ResultOf } from './control-operation-types.js';
import { UserError } from '../../../src/base/user-error.js';
import { parse, ServiceHarness, type ClientResponse as HarnessResponse } from '../service-harness.js';
import { wireExchange } from '../wire-exchange.js';

export { EPOCH } from '../service-harness.js';

export interface ControlResponse extends Omit<HarnessResponse, 'response'> {
  readonly delivery: unknown;
}

export class ControlHarness extends ServiceHarness {
  /** Runs a control operation, by default in ws_dev. */
  async run<Id extends ControlOperationId>(
    id: Id,
    params: Readonly<Record<string, string>> = {},
    body?: unknown,
    query: object = {},
  ): Promise<ResultOf<Id>> {
    const sent = { params: { workspace: 'ws_dev', ...params }, query: { ...query }, body };
    const context = { ...this.deckhand.control, editing: scenarioEditing };
    return (await runControlOperation(context, id, sent)) as ResultOf<Id>;
  }

  /** The code and the pointers of an operation's error. */
  async errorOf(...args: Parameters<ControlHarness['run']>): Promise<string> {
    try {
      await this.run(...args);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [error.code, ...error.issues.map(({ pointer }) => pointer)].join(' ');
    }
    return 'done';
  }

  async api(
    method: string,
    path: string,
    body?: unknown,
    key: string = DEVELOPMENT_KEYS.ws_dev,
  ): Promise<ControlResponse> {
    const { response, record } = await this.#send(method, path, body, key);
    record();
    const { status, headers, delivery } = response;
    return { status, headers, body: parse(response.body), delivery };
  }

  /** Sends a request, and records its exchange when the returned function is called. */
  async sendUnrecorded(
    method: string,
    path: string,
    key: string = DEVELOPMENT_KEYS.ws_dev,
  ): Promise<() => void> {
    return (await this.#send(method, path, undefined, key)).record;
  }

  async #send(method: string, path: string, body: unknown, key: string) {
    const sent = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await this.respond(
      { method, path, body: body === undefined ? undefined : JSON.stringify(body) },
      sent,
    );
    const requestHeaders = Object.entries(sent).flat();
    const responseHeaders = Object.entries(response.headers).flat();
    const record = (): void => {
      const wire = wireExchange({ endedAt: this.at, method, url: path, requestHeaders, responseHeaders });
      this.deckhand.service.record(wire, response);
    };
    return { response, record };
  }

  async job(prompt = 'A lesson about tides', key?: string): Promise<string> {
    const { status, body } = await this.api('POST', '/presentations/generate', { prompt }, key);
    if (status !== 202) throw new Error(`The job was not started: ${status}`);
    return body.generation_id;
  }

  async poll(id: string): Promise<ControlResponse['body']> {
    return (await this.api('GET', `/presentations/generate/${id}/status`)).body;
  }

  reply(id: string): Promise<ControlResponse> {
    return this.api('POST', `/presentations/generate/${id}/message`, { message: 'People who decide.' });
  }
}
