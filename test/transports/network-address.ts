/** An address of this machine in its network; undefined without a network. */
import { networkInterfaces } from 'node:os';

export const networkAddress: string | undefined = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
