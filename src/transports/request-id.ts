/** Creates request ids, or reuses a valid one from the request. */

const VALID_ID = /^[\w.:-]{1,128}$/;

/** New ids start with the same half of a UUID and end with a counter, which is faster than creating a UUID. */
const PROCESS_ID = createUuidPrefix();
/** The last two hex digits of the counter. The digits before them are formatted once for 256 ids. */
const LAST_DIGITS = Array.from({ length: 256 }, (_, count) => count.toString(16).padStart(2, '0'));
let count = 0;
let prefix = '';

/** The id of an exchange: that of the client if it is valid, else a new one. */
export function getOrCreateRequestId(clientId: string | undefined): string {
  if (clientId !== undefined && VALID_ID.test(clientId)) return clientId;
  count += 1;
  const last = count % LAST_DIGITS.length;
  if (last === 0 || prefix === '')
    prefix =
      PROCESS_ID +
      Math.floor(count / LAST_DIGITS.length)
        .toString(16)
        .padStart(10, '0');
  return prefix + (LAST_DIGITS[last] as string);
}

/** Like the start of a `crypto.randomUUID()`, which insecure contexts lack. */
function createUuidPrefix(): string {
  const random = [...crypto.getRandomValues(new Uint16Array(5))];
  const [one, two, three, four = '', five = ''] = random.map((part) => part.toString(16).padStart(4, '0'));
  return `${one}${two}-${three}-4${four.slice(1)}-a${five.slice(1)}-`;
}
