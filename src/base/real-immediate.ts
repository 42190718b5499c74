/** Node's real `setImmediate`, beside the real timers that browsers have, too. */
export const { setImmediate: setRealImmediate } = globalThis;
