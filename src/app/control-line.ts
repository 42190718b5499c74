/** The line to a mock server in this process. */
import type { ControlLine } from '../control/line.js';
import { runVerb } from '../service/control/run.js';
import type { ControlContext } from '../service/control/verb-context.js';
import { realNow } from '../base/real-time.js';

export function localLine(context: ControlContext): ControlLine {
  return {
    run: (id, { params = {}, query = {}, body } = {}) =>
      runVerb(context, id, { params, query, body, real: realNow() }),
  };
}
