/** The identifier of an exchange: the client's own when it is sane, else a new one. */
const SANE = /^[\w.:-]{1,128}$/;

export function requestIdFor(sent: string | undefined): string {
  return sent !== undefined && SANE.test(sent) ? sent : crypto.randomUUID();
}
