/** Has the judge look at a journal's clients. It is loaded when somebody asks: a stand-in starts and answers without it. */
import { basePath } from '../generated/routes.js';
import type { ControlContext } from '../service/control/scene.js';

export const judgeClients: ControlContext['judgeClients'] = async (exchanges, { dropped, ...options }) => {
  const { conductReport, judgeConduct } = await import('../contract/index.js');
  // Whatever is in a journal of the stand-in was sent to it.
  const verdicts = judgeConduct(exchanges, { baseUrl: basePath, ...options });
  return conductReport(verdicts, { exchanges: exchanges.length, dropped });
};
