import type { StoreCustomer } from '../../simulators/index.ts'
import type { Random } from './random.ts'

/** A buyer. The account may be created after the first order. */
export interface Person {
  readonly number: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly city: string
  readonly postcode: string
  readonly country: string
  /** 0 while they buy as a guest. */
  accountId: number
  orders: number
}

const firstNames = [
  'Anna',
  'Ben',
  'Carla',
  'David',
  'Elif',
  'Finn',
  'Greta',
  'Henrik',
  'Ida',
  'Jan',
  'Katja',
  'Lars',
  'Mia',
  'Nils',
  'Olga',
  'Paul',
  'Rieke',
  'Sven',
  'Tomke',
  'Uwe',
]
const lastNames = [
  'Albers',
  'Brandt',
  'Carstens',
  'Dirks',
  'Ehlers',
  'Feddersen',
  'Gerdes',
  'Hansen',
  'Iversen',
  'Jansen',
  'Kruse',
  'Lorenzen',
  'Meyer',
  'Nissen',
  'Petersen',
  'Rickmers',
  'Schmidt',
  'Thomsen',
  'Voss',
  'Wolf',
]
const places: readonly (readonly [country: string, city: string, postcode: string, weight: number])[] = [
  ['DE', 'Hamburg', '20095', 22],
  ['DE', 'Kiel', '24103', 14],
  ['DE', 'Bremen', '28195', 12],
  ['DE', 'Berlin', '10115', 14],
  ['DE', 'Köln', '50667', 10],
  ['DE', 'München', '80331', 9],
  ['AT', 'Wien', '1010', 8],
  ['CH', 'Zürich', '8001', 6],
  ['NL', 'Groningen', '9711', 3],
  ['GB', 'Whitby', 'YO21 1', 2],
]

/** The buyers of the shop, whose number grows. */
export class People {
  readonly #random: Random
  readonly #all: Person[] = []
  readonly #customers: StoreCustomer[] = []
  #lastAccount = 200

  constructor(random: Random) {
    this.#random = random
  }

  get customers(): readonly StoreCustomer[] {
    return this.#customers
  }

  /** A new buyer, with an account in about half of the cases. */
  newcomer(at: string): Person {
    const random = this.#random
    const number = this.#all.length + 1
    const firstName = random.pick(firstNames)
    const lastName = random.pick(lastNames)
    const [country, city, postcode] = random.weighted(places.map((place) => [place, place[3]] as const))
    const email = `${firstName}.${lastName}.${number}@example.com`.toLowerCase()
    const person: Person = { number, firstName, lastName, email, city, postcode, country, accountId: 0, orders: 0 }
    this.#all.push(person)
    if (random.chance(0.5)) this.openAccount(person, at)
    return person
  }

  /** A previous buyer, more likely a recent one; undefined while there are none. */
  returning(): Person | undefined {
    const { length } = this.#all
    if (length === 0) return undefined
    return this.#all[length - 1 - Math.floor(this.#random.next() ** 1.6 * length)]
  }

  /** Registers a guest as a customer with the same address. */
  openAccount(person: Person, at: string): void {
    if (person.accountId !== 0) return
    this.#lastAccount += 1
    person.accountId = this.#lastAccount
    this.#customers.push({
      id: person.accountId,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      country: person.country,
      createdAt: at,
    })
  }
}
