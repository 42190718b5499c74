/** The plan of the workspace and the switch of its API. Both decide whether its keys are accepted. */
import type { Workspace } from '../../generated/control-api.js';
import { here } from '../api/client.js';
import { attempt } from '../state/toasts.js';
import { workspace } from '../state/workspace.js';

const PLANS: readonly Workspace['plan'][] = ['free', 'pro', 'max', 'business'];

export function PlanSection() {
  const { plan, api_enabled: isOn } = workspace.value ?? {};
  const isPaid = plan === 'max' || plan === 'business';
  return (
    <section class="box" aria-labelledby="plan">
      <h2 id="plan">Plan and access</h2>
      <fieldset class="choices">
        <legend>Plan</legend>
        {PLANS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="plan"
              value={one}
              checked={plan === one}
              onChange={() => void attempt(() => here().configure({ plan: one }), `The plan is ${one}.`)}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={isOn === true}
          onChange={({ currentTarget: { checked } }) =>
            void attempt(
              () => here().configure({ api_enabled: checked }),
              checked ? 'The API is on.' : 'The API is off.',
            )
          }
        />
        API enabled
      </label>
      <p class={isOn && isPaid ? 'small' : 'small trouble'}>
        {isOn && isPaid
          ? 'Requests with its keys are accepted.'
          : 'Requests with its keys get 403. The API needs this switch, and the plan max or business.'}
      </p>
    </section>
  );
}
