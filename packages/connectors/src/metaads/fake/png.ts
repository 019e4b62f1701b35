import { crc32, deflateSync } from 'node:zlib'

const size = 96

/** A picture of one colour with a lighter corner, as PNG. */
export function paint(hue: number): Buffer {
  const [dark, light] = [colour(hue, 0.45), colour(hue, 0.7)]
  const row = (y: number) =>
    Buffer.concat([Buffer.of(0), ...Array.from({ length: size }, (_, x) => Buffer.from(x + y < size ? light : dark))])
  const pixels = Buffer.concat(Array.from({ length: size }, (_, y) => row(y)))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Red, green and blue of a hue with some lightness. */
function colour(hue: number, lightness: number): number[] {
  const strength = 0.6 * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((shift) => {
    const step = (shift + hue / 30) % 12
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(step - 3, 9 - step, 1))))
  })
}
