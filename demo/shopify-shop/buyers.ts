import type { ShopAddress, ShopCustomer } from '../../simulators/index.ts'
import type { Random } from '../shop/random.ts'

/** A buyer. In Shopify, everybody with an address is a customer. */
export interface Buyer {
  readonly id: number
  readonly email: string
  /** Used occasionally, and not known for any customer. */
  readonly workEmail: string
  readonly phone: string
  readonly address: ShopAddress & { readonly country: string }
  orders: number
}

const firstNames = [
  'Ada',
  'Blake',
  'Cora',
  'Dale',
  'Edie',
  'Ford',
  'Gwen',
  'Hank',
  'Iris',
  'Jude',
  'Kit',
  'Lena',
  'Moe',
]
const lastNames = [
  'Abbott',
  'Bragdon',
  'Coffin',
  'Dyer',
  'Eaton',
  'Frost',
  'Gray',
  'Hale',
  'Ives',
  'Joy',
  'Knox',
  'Libby',
]

type Place = readonly [country: string, state: string, city: string, zip: string, weight: number]

const places: readonly Place[] = [
  ['US', 'ME', 'Portland', '04101', 24],
  ['US', 'MA', 'Boston', '02108', 20],
  ['US', 'NY', 'New York', '10001', 18],
  ['US', 'NH', 'Portsmouth', '03801', 10],
  ['US', 'CA', 'San Francisco', '94103', 10],
  ['US', 'TX', 'Austin', '78701', 7],
  ['US', 'OR', 'Portland', '97201', 5],
  ['CA', 'ON', 'Toronto', 'M5H 2N2', 7],
  ['GB', '', 'Bristol', 'BS1 4DJ', 4],
  ['DE', '', 'Bremen', '28195', 3],
]

const firstCustomer = 7_300_001

/** The buyers of the shop, whose number grows. */
export class Buyers {
  readonly #random: Random
  readonly #all: Buyer[] = []
  readonly #customers: ShopCustomer[] = []

  constructor(random: Random) {
    this.#random = random
  }

  get customers(): readonly ShopCustomer[] {
    return this.#customers
  }

  /** A new buyer. */
  newcomer(at: string): Buyer {
    const random = this.#random
    const number = this.#all.length + 1
    const firstName = random.pick(firstNames)
    const lastName = random.pick(lastNames)
    const [country, provinceCode, city, zip] = random.weighted(places.map((place) => [place, place[4]] as const))
    const name = `${firstName}.${lastName}.${number}`.toLowerCase()
    const address = { firstName, lastName, city, zip, country, ...(provinceCode === '' ? {} : { provinceCode }) }
    const buyer: Buyer = {
      id: firstCustomer + number,
      email: `${name}@example.com`,
      workEmail: `${name}@work.example`,
      phone: `+1207555${String(number).padStart(4, '0')}`,
      address,
      orders: 0,
    }
    this.#all.push(buyer)
    const { id, email } = buyer
    const marketing = random.chance(0.3) ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED'
    this.#customers.push({ id, email, firstName, lastName, address, marketing, createdAt: at })
    return buyer
  }

  /** A previous buyer, more likely a recent one; undefined while there are none. */
  returning(): Buyer | undefined {
    const { length } = this.#all
    return this.#all[length - 1 - Math.floor(this.#random.next() ** 1.6 * length)]
  }
}
