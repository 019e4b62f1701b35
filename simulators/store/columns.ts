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

/** Row numbers sorted by a key, ties by id; sorted once after a bulk load, then kept sorted. */
export class SortedRows {
  readonly #key: (row: number) => number
  readonly #id: (row: number) => number
  #rows = new Uint32Array(1024)
  #length = 0
  #sorted = true

  constructor(key: (row: number) => number, id: (row: number) => number) {
    this.#key = key
    this.#id = id
  }

  get length(): number {
    return this.#length
  }

  /** Appends without sorting: for bulk loads. */
  append(row: number): void {
    if (this.#length === this.#rows.length) {
      const larger = new Uint32Array(this.#rows.length * 2)
      larger.set(this.#rows)
      this.#rows = larger
    }
    if (this.#sorted && this.#length > 0) this.#sorted = this.#compare(this.#rows[this.#length - 1] ?? 0, row) <= 0
    this.#rows[this.#length] = row
    this.#length += 1
  }

  /** Inserts a row at its sorted position. */
  insert(row: number): void {
    this.#sort()
    const place = this.#place(row)
    this.append(row)
    this.#rows.copyWithin(place + 1, place, this.#length - 1)
    this.#rows[place] = row
    this.#sorted = true
  }

  /** Takes a row out; call it before its key changes. */
  remove(row: number): void {
    this.#sort()
    const place = this.#place(row)
    if (this.#rows[place] !== row) throw new Error(`Row ${row} is not in the index`)
    this.#rows.copyWithin(place, place + 1, this.#length)
    this.#length -= 1
  }

  /** The row at a sorted position. */
  at(position: number): number {
    this.#sort()
    return this.#rows[position] ?? -1
  }

  /** First position whose key is greater than `key`, or at least `key` with `inclusive`. */
  firstAfter(key: number, inclusive = false): number {
    this.#sort()
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      const value = this.#key(this.#rows[middle] ?? 0)
      if (inclusive ? value >= key : value > key) high = middle
      else low = middle + 1
    }
    return low
  }

  /** The sorted rows, as one view. */
  view(): Uint32Array {
    this.#sort()
    return this.#rows.subarray(0, this.#length)
  }

  #compare(a: number, b: number): number {
    return this.#key(a) - this.#key(b) || this.#id(a) - this.#id(b)
  }

  #place(row: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#rows[middle] ?? 0, row) >= 0) high = middle
      else low = middle + 1
    }
    return low
  }

  #sort(): void {
    if (this.#sorted) return
    this.#rows.subarray(0, this.#length).sort((a, b) => this.#compare(a, b))
    this.#sorted = true
  }
}
