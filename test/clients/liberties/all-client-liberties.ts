/** All good clients that do something a careless judge would take amiss. */
import type { ClientLiberty } from '../client-case.js';
import { programs } from './programs.js';
import { steeredClocks } from './steered-clocks.js';
import { tabsAndPeople } from './tabs-and-people.js';

export const clientLiberties: readonly ClientLiberty[] = [...tabsAndPeople, ...programs, ...steeredClocks];
