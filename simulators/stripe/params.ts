import { StripeError } from './errors.ts'

type Value = string | { [name: string]: Value }

function openBelow(place: { [name: string]: Value }, name: string): { [name: string]: Value } {
  const found = place[name]
  if (typeof found === 'object') return found
  const made: { [name: string]: Value } = {}
  place[name] = made
  return made
}

/** The parameters of a call: a form with brackets, `items[0][price]=…`, in a body or an address. */
export class Params {
  readonly #fields: { readonly [name: string]: Value }
  readonly #path: string

  private constructor(fields: { readonly [name: string]: Value }, path: string) {
    this.#fields = fields
    this.#path = path
  }

  static of(form: URLSearchParams): Params {
    const root: { [name: string]: Value } = {}
    for (const [key, value] of form) {
      const names = key.split(/[[\]]+/).filter((name) => name !== '')
      const last = names.pop() ?? ''
      let place = root
      for (const name of names) place = openBelow(place, name)
      // `types[]=a&types[]=b` has no numbers.
      if (!key.endsWith('[]')) place[last] = value
      else {
        const list = openBelow(place, last)
        list[String(Object.keys(list).length)] = value
      }
    }
    return new Params(root, '')
  }

  get names(): string[] {
    return Object.keys(this.#fields)
  }

  /** How a parameter is called in an error: `items[0][price]`. */
  pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`
  }

  /** Refuses what the call does not know, as Stripe does. */
  allow(...names: readonly string[]): void {
    for (const name of this.names) {
      if (names.includes(name) || name === 'expand') continue
      const path = this.pathOf(name)
      throw new StripeError(400, `Received unknown parameter: ${path}`, { code: 'parameter_unknown', param: path })
    }
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined
  }

  /** Text; an empty one unsets a field and is `''`. Undefined where nothing was sent. */
  text(name: string): string | undefined {
    const value = this.#fields[name]
    if (value === undefined || typeof value === 'string') return value
    throw new StripeError(400, 'Invalid string', { param: this.pathOf(name) })
  }

  required(name: string): string {
    const value = this.text(name)
    if (value !== undefined && value !== '') return value
    const path = this.pathOf(name)
    throw new StripeError(400, `Missing required param: ${path}.`, { code: 'parameter_missing', param: path })
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (/^-?\d+$/.test(value)) return Number(value)
    throw new StripeError(400, `Invalid integer: ${value}`, {
      code: 'parameter_invalid_integer',
      param: this.pathOf(name),
    })
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (value === 'true' || value === 'false') return value === 'true'
    throw new StripeError(400, `Invalid boolean: ${value}`, { param: this.pathOf(name) })
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    const found = choices.find((choice) => choice === value)
    if (found !== undefined) return found
    const path = this.pathOf(name)
    throw new StripeError(400, `Invalid ${path}: must be one of ${choices.join(', ')}`, { param: path })
  }

  /** The fields below a name; none where nothing was sent. */
  below(name: string): Params {
    const value = this.#fields[name]
    return new Params(typeof value === 'object' ? value : {}, this.pathOf(name))
  }

  /** The entries of a list. */
  list(name: string): Params[] {
    const list = this.below(name)
    return list.names.map((index) => list.below(index))
  }

  /** The texts of a list. */
  texts(name: string): string[] {
    const list = this.below(name)
    return list.names.flatMap((index) => list.text(index) ?? [])
  }

  /** Notes as they are after the call: given ones are set, empty ones removed, others kept. */
  metadata(before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    if (this.#fields['metadata'] === '') return {}
    const sent = this.below('metadata')
    const all = { ...before, ...Object.fromEntries(sent.names.map((name) => [name, sent.text(name) ?? ''])) }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  }

  /** The same text for the same parameters, in any order. */
  print(): string {
    const sorted = (value: Value): unknown =>
      typeof value === 'string'
        ? value
        : Object.entries(value)
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)])
    return JSON.stringify(sorted(this.#fields))
  }
}
