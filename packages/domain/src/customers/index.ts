// Who bought, and whether for the first time. Pure rules plus the look-ups of identities; knows nothing of amounts.
export { type Assignment, assignCustomers, type CustomerStore, type IdentifiedOrder } from './assign.ts'
export { type CustomerClass, type CustomerOrder, type CustomerPlace, placeOrders } from './classes.ts'
export { createIdentifierHash, type Identifier, isAnonymous, listIdentifiers, normaliseEmail } from './identifiers.ts'
