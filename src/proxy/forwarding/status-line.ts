/** Says which status lines of an upstream Node can receive, but cannot send to the client. */

const SENDABLE_REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Why a head cannot be sent, as a sentence without a name for the upstream; `undefined` if it can. */
export function unsendableHead(status: number, reason: string): string | undefined {
  if (status < 100 || status > 999) return `its status is ${status}, not a number from 100 to 999`;
  if (SENDABLE_REASON.test(reason)) return undefined;
  return 'the reason phrase in its status line has a control character';
}
