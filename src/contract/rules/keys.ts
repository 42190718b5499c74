/** Every operation needs a key, takes it in either header, and refuses a wrong one. Section 5; one rule an operation. */
import type { Finding, Judgement, Rule } from '../rule.js';
import { isOk, type Call } from '../trace/call.js';
import type { Trace } from '../trace/trace.js';
import { effectsOf } from './effects.js';
import { isHeaderTrouble } from './header-trouble.js';
import { fail, judging, observed } from './judging.js';
import { operations, type NamedOperation } from './names.js';
import { showsAllTheSame } from './shown-all-the-same.js';

const reading =
  'Any answer that is neither success nor a rate limit refuses: the status of a refusal is not shown. A refusal shows ' +
  'something only where the same operation succeeds with a key.';

export const keyRules: readonly Rule[] = operations.flatMap((operation) => [
  {
    id: `keys/${operation.name}-refuses-no-key`,
    sections: ['4', '5', operation.section],
    level: 'must',
    title: `${operation.text} refuses a request without a key`,
    reading,
    judge: refusal(operation, (call) => call.by.via === 'none', 'without a key'),
  },
  {
    id: `keys/${operation.name}-refuses-wrong-key`,
    sections: ['4', '5', operation.section],
    level: 'must',
    title: `${operation.text} refuses a key that no workspace has`,
    reading,
    judge: refusal(operation, (call) => call.by.wrong, 'with a wrong key'),
  },
  ...(['bearer', 'x-api-key'] as const).map((via): Rule => ({
    id: `keys/${operation.name}-accepts-${via}`,
    sections: ['4', '5', operation.section],
    level: 'must',
    title: `${operation.text} accepts the key in ${via === 'bearer' ? 'Authorization: Bearer' : 'x-api-key'} alone`,
    reading: 'Fails when the operation refuses this header each time, and answers the other with success.',
    judge: (trace) => acceptance(trace, operation, via),
  })),
]);

function refusal(
  operation: NamedOperation,
  isProbe: (call: Call) => boolean,
  how: string,
): (trace: Trace) => Judgement {
  const isAnsweredProbe = (call: Call): boolean =>
    call.operation === operation.id && isProbe(call) && call.status !== 0 && call.status !== 429;
  const probesOf = (trace: Trace): readonly Call[] => trace.unusual.filter(isAnsweredProbe);
  const judge = judging(probesOf, `no request was sent ${how}`, (call, trace) => {
    const header = call.by.via === 'none' ? '' : ` in ${call.by.via}`;
    const details = { expected: 'a refusal', actual: call.status, call };
    if (call.ok) return fail(`${operation.text} answers a request ${how}${header}`, details);
    if (showsAllTheSame(call)) {
      return fail(`${operation.text} refuses a request ${how}${header}, and shows what it refuses`, details);
    }
    const effects = effectsOf(
      call,
      trace,
      `${operation.text} refuses a request ${how}${header}, and carries it out`,
    );
    if (effects.length > 0) return effects;
    if (call.status >= 500) return observed(`a request ${how} is answered with ${call.status}`, { call });
    return undefined;
  });
  return (trace) =>
    trace.keyed(operation.id).some(isOk) || probesOf(trace).some(isOk) ? judge(trace) : NOTHING_SHOWN;
}

const NOTHING_SHOWN: Judgement = {
  checked: 0,
  findings: [],
  notReached: 'the operation never succeeded with a key, so a refusal shows nothing',
};

function acceptance(trace: Trace, operation: NamedOperation, via: 'bearer' | 'x-api-key'): Judgement {
  const findings: Finding[] = [];
  let checked = 0;
  for (const call of trace.keyed(operation.id)) {
    if (call.by.via !== via) continue;
    if (call.ok) checked++;
    else if (isHeaderTrouble(call, trace))
      findings.push(
        fail(`${operation.text} refuses the key in this header, and accepts it in the other`, {
          expected: 'success with either header',
          actual: call.status,
          call,
        }),
      );
  }
  return {
    checked,
    findings,
    notReached: `no valid request succeeded with ${via}`,
  };
}
