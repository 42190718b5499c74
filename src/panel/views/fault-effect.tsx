/** The next response in detail: any status and body, Retry-After, a delay, and what happens to the connection or the body. */
import { useSignal } from '@preact/signals';
import { Zap } from 'lucide-preact';
import type { ArmFaultRequest } from '../../generated/control-api.js';
import {
  EFFECTS,
  NO_CONTENT,
  requestOf,
  textTypeOf,
  type Content,
  type EffectKind,
} from './fault-content.js';

const STATUSES = [400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504];

interface FaultEffectProps {
  /** @returns whether the fault was accepted */
  readonly onInject: (effect: ArmFaultRequest) => Promise<boolean>;
  readonly onChange: () => void;
}

export function FaultEffect({ onInject, onChange }: FaultEffectProps) {
  const content = useSignal<Content>(NO_CONTENT);
  const { kind, status, retryAfter, body, delay, drip } = content.value;
  const change = (changed: Partial<Content>): void => {
    content.value = { ...content.value, ...changed };
    onChange();
  };
  const textType = kind === 'answer' ? textTypeOf(body) : undefined;
  return (
    <details class="effect">
      <summary>Any other response</summary>
      <form
        class="stack"
        aria-label="Any other response"
        onSubmit={(event) => {
          event.preventDefault();
          void onInject(requestOf(content.value));
        }}
      >
        <div class="tools">
          <label>
            The next response
            <select
              value={kind}
              onChange={({ currentTarget }) => change({ kind: currentTarget.value as EffectKind })}
            >
              {Object.entries(EFFECTS).map(([value, label]) => (
                <option value={value} key={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {kind === 'answer' && (
            <>
              <label>
                Status
                <input
                  type="number"
                  min={200}
                  max={599}
                  required
                  list="statuses"
                  value={status}
                  onInput={({ currentTarget }) => change({ status: currentTarget.value })}
                />
                <datalist id="statuses">
                  {STATUSES.map((one) => (
                    <option value={one} key={one} />
                  ))}
                </datalist>
              </label>
              <label>
                Retry-After
                <input
                  type="text"
                  class="short"
                  spellcheck={false}
                  placeholder="none"
                  value={retryAfter}
                  onInput={({ currentTarget }) => change({ retryAfter: currentTarget.value })}
                />
              </label>
            </>
          )}
          {kind === 'drip' && (
            <label>
              Over
              <input
                type="text"
                class="short"
                required
                spellcheck={false}
                value={drip}
                onInput={({ currentTarget }) => change({ drip: currentTarget.value })}
              />
            </label>
          )}
          <label>
            Delay
            <input
              type="text"
              class="short"
              required={kind === 'latency'}
              spellcheck={false}
              placeholder="2s or 1s..3s"
              value={delay}
              onInput={({ currentTarget }) => change({ delay: currentTarget.value })}
            />
          </label>
        </div>
        {kind === 'answer' && (
          <label>
            Body
            <textarea
              rows={3}
              spellcheck={false}
              class="mono"
              placeholder="The problem of the status"
              value={body}
              onInput={({ currentTarget }) => change({ body: currentTarget.value })}
            />
            {textType && <span class="small">Not JSON: sent as {textType}.</span>}
          </label>
        )}
        <div class="buttons">
          <button type="submit" class="strong">
            <Zap aria-hidden />
            Inject fault
          </button>
        </div>
      </form>
    </details>
  );
}
