/** What was made lately, by a key; beyond `most` the oldest is forgotten. */
export class Recent<Value> {
  readonly #most: number
  readonly #made = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  /** What is known under a key, or else made now. */
  get(key: string, make: () => Value): Value {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#made.set(key, made)
    const [oldest] = this.#made.keys()
    if (this.#made.size > this.#most && oldest !== undefined) this.#made.delete(oldest)
    return made
  }

  forget(key: string): void {
    this.#made.delete(key)
  }
}
