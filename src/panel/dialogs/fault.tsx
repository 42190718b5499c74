/** Any fault: what it applies to, how often, and its effect. The server checks the values. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { EFFECTS, faultOf, textTypeOf, type EffectKind } from '../bar/fault-content.js';
import { faultJob, inject } from '../bar/next-response.js';
import { Dialog } from '../parts/dialog.js';
import { FieldError, useFormError } from '../parts/field-error.js';
import { OPERATION_LABELS, OPERATIONS } from '../parts/operations.js';
import { isLive } from '../state/connection.js';
import { jobs } from '../state/jobs.js';

const STATUSES = [400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504];
/** The number of jobs to choose from. */
const LISTED = 50;

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <label>
      {label}
      {children}
    </label>
  );
}

export function FaultDialog({ onClose }: { readonly onClose: () => void }) {
  const kind = useSignal<EffectKind>('answer');
  const often = useSignal('times');
  const body = useSignal('');
  const error = useFormError();
  const job = faultJob();
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    if (await error.attempt(() => inject(faultOf(fields as Record<string, string>)))) onClose();
  };
  const textType = kind.value === 'answer' ? textTypeOf(body.value) : undefined;
  const text = (name: string, value: string, placeholder = '', required = false) => (
    <input type="text" name={name} class="short" {...{ defaultValue: value, placeholder, required }} />
  );
  return (
    <Dialog title="The next response" onClose={onClose}>
      <form class="stack" onInput={error.clear} onSubmit={(event) => void send(event)}>
        <div class="fields">
          <Field label="Operation">
            <select name="operation" defaultValue="getGenerationStatus">
              <option value="">any</option>
              {OPERATIONS.map((id) => (
                <option value={id} selected={id === 'getGenerationStatus'} key={id}>
                  {OPERATION_LABELS[id]}
                </option>
              ))}
            </select>
          </Field>
          <Field label="Job">
            <select name="job">
              <option value="">all jobs</option>
              {jobs.value.slice(0, LISTED).map(({ id, job: { value } }) => (
                <option value={id} selected={id === job} key={id}>
                  {value.prompt.slice(0, 40)} ({id})
                </option>
              ))}
            </select>
          </Field>
          <Field label="How often">
            <select
              name="often"
              value={often.value}
              onChange={({ currentTarget }) => (often.value = currentTarget.value)}
            >
              <option value="times">next responses</option>
              <option value="while">for a while</option>
              <option value="chance">by chance</option>
            </select>
          </Field>
          {often.value === 'times' && <Field label="Times">{text('times', '1')}</Field>}
          {often.value === 'chance' && <Field label="Percent">{text('percent', '30')}</Field>}
          {often.value !== 'times' && <Field label="For">{text('time', '1m')}</Field>}
        </div>
        <div class="fields">
          <Field label="Effect">
            <select
              name="kind"
              value={kind.value}
              onChange={({ currentTarget }) => (kind.value = currentTarget.value as EffectKind)}
            >
              {Object.entries(EFFECTS).map(([value, label]) => (
                <option value={value} key={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          {kind.value === 'answer' && (
            <>
              <Field label="Status">
                <input
                  type="number"
                  name="status"
                  min={200}
                  max={599}
                  required
                  list="statuses"
                  defaultValue="503"
                />
              </Field>
              <datalist id="statuses">
                {STATUSES.map((one) => (
                  <option value={one} key={one} />
                ))}
              </datalist>
              <Field label="Retry-After">{text('retryAfter', '', 'none')}</Field>
            </>
          )}
          {kind.value === 'drip' && <Field label="Over">{text('drip', '5s', '', true)}</Field>}
          <Field label="Delay">{text('delay', '', '2s or 1s..3s', kind.value === 'latency')}</Field>
        </div>
        {kind.value === 'answer' && (
          <Field label="Body">
            <textarea
              name="body"
              rows={3}
              spellcheck={false}
              class="mono"
              placeholder="The problem of the status"
              value={body.value}
              onInput={({ currentTarget }) => (body.value = currentTarget.value)}
            />
            {textType && <span class="small">Not JSON: sent as {textType}.</span>}
          </Field>
        )}
        <FieldError error={error} />
        <div class="buttons end">
          <button type="submit" class="strong" disabled={!isLive.value}>
            Activate
          </button>
        </div>
      </form>
    </Dialog>
  );
}
