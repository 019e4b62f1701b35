import { AppError } from './errors.ts'

declare const idKind: unique symbol
type Id<Kind extends string> = string & { readonly [idKind]: Kind }

/** A tenant: the business whose people share shops. UUID. */
export type OrganisationId = Id<'organisation'>
/** One shop of an organisation; the unit of isolation in the warehouse. UUID. */
export type ShopId = Id<'shop'>
/** One connected account of a platform. UUID. */
export type ConnectionId = Id<'connection'>
/** A person who signs in, with the id from the auth service. UUID. */
export type PersonId = Id<'person'>
/** A person's shopping identity inside one shop. UUID; the nil UUID means "unidentified". */
export type CustomerId = Id<'customer'>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function parser<T extends string>(what: string): (text: string) => T {
  return (text) => {
    const id = text.toLowerCase()
    if (!uuid.test(id)) throw new AppError('invalid_input', `“${text}” is not the id of ${what}: expected a UUID.`)
    // Safe, because the pattern above fully defines these ids.
    return id as T
  }
}

/** Each reads an id in any case; throws `invalid_input` for anything but a UUID. */
export const toOrganisationId = parser<OrganisationId>('an organisation')
export const toShopId = parser<ShopId>('a shop')
export const toConnectionId = parser<ConnectionId>('a connection')
export const toPersonId = parser<PersonId>('a person')
export const toCustomerId = parser<CustomerId>('a customer')

/** The customer of an order that carries nothing to recognise a person by. */
export const unidentifiedCustomer = toCustomerId('00000000-0000-0000-0000-000000000000')
