/** The statuses of responses without a body (RFC 9110). */

export const isNullBodyStatus = (status: number): boolean =>
  (status >= 100 && status < 200) || status === 204 || status === 205 || status === 304;
