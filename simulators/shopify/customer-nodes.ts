import type { ShopAddress, ShopCustomer } from './history.ts'
import { moneyV2 } from './money.ts'
import { countryName } from './places.ts'
import { type Call, gid, type NodeWorld } from './world.ts'

/** A mailing address. */
export class AddressNode {
  readonly __typename = 'MailingAddress'
  readonly id: string
  readonly #address: ShopAddress

  constructor(address: ShopAddress, id: string) {
    this.#address = address
    this.id = gid('MailingAddress', id)
  }

  get firstName() {
    return this.#address.firstName ?? null
  }
  get lastName() {
    return this.#address.lastName ?? null
  }
  get name() {
    return [this.#address.firstName, this.#address.lastName].filter((part) => part).join(' ')
  }
  get company() {
    return this.#address.company ?? null
  }
  get address1() {
    return this.#address.address1 ?? null
  }
  get city() {
    return this.#address.city ?? null
  }
  get zip() {
    return this.#address.zip ?? null
  }
  get phone() {
    return this.#address.phone ?? null
  }
  get country() {
    return this.#address.country ? countryName(this.#address.country) : null
  }
  get countryCodeV2() {
    return this.#address.country ?? null
  }
  get countryCode() {
    return this.countryCodeV2
  }
  get provinceCode() {
    return this.#address.provinceCode ?? null
  }
  get province() {
    return this.provinceCode
  }
  get coordinatesValidated() {
    return false
  }
}

/** A customer with what the shop counts of them. */
export class CustomerNode {
  readonly __typename = 'Customer'
  readonly #customer: ShopCustomer
  readonly #world: NodeWorld

  constructor(customer: ShopCustomer, world: NodeWorld) {
    this.#customer = customer
    this.#world = world
  }

  get id() {
    return gid('Customer', this.#customer.id)
  }
  get legacyResourceId() {
    return String(this.#customer.id)
  }
  get createdAt() {
    return this.#customer.createdAt
  }
  get updatedAt() {
    return this.#customer.updatedAt ?? this.#customer.createdAt
  }
  get state() {
    return this.#customer.state ?? 'DISABLED'
  }
  get locale() {
    return this.#customer.locale ?? 'en'
  }
  get tags() {
    return this.#customer.tags ?? []
  }
  get firstName() {
    return this.#customer.firstName ?? null
  }
  get lastName() {
    return this.#customer.lastName ?? null
  }
  get displayName() {
    const name = [this.#customer.firstName, this.#customer.lastName].filter((part) => part).join(' ')
    return name === '' ? (this.#customer.email ?? '') : name
  }
  get email() {
    return this.#customer.email ?? null
  }
  get phone() {
    return this.#customer.phone ?? null
  }
  get verifiedEmail() {
    return true
  }
  get taxExempt() {
    return false
  }
  get note() {
    return null
  }
  get numberOfOrders() {
    return String(this.#world.store.customerTotals(this.#customer.id).orders)
  }
  get amountSpent() {
    return moneyV2(this.#world.store.customerTotals(this.#customer.id).spent, this.#world.site.currency)
  }
  get defaultEmailAddress() {
    const { email } = this.#customer
    if (!email) return null
    const marketingState = this.#customer.marketing ?? 'NOT_SUBSCRIBED'
    return { emailAddress: email, marketingState, openTrackingLevel: 'UNKNOWN', validFormat: true }
  }
  get defaultPhoneNumber() {
    const { phone } = this.#customer
    return phone ? { phoneNumber: phone, marketingState: 'NOT_SUBSCRIBED' } : null
  }
  get defaultAddress() {
    const { address, id } = this.#customer
    return address ? new AddressNode(address, `${id}?model_name=CustomerAddress`) : null
  }

  orders(args: object, call: Call): unknown {
    return this.#world.store.listings.orders.page({ ...args, query: `customer_id:${this.#customer.id}` }, call)
  }
}
