import type { AdAccount, AdEntityRecord, AdPlace } from '../ad-records.ts'
import type { ConnectorContext } from '../contract.ts'
import { type Api, openApi } from './api.ts'
import { pictureIn, pictureKey } from './entity-wire.ts'
import { handlingOfError } from './failures.ts'
import { rowsOf } from './values.ts'

const files = {
  video: { path: 'file/video/ad/info/', name: 'video_ids', most: 60 },
  image: { path: 'file/image/ad/info/', name: 'image_ids', most: 100 },
} as const

type Account = Pick<AdAccount, 'id' | 'name'>

/** Adds the addresses of pictures to ads, which are valid for hours; without the permission, ads have none. */
export async function withPictures(
  api: Api,
  account: Account,
  ads: readonly AdEntityRecord[],
): Promise<{ readonly ads: readonly AdEntityRecord[]; readonly isRefused: boolean }> {
  const keys = ads.flatMap(({ creative }) => (creative ? (pictureKey(creative.id) ?? []) : []))
  const urls = new Map<string, string>()
  try {
    for (const kind of ['video', 'image'] as const) {
      const ids = [...new Set(keys.flatMap((key) => (key.kind === kind ? key.id : [])))]
      for (const [id, url] of await askForPictures(api, account, { kind, ids })) urls.set(`${kind}/${id}`, url)
    }
  } catch (error) {
    const handling = handlingOfError(error)
    if (handling !== 'endpoint' && handling !== 'account') throw error
    return { ads, isRefused: true }
  }
  const dressed = ads.map((ad) => {
    const imageUrl = ad.creative === null ? undefined : urls.get(ad.creative.id)
    return ad.creative && imageUrl !== undefined ? { ...ad, creative: { ...ad.creative, imageUrl } } : ad
  })
  return { ads: dressed, isRefused: false }
}

interface Wanted {
  readonly kind: 'video' | 'image'
  readonly ids: readonly string[]
}

async function askForPictures(api: Api, account: Account, { kind, ids }: Wanted): Promise<ReadonlyMap<string, string>> {
  const { path, name, most } = files[kind]
  const urls = new Map<string, string>()
  for (let at = 0; at < ids.length; at += most) {
    const query = { advertiser_id: account.id, [name]: ids.slice(at, at + most) }
    const { list } = await api.ask({ what: 'pictures of ads', path, query, advertiser: account })
    for (const found of rowsOf(list).flatMap((row) => pictureIn(row) ?? [])) urls.set(found.id, found.url)
  }
  return urls
}

/** The current address of an ad's picture; undefined if it has none. */
export async function pictureOf(
  ctx: ConnectorContext,
  { accountId, creativeId }: AdPlace & { readonly creativeId: string },
): Promise<string | undefined> {
  const key = pictureKey(creativeId)
  if (key === undefined) return undefined
  const account = ctx.accounts?.find(({ id }) => id === accountId) ?? { id: accountId, name: accountId }
  const urls = await askForPictures(openApi(ctx), account, { kind: key.kind, ids: [key.id] })
  return urls.get(key.id)
}
