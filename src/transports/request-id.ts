/** The id of an exchange: the client's own if it is valid, else a new one. */
const SANE = /^[\w.:-]{1,128}$/;

/** New ids start with the same half of a UUID and end with a counter. They are as unique as UUIDs and faster to create. */
const PROCESS = halfOfUuid();
/** The last two hex digits of the counter. The digits before them are formatted once for every 256 ids. */
const LAST_DIGITS = Array.from({ length: 256 }, (_, count) => count.toString(16).padStart(2, '0'));
let count = 0;
let begin = '';

export function requestIdFor(sent: string | undefined): string {
  if (sent !== undefined && SANE.test(sent)) return sent;
  count += 1;
  const last = count % LAST_DIGITS.length;
  if (last === 0 || begin === '')
    begin =
      PROCESS +
      Math.floor(count / LAST_DIGITS.length)
        .toString(16)
        .padStart(10, '0');
  return begin + (LAST_DIGITS[last] as string);
}

/** Like the start of `crypto.randomUUID`, which does not exist in pages without TLS. */
function halfOfUuid(): string {
  const random = [...crypto.getRandomValues(new Uint16Array(5))];
  const [one, two, three, four = '', five = ''] = random.map((part) => part.toString(16).padStart(4, '0'));
  return `${one}${two}-${three}-4${four.slice(1)}-a${five.slice(1)}-`;
}
