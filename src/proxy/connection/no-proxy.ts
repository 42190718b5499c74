/** Decides whether `NO_PROXY` excludes a target, in all forms that curl and Go accept. Host names are never resolved. */
import { BlockList, isIP } from 'node:net';

/** An entry is `*`, a name, an address or a range, optionally with a port. Entries are separated by commas or blanks. */
export function isExcludedFromProxy({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const host = normalizeHost(hostname);
  const targetPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const parsed = splitPort(entry);
      if (parsed.port !== undefined && Number(parsed.port) !== Number(targetPort)) return false;
      return isIP(host) === 0 ? matchesName(host, parsed.host) : matchesAddress(host, parsed.host);
    });
}

/** `host:port`, `[::1]:port`, or an IPv6 address, whose last part is no port. */
function splitPort(entry: string): { readonly host: string; readonly port?: string } {
  const { host = entry, port } =
    /^(?<host>\[.*\](?:\/\d+)?|[^:]*)(?::(?<port>\d*))?$/.exec(entry)?.groups ?? {};
  return { host: normalizeHost(host), ...(port && { port }) };
}

const normalizeHost = (host: string): string => host.toLowerCase().replace(/[[\]]/g, '').replace(/\.$/, '');

/** `example.com` and `.example.com` are the domain and what is below it, `*.example.com` only what is below it. */
function matchesName(host: string, pattern: string): boolean {
  if (pattern.startsWith('*')) return host.endsWith(pattern.slice(1));
  const domain = pattern.replace(/^\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

/** An address, or a range such as `10.0.0.0/8`. An IPv4 address and its form in IPv6 are equal. */
function matchesAddress(address: string, pattern: string): boolean {
  const [base = '', prefix] = pattern.split('/');
  const family = familyOf(base);
  if (!family || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return false;
  const bits = family === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return false;
  const range = new BlockList();
  range.addSubnet(base, length, family);
  return range.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address) as 4 | 6];
