/**
 * Starts jobs, and finds out how: after a refusal it sends the next documented shape of the request, until the service accepts
 * one. Section 4.4 names two fields and leaves open which of them are required.
 */
import { formatStatus } from '../../judge/model/format-result.js';
import type { Call } from '../../judge/model/call.js';
import { getField } from '../../base/json.js';
import { getJson } from '../../judge/model/body.js';
import { toAsciiPrompt } from '../../judge/rules/checks/ascii-prompt.js';
import { fillPlaceholders, isBodyRefusal } from '../request-bodies.js';
import { findTemplateIdGroups } from '../../judge/rules/checks/template-ids.js';
import { shorter } from '../test-payloads.js';
import type { Requester } from '../requester.js';
import type { KeyHeader } from '../api-keys.js';

/** One way to start a job. */
interface Shape {
  /** The template that it names, if any. */
  readonly template?: string;
  /** The field that has the prompt. `undefined`: the body has no prompt. */
  readonly promptField?: string;
  /** Sends the prompt in plain ASCII, for services that fail with other letters. */
  readonly isPlain?: boolean;
  /** Sends a prompt of a few words, for services that limit its length. */
  readonly isShort?: boolean;
}

const SHORT_PROMPT = 'Harbour taxis';
/** Fields that a service may expect in place of `prompt`. They tell a renamed field from a further one. */
const OTHER_PROMPT_FIELDS = ['text', 'input', 'message', 'query', 'content', 'user_prompt'];
/** Refusals that depend on a plan, on another job or on the content, and not on the shape of the body. */
const TEMPORARY_REFUSALS = [402, 403, 409, 423, 429, 451];
/** Templates to try; each costs a request. */
const MAX_TEMPLATES = { paced: 5, unpaced: 12 };
/** Server errors for another template. A passing fault explains one only. */
const MAX_FAILED_TRIES = 3;
/** Templates to try with each further job if the service refused those before. */
const MORE_TEMPLATES = 2;
const MAX_EXCERPT = 100;

type StartResult =
  | { readonly kind: 'started'; readonly call: Call; readonly body: unknown }
  /** `isTemporary`: another job is running, or a quota is used up. */
  | { readonly kind: 'refused'; readonly isTemporary: boolean };

export class Starter {
  readonly #session: Requester;
  readonly #templates: readonly string[];
  #untried: Shape[];
  #accepted: Shape | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #hasStarted = false;
  /** Called when the next start is sent. */
  readonly #besideNext: (() => void)[] = [];
  readonly #refusals: string[] = [];
  readonly #kinds: ReturnType<typeof findTemplateIdGroups>;
  /** The index of the next other template to try, and the server errors for it. */
  #nextOther = 0;
  #failedTries = 0;

  /**
   * @param templates candidates for the template_id, likeliest first
   * @param list the list that they come from
   */
  constructor(session: Requester, templates: readonly string[], list?: unknown) {
    this.#session = session;
    this.#kinds = findTemplateIdGroups(list);
    const most = session.settings.requestsPerMinute > 0 ? MAX_TEMPLATES.paced : MAX_TEMPLATES.unpaced;
    this.#templates = templates.slice(0, most);
    this.#untried = shapes(this.#templates, session.settings.prompt);
  }

  /** Candidates for the template_id. The one that the service accepted comes first. */
  get templates(): readonly string[] {
    const known = this.#accepted?.template;
    return known === undefined ? this.#templates : [known, ...this.#templates.filter((id) => id !== known)];
  }

  /** Candidates that are the same field of the list as the accepted one. */
  get otherTemplates(): readonly string[] {
    const [known, ...others] = this.templates;
    if (known === undefined) return [];
    const kinds = this.#kinds.filter((ids) => ids.includes(known));
    return others.filter((id) => kinds.some((ids) => ids.includes(id)));
  }

  /** Resolves when no start is under way. */
  get settled(): Promise<unknown> {
    return this.#queue;
  }

