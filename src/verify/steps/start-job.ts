/**
 * Starts jobs with the documented body: with the first listed template, then without a template (4.4 does not say which fields
 * are required). A prompt that may be what the service rejects is sent once more, then in plain ASCII or short.
 */
import { getField } from '../../base/json.js';
import { getJson } from '../../judge/model/body.js';
import { getStartedJobId, type Call } from '../../judge/model/call.js';
import { formatStatus } from '../../judge/model/format-result.js';
import { toAsciiPrompt } from '../../judge/rules/checks/ascii-prompt.js';
import type { KeyHeader } from '../api-keys.js';
import { startBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import { isBodyRejection, mayRejectText } from '../response-kinds.js';
import { shorter } from '../test-payloads.js';

/** Rejections that depend on a plan, on another job or on the content, and not on the body. */
const OTHER_REJECTIONS = [402, 403, 409, 423, 429, 451];
/** Rejections after which the same start may succeed once another job has ended. */
const TEMPORARY_REJECTIONS = [402, 409, 423, 429];
const MAX_EXCERPT_CHARACTERS = 100;
/** A prompt beyond this may be rejected for its length. Section 8 names no limit. */
const LONG_PROMPT_CHARACTERS = 800;

export type StartResult =
  | { readonly kind: 'started'; readonly id: string | undefined; readonly body: unknown }
  /** `isTemporary`: another job is running, or a quota is used up. */
  | { readonly kind: 'rejected'; readonly isTemporary: boolean };

/** The template of a start; absent for a start without one. */
interface StartShape {
  readonly templateId?: string;
}

export class JobStarter {
  readonly #requester: Requester;
  readonly #shapes: readonly StartShape[];
  #accepted: StartShape | undefined;
  /** Whether the service accepted only the plain form of the default prompt. */
  #needsPlainPrompt = false;
  readonly #onSend: (isFirst: boolean) => void;

  /**
   * @param templateIds candidates for the template_id, likeliest first
   * @param onSend called when a start is sent, with whether none was accepted before
   */
  constructor(requester: Requester, templateIds: readonly string[], onSend: (isFirst: boolean) => void) {
    const [templateId] = templateIds;
    this.#requester = requester;
    this.#shapes = [
      ...(templateId === undefined ? [] : [{ templateId }]),
      ...(templateId === undefined || requester.settings.startBody === undefined ? [{}] : []),
    ];
    this.#onSend = onSend;
  }

  /** The template of the first accepted start, if it had one. */
  get acceptedTemplateId(): string | undefined {
    return this.#accepted?.templateId;
  }

  /** @throws RunStopped if the service rejects each body of the first start */
  async start(prompt: string, via: KeyHeader): Promise<StartResult> {
    const text = this.#needsPlainPrompt ? toAsciiPrompt(prompt) : prompt;
    const calls: Call[] = [];
    for (const shape of this.#accepted ? [this.#accepted] : this.#shapes) {
      const call = await this.#send(shape, text, via);
      if (call.isSuccess) return this.#started(shape, call);
      calls.push(call);
      // The plan may lack templates.
      const mayLackTemplates = call.status === 403 && shape.templateId !== undefined;
      if (!isBodyRejection(call) && !mayLackTemplates) break;
    }
    const last = calls.at(-1);
    const [shape = {}] = this.#accepted ? [this.#accepted] : this.#shapes;
    if (last && mayRejectText(last) && this.#mayBeRejected(text)) {
      const simpler = await this.#startWithSimplerPrompt(shape, text, via, calls);
      if (simpler) return simpler;
    }
    return this.#rejected(calls);
  }

  /** Whether the service may reject the prompt for its letters or its length. */
  #mayBeRejected(prompt: string): boolean {
    return prompt.length > LONG_PROMPT_CHARACTERS || toAsciiPrompt(prompt) !== prompt;
  }

  /** Sends the start once more, because a fault may pass, then with the prompt in plain ASCII, then with a short one. */
  async #startWithSimplerPrompt(
    shape: StartShape,
    prompt: string,
    via: KeyHeader,
    calls: Call[],
  ): Promise<StartResult | undefined> {
    if ((calls.at(-1)?.status ?? 0) >= 500) await this.#requester.waitForConsistency();
    const short = shorter(prompt);
    for (const text of new Set([prompt, toAsciiPrompt(prompt), short, toAsciiPrompt(short)])) {
      const call = await this.#send(shape, text, via);
      if (call.isSuccess) {
        this.#needsPlainPrompt ||= text !== prompt && text !== short;
        return this.#started(shape, call);
      }
      calls.push(call);
      if (!mayRejectText(call)) return undefined;
    }
    return undefined;
  }

  #started(shape: StartShape, call: Call): StartResult {
    this.#accepted ??= shape;
    const id = getStartedJobId(call);
    if (id === undefined) this.#requester.note('the response to a start has no usable generation_id');
    return { kind: 'started', id, body: getJson(call.requestBody) };
  }

  async #send({ templateId }: StartShape, prompt: string, via: KeyHeader): Promise<Call> {
    const body = startBody(this.#requester.settings, prompt, templateId);
    const call = await this.#requester.call({
      operation: 'startGeneration',
      via,
      body,
      onSend: () => this.#onSend(this.#accepted === undefined),
    });
    this.#stopIfNothingFound(body);
    return call;
  }

  /** A service without the list of templates would still start a job. A template in the body may be what is not found. */
  #stopIfNothingFound(body: unknown): void {
    const { journal, settings } = this.#requester;
    const isNothingFound = journal.every(({ response }) => response?.status === 404);
    if (!isNothingFound || getField(body, 'template_id') !== undefined) return;
    throw this.#requester.stop(
      `the service is not at ${settings.baseUrl}: GET /templates and POST /presentations/generate returned 404; the base URL is the part before these paths, such as https://host.example/api/v1`,
    );
  }

  #rejected(calls: readonly Call[]): StartResult {
    const last = calls.at(-1);
    const isTemporary = calls.some(({ status }) => TEMPORARY_REJECTIONS.includes(status));
    if (this.#accepted === undefined && calls.length > 0 && calls.every(isBodyRejection))
      throw this.#requester.stop(this.#advice(calls));
    const what = this.#accepted === undefined ? 'a job' : 'another job';
    const isOther = last !== undefined && OTHER_REJECTIONS.includes(last.status);
    this.#requester.note(
      `the target rejected the start of ${what} with ${last === undefined ? 'no response' : describeRejection(last)}${isOther ? '' : '; use --start-body to set the body'}`,
    );
    return { kind: 'rejected', isTemporary };
  }

  #advice(calls: readonly Call[]): string {
    const { templateId, startBody: given } = this.#requester.settings;
    const tried = [...new Set(calls.map(describeRejection))].join('; ');
    const template = templateId === undefined ? ', or another template with --template-id' : '';
    const help =
      given === undefined
        ? `set the body that the service expects, such as --start-body '{"prompt":"{{prompt}}"}'${template}`
        : `correct --start-body${template}`;
    return `the target accepted no start: ${tried}; ${help}`;
  }
}

/** `prompt and template_id "t1" → 422 unknown field` */
function describeRejection(call: Call): string {
  const text = call.exchange.response?.body?.text.replace(/\s+/g, ' ').trim() ?? '';
  const excerpt = text === '' || text.startsWith('<') ? '' : ` ${text.slice(0, MAX_EXCERPT_CHARACTERS)}`;
  const body = Object(getJson(call.requestBody)) as Readonly<Record<string, unknown>>;
  const names = Object.keys(body).map((name) =>
    name === 'template_id' ? `template_id ${JSON.stringify(body[name])}` : name,
  );
  return `${names.join(' and ')} → ${formatStatus(call)}${excerpt}`;
}
