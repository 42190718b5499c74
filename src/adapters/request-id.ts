/** The identifier of an exchange: the client's own when it is sane, else a new one. */
const SANE = /^[\w.:-]{1,128}$/;

/** New ones begin with the same half of a UUID and end with a count: as unique as a new UUID, and quicker to make. */
const PROCESS = crypto.randomUUID().slice(0, 24);
let count = 0;

export function requestIdFor(sent: string | undefined): string {
  if (sent !== undefined && SANE.test(sent)) return sent;
  count += 1;
  return PROCESS + count.toString(16).padStart(12, '0');
}
