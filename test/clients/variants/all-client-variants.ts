/** All conforming client variants. A careless judge would report them. */
import type { ConformingClient } from '../client-scenario.js';
import { pages } from './pages.js';
import { people } from './users.js';
import { programs } from './scripts.js';
import { replies } from './replies.js';
import { goodRequests } from './requests.js';
import { clockChangedClocks } from './controlled-clocks.js';

export const clientVariants: readonly ConformingClient[] = [
  ...pages,
  ...people,
  ...programs,
  ...replies,
  ...goodRequests,
  ...clockChangedClocks,
];
