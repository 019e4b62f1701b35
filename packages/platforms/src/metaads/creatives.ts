import { z } from 'zod'
import type { AdAccount, AdCreative } from '../ad-records.ts'
import { isKind } from './failures.ts'
import type { Graph } from './graph.ts'
import { WireId } from './values.ts'

const text = z.string().nullish().catch(null)
const optional = <T extends z.ZodType>(shape: T) => shape.nullish().catch(null)
const texts = optional(z.array(z.object({ text })))

const WireCreative = z.object({
  id: WireId,
  title: text,
  body: text,
  object_type: text,
  thumbnail_url: text,
  image_url: text,
  video_id: optional(WireId),
  link_url: text,
  url_tags: text,
  template_url: text,
  object_story_spec: optional(
    z.object({
      link_data: optional(z.object({ link: text, message: text, name: text })),
      video_data: optional(
        z.object({
          title: text,
          message: text,
          video_id: optional(WireId),
          call_to_action: optional(z.object({ value: optional(z.object({ link: text })) })),
        }),
      ),
      template_data: optional(z.object({ link: text, message: text, name: text })),
    }),
  ),
  asset_feed_spec: optional(
    z.object({
      titles: texts,
      bodies: texts,
      link_urls: optional(z.array(z.object({ website_url: text }))),
      videos: optional(z.array(z.unknown())),
    }),
  ),
})
type WireCreative = z.infer<typeof WireCreative>

const fields = [
  'id',
  'name',
  'title',
  'body',
  'object_type',
  'thumbnail_url',
  'image_url',
  'video_id',
  'link_url',
  'url_tags',
  'template_url',
  'object_story_spec',
  'asset_feed_spec',
].join(',')
const batch = 50
const params = { fields, thumbnail_width: '480', thumbnail_height: '480' }

/** The content of an ad, its landing page and its format. */
export interface ReadCreative {
  readonly creative: AdCreative
  readonly landingUrl: string | null
  readonly urlTags: string | null
  readonly format: string
}

/** Creatives by id; deleted ones are absent. */
export async function readCreatives(
  graph: Graph,
  account: AdAccount,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadCreative>> {
  const found = new Map<string, ReadCreative>()
  const wanted = [...new Set(ids)]
  for (let first = 0; first < wanted.length; first += batch) {
    const part = await readBatch(graph, account, wanted.slice(first, first + batch))
    for (const wire of part) found.set(wire.id, toCreative(wire))
  }
  return found
}

/** A single deleted id fails the whole query: the rest is read by splitting the batch. */
async function readBatch(graph: Graph, account: AdAccount, ids: readonly string[]): Promise<WireCreative[]> {
  try {
    const response = await graph.ask({
      path: '',
      params: { ids: ids.join(','), ...params },
      what: 'what ads show',
      shape: z.record(z.string(), WireCreative),
      account,
    })
    return Object.values(response)
  } catch (error) {
    if (!isKind(error, 'permission', 'too_big', 'bad_request')) throw error
    if (ids.length === 1) return []
    const half = Math.ceil(ids.length / 2)
    return [
      ...(await readBatch(graph, account, ids.slice(0, half))),
      ...(await readBatch(graph, account, ids.slice(half))),
    ]
  }
}

/** The current address of a creative's picture; undefined if it has none or is deleted. */
export async function pictureOf(graph: Graph, creativeId: string): Promise<string | undefined> {
  try {
    const wire = await graph.ask({ path: creativeId, params, what: 'the picture of an ad', shape: WireCreative })
    return imageOf(wire) ?? undefined
  } catch (error) {
    if (isKind(error, 'permission', 'bad_request')) return undefined
    throw error
  }
}

function toCreative(wire: WireCreative): ReadCreative {
  const isVideo = Boolean(wire.video_id || wire.object_story_spec?.video_data || wire.asset_feed_spec?.videos?.length)
  const parts = partsOf(wire)
  const title = pick(wire.title, ...parts.map((part) => part.title)) ?? ''
  const body = pick(wire.body, ...parts.map((part) => part.text)) ?? ''
  return {
    creative: { id: wire.id, title, text: body, imageUrl: imageOf(wire), isVideo },
    landingUrl: pick(...parts.map((part) => part.link), wire.link_url),
    urlTags: pick(wire.url_tags),
    format: formatOf(wire, isVideo),
  }
}

/** The parts of a creative that may contain texts and links, the most relevant first. */
function partsOf({ object_story_spec, asset_feed_spec: feed }: WireCreative) {
  const { link_data: link, video_data: video, template_data: template } = object_story_spec ?? {}
  const parts: ReturnType<typeof partOf>[] = []
  if (link) parts.push({ title: link.name, text: link.message, link: link.link })
  if (video) parts.push({ title: video.title, text: video.message, link: video.call_to_action?.value?.link })
  if (template) parts.push({ title: template.name, text: template.message, link: template.link })
  if (feed) parts.push(partOf(feed))
  return parts
}

/** The first of the texts and links that Meta puts together itself. */
function partOf({ titles, bodies, link_urls }: NonNullable<WireCreative['asset_feed_spec']>) {
  return { title: titles?.[0]?.text, text: bodies?.[0]?.text, link: link_urls?.[0]?.website_url }
}

function pick(...values: readonly (string | null | undefined)[]): string | null {
  return values.find(Boolean) ?? null
}

/** The thumbnail is requested in the displayed size; both addresses are signed and expire. */
function imageOf({ thumbnail_url, image_url }: WireCreative): string | null {
  return thumbnail_url || image_url || null
}

function formatOf({ asset_feed_spec, object_story_spec, template_url }: WireCreative, isVideo: boolean): string {
  if (asset_feed_spec) return 'Dynamic'
  if (template_url || object_story_spec?.template_data) return 'Catalogue'
  return isVideo ? 'Video' : 'Image'
}
