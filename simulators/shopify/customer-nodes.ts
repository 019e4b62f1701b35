import type { ShopAddress, ShopCustomer } from './history.ts'
import { moneyV2 } from './money.ts'
import { nodeType } from './node.ts'
import { countryName, gid, type NodeWorld } from './world.ts'

/** A mailing address; `id` says whose it is. */
export const addressNode = nodeType<ShopAddress & { readonly id: string }>('MailingAddress', {
  id: ({ id }) => gid('MailingAddress', id),
  firstName: ({ firstName = null }) => firstName,
  lastName: ({ lastName = null }) => lastName,
  name: nameOf,
  company: ({ company = null }) => company,
  address1: ({ address1 = null }) => address1,
  city: ({ city = null }) => city,
  zip: ({ zip = null }) => zip,
  phone: ({ phone = null }) => phone,
  country: ({ country }) => (country ? countryName(country) : null),
  countryCodeV2: ({ country = null }) => country,
  countryCode: ({ country = null }) => country,
  provinceCode: ({ provinceCode = null }) => provinceCode,
  province: ({ provinceCode = null }) => provinceCode,
  coordinatesValidated: () => false,
})

function nameOf({ firstName, lastName }: Pick<ShopCustomer, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part).join(' ')
}

/** A customer with the shop's statistics about them. */
export const customerNode = nodeType<{ readonly customer: ShopCustomer; readonly world: NodeWorld }>('Customer', {
  id: ({ customer }) => gid('Customer', customer.id),
  legacyResourceId: ({ customer }) => String(customer.id),
  createdAt: ({ customer }) => customer.createdAt,
  updatedAt: ({ customer }) => customer.updatedAt ?? customer.createdAt,
  state: ({ customer }) => customer.state ?? 'DISABLED',
  locale: ({ customer }) => customer.locale ?? 'en',
  tags: ({ customer }) => customer.tags ?? [],
  firstName: ({ customer }) => customer.firstName ?? null,
  lastName: ({ customer }) => customer.lastName ?? null,
  displayName: ({ customer }) => nameOf(customer) || (customer.email ?? ''),
  email: ({ customer }) => customer.email ?? null,
  phone: ({ customer }) => customer.phone ?? null,
  verifiedEmail: () => true,
  taxExempt: () => false,
  note: () => null,
  numberOfOrders: ({ customer, world }) => String(world.store.customerTotals(customer.id).orders),
  amountSpent: ({ customer, world }) => moneyV2(world.store.customerTotals(customer.id).spent, world.site.currency),
  defaultEmailAddress: ({ customer: { email, marketing: marketingState = 'NOT_SUBSCRIBED' } }) =>
    email ? { emailAddress: email, marketingState, openTrackingLevel: 'UNKNOWN', validFormat: true } : null,
  defaultPhoneNumber: ({ customer: { phone } }) =>
    phone ? { phoneNumber: phone, marketingState: 'NOT_SUBSCRIBED' } : null,
  defaultAddress: ({ customer: { address, id } }) =>
    address ? addressNode({ ...address, id: `${id}?model_name=CustomerAddress` }) : null,
  orders: ({ customer, world }, args, call) =>
    world.store.listings.orders.page({ ...args, query: `customer_id:${customer.id}` }, call),
})
