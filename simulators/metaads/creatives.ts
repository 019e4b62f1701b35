import { createHmac } from 'node:crypto'
import { paint } from '../ads/pictures.ts'
import type { FakeAd } from '../ads/world.ts'
import type { Reply } from '../web/exchange.ts'
import { drawOf } from './facts.ts'
import { GraphError } from './responses.ts'
import type { World } from './world.ts'

const size = 96

/** The creative of an ad. */
export function creativeIdOf(adId: string): string {
  return `7${adId}`
}

/** The ad of a creative; undefined when there is none. */
export function adOfCreative({ ads }: World, creativeId: string): FakeAd | undefined {
  return creativeId.startsWith('7') ? ads.ad(creativeId.slice(1)) : undefined
}

const tags =
  'utm_source={{site_source_name}}&utm_medium=paid&utm_campaign={{campaign.id}}&utm_term={{adset.id}}&utm_content={{ad.id}}'

/** A creative: an image, a video, or texts and pictures that Meta puts together itself. */
export function toCreative(world: World, ad: FakeAd): Record<string, unknown> {
  const picture = pictureUrl(world, ad)
  const base = {
    id: creativeIdOf(ad.id),
    name: `${ad.name} 2026-01-01-${ad.id.slice(-6)}`,
    status: 'ACTIVE',
    thumbnail_url: picture,
    effective_object_story_id: `1001_${ad.id}`,
    url_tags: ad.urlTags ?? tags,
  }
  if (ad.isVideo) {
    const call = { type: 'SHOP_NOW', value: { link: ad.landingUrl } }
    const data = { video_id: `8${ad.id}`, title: ad.title, message: ad.text, image_url: picture, call_to_action: call }
    return {
      ...base,
      title: ad.title,
      body: ad.text,
      object_type: 'VIDEO',
      video_id: `8${ad.id}`,
      object_story_spec: { page_id: '1001', video_data: data },
    }
  }
  if (drawOf(`dynamic ${ad.id}`, 5) === 0) {
    return {
      ...base,
      object_type: 'SHARE',
      object_story_spec: { page_id: '1001' },
      asset_feed_spec: {
        titles: [{ text: ad.title }, { text: `${ad.title} (2)` }],
        bodies: [{ text: ad.text }],
        images: [{ hash: `hash${ad.hue}` }],
        link_urls: [{ website_url: ad.landingUrl }],
        call_to_action_types: ['SHOP_NOW'],
      },
    }
  }
  const link = { link: ad.landingUrl, message: ad.text, name: ad.title }
  return {
    ...base,
    title: ad.title,
    body: ad.text,
    object_type: 'SHARE',
    image_url: picture,
    call_to_action_type: 'SHOP_NOW',
    object_story_spec: { page_id: '1001', link_data: link },
  }
}

/** `GET /pictures/…`: needs no token, but a signature that has not expired. */
export function servePicture(world: World, creativeId: string, params: URLSearchParams): Reply {
  const ad = adOfCreative(world, creativeId)
  if (ad === undefined) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' }
  const until = params.get('oe') ?? ''
  const isSigned = params.get('oh') === signatureOf(world, creativeId, until)
  if (!isSigned || Number.parseInt(until, 16) * 1_000 <= world.settings.now().getTime()) {
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'URL signature expired' }
  }
  return { status: 200, headers: { 'content-type': 'image/png' }, body: paintSquare(ad.hue) }
}

/** The creative, or Meta's error for an unknown id. */
export function findCreative(world: World, id: string): Record<string, unknown> | undefined {
  const ad = adOfCreative(world, id)
  return ad && toCreative(world, ad)
}

/** One unknown id fails a query for several. */
export function unknownAlias(ids: readonly string[]): GraphError {
  return new GraphError(803, {
    message: `(#803) Some of the aliases you requested do not exist: ${ids.join(',')}`,
    status: 404,
  })
}

function pictureUrl(world: World, ad: FakeAd): string {
  const seconds = Math.floor(world.settings.now().getTime() / 1_000) + world.settings.pictureHours * 3_600
  const until = seconds.toString(16)
  const id = creativeIdOf(ad.id)
  return `${world.url}/pictures/${id}.png?oe=${until}&oh=${signatureOf(world, id, until)}`
}

function signatureOf({ settings }: World, id: string, until: string): string {
  return createHmac('sha256', settings.app.appSecret).update(`${id} ${until}`).digest('hex').slice(0, 32)
}

/** A picture with a lighter corner. */
const paintSquare = (hue: number) =>
  paint({ width: size, height: size, hue, saturation: 0.6 }, (x, y) => (x + y < size ? 0.7 : 0.45))
