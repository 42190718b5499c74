/** Recognizes addresses that only this machine can connect to. */

/** @param address an address from an option or from a connection */
export function isLocalAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
