/** The identifier of an exchange: the client's own when it is sane, else a new one. */
const SANE = /^[\w.:-]{1,128}$/;

/** New ones begin with the same half of a UUID and end with a count: as unique as a new UUID, and quicker to make. */
const PROCESS = halfOfUuid();
/** The last two digits of the count: what is before them is written once for all of these. */
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

/** As `crypto.randomUUID` makes it, which pages without TLS do not have. */
function halfOfUuid(): string {
  const random = [...crypto.getRandomValues(new Uint16Array(5))];
  const [one, two, three, four = '', five = ''] = random.map((part) => part.toString(16).padStart(4, '0'));
  return `${one}${two}-${three}-4${four.slice(1)}-a${five.slice(1)}-`;
}
