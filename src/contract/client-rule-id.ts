/** Ids of rules about clients begin with `client/`. A report about a client never says that the service broke a promise. */
export const isClientRuleId = (id: string): boolean => id.startsWith('client/');
