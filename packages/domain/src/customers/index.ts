// Which customer placed an order, and whether for the first time. Pure rules plus the look-ups of identities; knows nothing
// of amounts.
export {
  type Assignment,
  assignCustomers,
  type CustomerClass,
  type CustomerOrder,
  type CustomerPlace,
  type CustomerStore,
  type IdentifiedOrder,
  placeOrders,
} from './assign.ts'
export { createIdentifierHash, type Identifier, isAnonymous, listIdentifiers, normaliseEmail } from './identifiers.ts'
