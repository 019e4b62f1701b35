/** Numbers by row, without an object for each. */
export class Column {
  #values = new Float64Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  at(row: number): number {
    return this.#values[row] ?? 0
  }

  set(row: number, value: number): void {
    if (row >= this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[row] = value
    if (row >= this.#length) this.#length = row + 1
  }
}
