/** Recognizes loopback addresses. */

const LOOPBACK =
  /^(?:(?:.+\.)?localhost\.?|::1|(?:::ffff:)?127(?:\.\d{1,3}){3}|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/i;

/** Whether only this machine can connect to an address. @param address a host name or an IP address, without a port */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address.replace(/^\[(.+)\]$/, '$1'));
}
