/** Which addresses only this machine can connect to. */

/** @param address as an option names it, or as a connection has it */
export function isLocalAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