  /** Resolves when a start is sent, after an accepted one. Another start that follows at once overlaps with it. */
  get nextSent(): Promise<void> {
    return new Promise((resolve) => this.#besideNext.push(resolve));
  }

  /**
   * A body that the service accepts, or the likeliest one.
   * @param template replaces the template in it, if it has one
   */
  bodyFor(prompt: string, template?: string): unknown {
    const { startBody } = this.#session.settings;
    if (startBody !== undefined)
      return fillPlaceholders(startBody, { prompt, template_id: template ?? this.#templates[0] ?? '' });
    const shape = this.#accepted ?? { promptField: 'prompt' };
    const isNamed = template !== undefined && shape.template !== undefined;
    return bodyOf({ ...shape, ...(isNamed && { template }) }, prompt);
  }

  /** Starts one job after the other until one is accepted: each learns from those before it. */
  start(prompt: string, via: KeyHeader): Promise<StartResult> {
    const result = this.#queue.then(() => this.#start(prompt, via));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #start(prompt: string, via: KeyHeader): Promise<StartResult> {
    const { startBody } = this.#session.settings;
    if (startBody !== undefined) return this.#resultOf(await this.#sendGiven(prompt, via));
    const other = await this.#startFromOther(prompt, via);
    if (other) return other;
    let last: Call | undefined;
    for (let tries = 0, shape = this.#next(last, tries); shape; shape = this.#next(last, ++tries)) {
      const body = bodyOf(shape, this.#promptFor(shape, prompt));
      const { call } = await this.#send(body, via);
      last = call;
      if (call.isSuccess) {
        this.#accepted = shape;
        return { kind: 'started', call, body };
      }
      // A refusal of the plan or of the header says nothing about the shape.
      if (!isBodyRefusal(call) && shape !== this.#accepted && call.status !== 403)
        this.#untried.unshift(shape);
      if (shape !== this.#accepted) continue;
      const simpler = await this.#startSimpler(shape, prompt, call, via);
      if (simpler) return simpler;
      // A prompt with a purpose may be too long. Another job is better than none.
      if (!shape.isShort || prompt === SHORT_PROMPT || !isBodyRefusal(call)) break;
      return this.#resultOf(await this.#send(bodyOf(shape, SHORT_PROMPT), via));
    }
    return this.#refused(last);
  }

  /** The given body, with a shorter prompt if the service refuses a long one. */
  async #sendGiven(prompt: string, via: KeyHeader): Promise<{ call: Call; body: unknown }> {
    const sent = await this.#send(this.bodyFor(prompt), via);
    const isTooLong = isBodyRefusal(sent.call) && shorter(prompt) !== prompt;
    return isTooLong ? this.#send(this.bodyFor(shorter(prompt)), via) : sent;
  }

  /** Starts with a shorter prompt, then in plain ASCII, if the prompt itself may be why the start failed. A fault does not repeat. */
  async #startSimpler(
    shape: Shape,
    prompt: string,
    failed: Call,
    via: KeyHeader,
  ): Promise<StartResult | undefined> {
    const sent = this.#promptFor(shape, prompt);
    const short = this.#promptFor(shape, shorter(prompt));
    const isDefault = shorter(prompt) === this.#session.settings.prompt;
    let last = failed;
    for (const [simpler, before] of [
      [short, sent],
      [isDefault ? toAsciiPrompt(short) : short, short],
    ] as const) {
      if (simpler === before || shape.isShort) continue;
      if (last.status >= 500) {
        // A fault may pass.
        await this.#session.sleep(this.#session.settings.consistencyWindow);
        const { call, body } = await this.#send(bodyOf(shape, before), via);
        if (call.isSuccess) return { kind: 'started', call, body };
      } else if (!isBodyRefusal(last)) return undefined;
      const { call, body } = await this.#send(bodyOf(shape, simpler), via);
      if (call.isSuccess) {
        if (simpler !== short) this.#accepted = { ...shape, isPlain: true };
        return { kind: 'started', call, body };
      }
      last = call;
    }
    return undefined;
  }

  /**
   * Starts from another listed template, a further one each time. After a server error the next start tries it again. After a
   * refusal no further ones follow: each would cost a request.
   */
  async #startFromOther(prompt: string, via: KeyHeader): Promise<StartResult | undefined> {
    const template = this.otherTemplates[this.#nextOther];
    const accepted = this.#accepted;
    if (template === undefined || accepted?.template === undefined) return undefined;
    const { call, body } = await this.#send(bodyOf({ ...accepted, template }, prompt), via);
    const isToRepeat = call.status >= 500 && ++this.#failedTries < MAX_FAILED_TRIES;
    // A long prompt may be what is refused.
    const isToKeep = isToRepeat || (!call.isSuccess && shorter(prompt) !== prompt);
    if (!isToKeep) this.#nextOther = call.isSuccess ? this.#nextOther + 1 : Infinity;
    return call.isSuccess ? { kind: 'started', call, body } : undefined;
  }

  /** The shape to send after a refusal: untried ones while they can help, then the accepted one. */
  #next(last: Call | undefined, tries: number): Shape | undefined {
    const accepted = this.#accepted;
    if (last !== undefined && !isBodyRefusal(last)) {
      // The plan may lack templates.
      const isForTemplate =
        last.status === 403 && getField(getJson(last.requestBody), 'template_id') !== undefined;
      return isForTemplate ? (this.#take(hasPromptAlone) ?? accepted) : undefined;
    }
    if (accepted === undefined) return this.#take(() => true);
    // Some more templates for each job, until the service accepts one.
    const isWanted = accepted.template === undefined && tries < MORE_TEMPLATES;
    return (isWanted ? this.#take(hasPromptAndTemplate) : undefined) ?? accepted;
  }

  /** A short prompt in place of the default one, or before any start was accepted. The other prompts have a purpose. */
  #promptFor({ isShort, isPlain }: Shape, prompt: string): string {
    const isDefault = prompt.startsWith(this.#session.settings.prompt);
    if (isPlain && isDefault) return toAsciiPrompt(prompt);
    return isShort && (this.#accepted === undefined || isDefault) ? SHORT_PROMPT : prompt;
  }

  #take(isWanted: (shape: Shape) => boolean): Shape | undefined {
    const found = this.#untried.find(isWanted);
    this.#untried = this.#untried.filter((shape) => shape !== found);
    return found;
  }

  async #send(body: unknown, via: KeyHeader): Promise<{ call: Call; body: unknown }> {
    const onSend = () => {
      if (this.#hasStarted) for (const resolve of this.#besideNext.splice(0)) resolve();
    };
    const call = await this.#session.call({ operation: 'startGeneration', via, body, onSend });
    this.#hasStarted ||= call.isSuccess;
    this.#stopIfNothingFound(body);
    if (!call.isSuccess) this.#refusals.push(refusalText(call, body));
    return { call, body };
  }

  /** A service without the list of templates would still start a job. A template in the body may be what is not found. */
  #stopIfNothingFound(body: unknown): void {
    const { journal, settings } = this.#session;
    const isNothingFound = journal.every(({ response }) => response?.status === 404);
    if (!isNothingFound || getField(body, 'template_id') !== undefined) return;
    throw this.#session.stop(
      `the service is not at ${settings.baseUrl}: GET /templates and POST /presentations/generate returned 404; the base URL is the part before these paths, such as https://host.example/api/v1`,
    );
  }

  #resultOf({ call, body }: { call: Call; body: unknown }): StartResult {
    return call.isSuccess ? { kind: 'started', call, body } : this.#refused(call);
  }

  #refused(last: Call | undefined): StartResult {
    const isTemporary = last !== undefined && TEMPORARY_REFUSALS.includes(last.status);
    if (this.#accepted === undefined) this.#session.note(this.#advice(isTemporary));
    else
      this.#session.note(`the target rejected the start of another job (${last?.status ?? 'no response'})`);
    return { kind: 'refused', isTemporary };
  }

  #advice(isTemporary: boolean): string {
    const tried = this.#refusals.slice(0, 6).join('; ');
    const more = this.#refusals.length > 6 ? ` and ${this.#refusals.length - 6} more` : '';
    if (isTemporary) return `the target rejected the start of a job: ${tried}${more}`;
    const { templateId, startBody } = this.#session.settings;
    const template = templateId === undefined ? ' If the template is wrong, set one with --template-id.' : '';
    const flag =
      startBody === undefined
        ? `${template} If a start needs other fields, set its body with --start-body.`
        : '';
    return `the target accepted no start: ${tried}${more}.${flag}`;
  }
}

/** In the order to try them. */
function shapes(templates: readonly string[], prompt: string): Shape[] {
  const [first, second, ...others] = templates;
  const named = (template: string | undefined): Shape[] =>
    template === undefined ? [] : [{ template, promptField: 'prompt' }];
  const withFirst = first === undefined ? {} : { template: first };
  return [
    ...named(first),
    { promptField: 'prompt' },
    ...named(second),
    ...(toAsciiPrompt(prompt) === prompt ? [] : [{ ...withFirst, promptField: 'prompt', isPlain: true }]),
    { ...withFirst, promptField: 'prompt', isShort: true },
    ...(first === undefined ? [] : [{ template: first }]),
    ...others.flatMap(named),
    ...OTHER_PROMPT_FIELDS.map((promptField) => ({ ...withFirst, promptField })),
  ];
}

const hasPromptAlone = ({ template, promptField }: Shape): boolean =>
  template === undefined && promptField === 'prompt';
const hasPromptAndTemplate = ({ template, promptField }: Shape): boolean =>
  template !== undefined && promptField === 'prompt';

function bodyOf({ template, promptField }: Shape, prompt: string): Readonly<Record<string, string>> {
  return {
    ...(promptField !== undefined && { [promptField]: prompt }),
    ...(template !== undefined && { template_id: template }),
  };
}

function refusalText(call: Call, body: unknown): string {
  const text = call.exchange.response?.body?.text.replace(/\s+/g, ' ').trim() ?? '';
  const excerpt = text === '' || text.startsWith('<') ? '' : ` ${text.slice(0, MAX_EXCERPT)}`;
  const { template_id: template } = Object(body) as { readonly template_id?: unknown };
  const names = Object.keys(Object(body) as object).map((name) =>
    name === 'template_id' ? `template_id ${JSON.stringify(template)}` : name,
  );
  return `${names.join(' and ')} → ${formatStatus(call)}${excerpt}`;
}
