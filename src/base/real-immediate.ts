/** The real `setImmediate` of Node, captured when this module is loaded. Browsers do not have it. */

export const { setImmediate: setRealImmediate } = globalThis;
