import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress, crc32, gunzip } from 'node:zlib'
import { createEncoder, type Encoding } from './compression.ts'

// A compressed page whose nonce is put in anew without compressing it again: at its first place the nonce stands in the
// compressed bytes as it is, and all others refer back to that one.

/** Compressed text with places for values that differ in each response. */
export interface Packed {
  /** With stand-ins at those places. */
  readonly bytes: Buffer
  /** Where each value begins, by value. */
  readonly places: readonly (readonly number[])[]
  /** How each value counts in the checksum at the end; undefined for encodings without one. */
  readonly weights: readonly number[] | undefined
}

/** Bytes after which an encoder may have forgotten the value's last place. */
const farApart = 4_096
const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

/**
 * Compresses a text in which these values occur; undefined when they could not be kept apart. Proved each time: with other
 * values put in, it has to come out again.
 */
export async function pack(
  text: Uint8Array,
  values: readonly Buffer[],
  encoding: Encoding,
): Promise<Packed | undefined> {
  const template = Buffer.from(text)
  const standIns = values.map(({ byteLength }) => standIn(byteLength))
  const found = values.map((value, index) => replaceAll(template, value, standIns[index] ?? value))
  const encoder = createEncoder(encoding)
  const encoded = buffer(encoder)
  // What is written at once is compressed by itself: incompressible bytes stand there as they are.
  for (const piece of piecesOf(template, values, found)) encoder.write(piece)
  encoder.end()
  const bytes = await encoded
  const packed: Packed = {
    bytes,
    places: standIns.map((each) => placesOf(bytes, each)),
    weights: encoding === 'gzip' ? found.map((places, index) => weightOf(places, values[index], template)) : undefined,
  }
  return (await isRight(packed, { template, standIns, found }, encoding)) ? packed : undefined
}

/** The compressed text with these values, as long as those before. */
export function unpack({ bytes, places, weights }: Packed, values: readonly Buffer[]): Buffer<ArrayBuffer> {
  const copy = Buffer.from(bytes)
  let checksum = weights && copy.readUInt32LE(copy.byteLength - 8)
  for (const [index, value] of values.entries()) {
    const [first = 0] = places[index] ?? []
    if (checksum !== undefined) {
      // Both sums begin and end alike, so that what remains is the difference's own.
      const difference = crc32(value) ^ crc32(copy.subarray(first, first + value.byteLength))
      checksum ^= multiply(weights?.[index] ?? 0, difference >>> 0)
    }
    for (const place of places[index] ?? []) value.copy(copy, place)
  }
  if (checksum !== undefined) copy.writeUInt32LE(checksum >>> 0, copy.byteLength - 8)
  return copy
}

interface Original {
  readonly template: Buffer
  readonly standIns: readonly Buffer[]
  readonly found: readonly (readonly number[])[]
}

async function isRight(packed: Packed, { template, standIns, found }: Original, encoding: Encoding): Promise<boolean> {
  if (packed.places.some((places, index) => places.length === 0 && found[index]?.length !== 0)) return false
  // Other in every byte: a single one of a later place may stand in the compressed text as it was.
  const others = standIns.map((bytes) => {
    const change = randomBytes(bytes.byteLength)
    return Buffer.from(bytes.map((byte, at) => byte ^ (1 + ((change[at] ?? 0) % 255))))
  })
  const expected = Buffer.from(template)
  for (const [index, other] of others.entries()) for (const place of found[index] ?? []) other.copy(expected, place)
  try {
    return expected.equals(await decoders[encoding](unpack(packed, others)))
  } catch {
    // The checksum does not agree: a value was taken apart.
    return false
  }
}

/** Every second byte is one that no text in UTF-8 has, none is below 128: encoders find nothing to refer to, and little to gain. */
function standIn(length: number): Buffer {
  return Buffer.from(
    randomBytes(length).map((random, index) => (index % 2 === 0 ? 0xf5 + (random % 11) : 0x90 + (random % 101))),
  )
}

function placesOf(text: Buffer, value: Buffer): number[] {
  const places: number[] = []
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.byteLength)) places.push(at)
  return places
}

function replaceAll(text: Buffer, value: Buffer, other: Buffer): readonly number[] {
  const places = placesOf(text, value)
  for (const place of places) other.copy(text, place)
  return places
}

/** Values that no earlier one is near to stand alone. */
function* piecesOf(text: Buffer, values: readonly Buffer[], found: readonly (readonly number[])[]): Generator<Buffer> {
  const alone = found.flatMap((places, index) =>
    places
      .filter((place, nth) => place - (places[nth - 1] ?? Number.NEGATIVE_INFINITY) > farApart)
      .map((from) => ({ from, to: from + (values[index]?.byteLength ?? 0) })),
  )
  let done = 0
  for (const { from, to } of alone.toSorted((a, b) => a.from - b.from)) {
    yield text.subarray(done, from)
    yield text.subarray(from, to)
    done = to
  }
  yield text.subarray(done)
}

// Checksums of gzip are polynomials over GF(2), reduced by this one; the highest power is the lowest bit. A change counts by
// the power of x that stands for the bits behind it, and equal changes at many places by the sum of those powers.
const reducer = 0xedb88320
const one = 0x80000000

function weightOf(places: readonly number[], value: Buffer | undefined, { byteLength }: Buffer): number {
  const length = value?.byteLength ?? 0
  return places.reduce((sum, place) => (sum ^ powerOfX(8 * (byteLength - place - length))) >>> 0, 0)
}

/** x to this power, by squaring. */
function powerOfX(exponent: number): number {
  let [result, square] = [one, one >>> 1]
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, square)
    square = multiply(square, square)
  }
  return result
}

function multiply(left: number, right: number): number {
  let [sum, shifted] = [0, right]
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (left & bit) sum ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ reducer : shifted >>> 1
  }
  return sum >>> 0
}
