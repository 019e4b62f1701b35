import { createHmac } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { FakeAd } from '../../fake/ad-source.ts'
import type { Answer, FakeRequest } from './answers.ts'
import type { World } from './world.ts'

const linkMs = 4 * 3_600_000
const width = 96
const height = 160

/** A link to the picture of an ad; it ends some hours from now. */
export function pictureUrl(world: World, ad: FakeAd): { readonly url: string; readonly expiresAt: Date } {
  const expiresAt = new Date(world.now().getTime() + linkMs)
  const expires = String(Math.floor(expiresAt.getTime() / 1_000))
  const url = `${world.url}/pictures/${ad.id}.png?x-expires=${expires}&x-signature=${sign(world, ad.id, expires)}`
  return { url, expiresAt }
}

function sign({ app }: World, id: string, expires: string): string {
  return createHmac('sha256', app.secret).update(`${id} ${expires}`).digest('hex').slice(0, 20)
}

/** `/pictures/{ad}.png`: refused once the link has ended. */
export function picture(world: World, { path, query }: FakeRequest): Answer {
  const id = /^\/pictures\/(\d+)\.png$/.exec(path)?.[1] ?? ''
  const expires = query.get('x-expires') ?? ''
  const ad = adsOf(world).find((one) => one.id === id)
  const isValid = query.get('x-signature') === sign(world, id, expires)
  if (!ad || !isValid || Number(expires) * 1_000 <= world.now().getTime()) {
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Access Denied' }
  }
  return { status: 200, headers: { 'content-type': 'image/png' }, body: paint(ad.hue) }
}

/** Every ad of every account. */
export function adsOf({ source }: World): FakeAd[] {
  return source.accounts.flatMap(({ campaigns }) => campaigns.flatMap(({ adSets }) => adSets.flatMap(({ ads }) => ads)))
}

/** A standing picture of one hue, darker towards the bottom. */
function paint(hue: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const colour = toRgb(hue, 0.62 - (0.3 * y) / height)
    return Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => colour)])
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function toRgb(hue: number, light: number): Buffer {
  const spread = 0.6 * Math.min(light, 1 - light)
  const part = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    return Math.round(255 * (light - spread * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return Buffer.from([part(0), part(8), part(4)])
}
