import { createHmac } from 'node:crypto'
import { paint } from '../ads/pictures.ts'
import type { FakeAd } from '../ads/world.ts'
import type { Answer, FakeRequest } from '../web/exchange.ts'
import type { World } from './world.ts'

const linkMs = 4 * 3_600_000
const width = 96
const height = 160

/** A link to the picture of an ad; it ends some hours from now. */
export function pictureUrl(world: World, ad: FakeAd): { readonly url: string; readonly expiresAt: Date } {
  const expiresAt = new Date(world.ads.now().getTime() + linkMs)
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
  const ad = world.ads.ad(id)
  const isValid = query.get('x-signature') === sign(world, id, expires)
  if (!ad || !isValid || Number(expires) * 1_000 <= world.ads.now().getTime()) {
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Access Denied' }
  }
  return { status: 200, headers: { 'content-type': 'image/png' }, body: paintStanding(ad.hue) }
}

/** A standing picture, darker towards the bottom. */
const paintStanding = (hue: number) =>
  paint({ width, height, hue, saturation: 0.6 }, (_x, y) => 0.62 - (0.3 * y) / height)
