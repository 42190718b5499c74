/** Sends a burst of requests until the service limits them. Sections 7.1 and 8. */
import type { Requester } from '../requester.js';

/** Rejections other than 429 after which the burst ends. */
const MAX_REJECTIONS = 4;

/** More requests than the rate of the run and the example of section 8 allow. */
export const burstSize = ({ requestsPerMinute }: { readonly requestsPerMinute: number }): number =>
  2 * Math.max(30, requestsPerMinute);

export async function probeRateLimit(requester: Requester): Promise<void> {
  // No request can restore anything while the key is limited.
  await requester.restoreChanges();
  const burst = burstSize(requester.settings);
  let rejections = 0;
  let limited = 0;
  for (let sent = 0; sent < burst && rejections < MAX_REJECTIONS; sent++) {
    const call = await requester.call({ operation: 'listTemplates', via: 'bearer', isUnpaced: true });
    // A single 429 can be a passing fault.
    limited = call.status === 429 ? limited + 1 : 0;
    if (limited === 2) return listAsOther(requester);
    rejections = call.isSuccess || limited > 0 ? 0 : rejections + 1;
  }
  if (rejections === 0) requester.note(`${burst} requests in a row: no rate limit response`);
}

/** Right after a 429 of the first key: the limit applies to each key (8). */
async function listAsOther(requester: Requester): Promise<void> {
  if (requester.settings.otherApiKey === undefined) return;
  await requester.call({ operation: 'listTemplates', by: 'other', via: 'bearer', isUnpaced: true });
}
