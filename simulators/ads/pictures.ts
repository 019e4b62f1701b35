import { crc32, deflateSync } from 'node:zlib'

/** How large a picture is, and its colour. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** 0 to 359. */
  readonly hue: number
  /** From 0 to 1. */
  readonly saturation: number
}

/** A PNG picture in a single hue, whose brightness at each point is given by `lightAt`, from 0 to 1. */
export function paint({ width, height, hue, saturation }: Picture, lightAt: (x: number, y: number) => number): Buffer {
  const colours = new Map<number, Buffer>()
  const colourOf = (light: number) => {
    const known = colours.get(light) ?? toRgb(hue, saturation, light)
    colours.set(light, known)
    return known
  }
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, (_none, x) => colourOf(lightAt(x, y)))]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function toRgb(hue: number, saturation: number, light: number): Buffer {
  const spread = saturation * Math.min(light, 1 - light)
  const part = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    return Math.round(255 * (light - spread * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return Buffer.of(part(0), part(8), part(4))
}
