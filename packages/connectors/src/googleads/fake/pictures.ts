import { crc32, deflateSync } from 'node:zlib'
import type { Answer } from './answers.ts'

const width = 120
const height = 90

/** The picture of `/pictures/{hue}.png` or `/vi/{id}-{hue}/hqdefault.jpg`: one colour, with a band in another. */
export function picture(path: string): Answer | undefined {
  const hue = /^\/(?:pictures\/|vi\/[\w]*-)(\d{1,3})(?:\.png|\/hqdefault\.jpg)$/.exec(path)?.[1]
  if (hue === undefined) return undefined
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'public' }, body: png(Number(hue)) }
}

function png(hue: number): Buffer {
  const [light, dark] = [colour(hue, 0.6), colour(hue, 0.35)]
  const rows = Array.from({ length: height }, (_, row) => {
    const shade = row > height * 0.7 ? dark : light
    return Buffer.from([0, ...Array.from({ length: width }, () => shade).flat()])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Red, green and blue of a hue at half saturation. */
function colour(hue: number, lightness: number): number[] {
  const amount = 0.5 * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const turn = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - amount * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  })
}
