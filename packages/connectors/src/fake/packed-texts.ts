const chunkBytes = 1 << 24

/** Many small texts in a few large buffers outside the heap; texts are only ever appended. */
export class PackedTexts {
  readonly #chunks: Buffer[] = []
  #used = chunkBytes
  #places = new Float64Array(1024)
  #lengths = new Uint32Array(1024)
  #count = 0

  /** Stores a text and gives its number. */
  add(text: string): number {
    const bytes = Buffer.byteLength(text)
    let chunk = this.#chunks.at(-1)
    if (!chunk || this.#used + bytes > chunk.length) {
      chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes))
      this.#chunks.push(chunk)
      this.#used = 0
    }
    if (this.#count === this.#places.length) this.#grow()
    chunk.write(text, this.#used)
    this.#places[this.#count] = (this.#chunks.length - 1) * 2 ** 32 + this.#used
    this.#lengths[this.#count] = bytes
    this.#used += bytes
    this.#count += 1
    return this.#count - 1
  }

  /** The text under a number. */
  at(number: number): string {
    const place = this.#places[number] ?? 0
    const start = place % 2 ** 32
    return (
      this.#chunks[Math.floor(place / 2 ** 32)]?.toString('utf8', start, start + (this.#lengths[number] ?? 0)) ?? ''
    )
  }

  #grow(): void {
    const places = new Float64Array(this.#places.length * 2)
    places.set(this.#places)
    this.#places = places
    const lengths = new Uint32Array(this.#lengths.length * 2)
    lengths.set(this.#lengths)
    this.#lengths = lengths
  }
}
