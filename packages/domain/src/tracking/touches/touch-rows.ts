import type { TouchDraft, VisitRules } from '@tillsight/attribution'
import { touches } from '@tillsight/warehouse'
import { z } from 'zod'
import type { Shop, WriteContext } from '../../context/index.ts'
import { createIdentifierHash, listIdentifiers } from '../../customers/index.ts'
import { toBookingRules } from '../../ledger/index.ts'
import type { TrackingSettings } from '../settings/settings.ts'
import { knownDomains, loadTrackingSettings, toVisitRules } from '../settings/stored-settings.ts'
import type { Joined } from './join-ads.ts'

/** A stored row of `touches` without its version; instants are in milliseconds. */
export const StoredTouch = z.object({
  visitor_id: z.string(),
  ms: z.coerce.number(),
  touch_id: z.string(),
  session_id: z.string(),
  kind: z.string(),
  channel: z.string(),
  channel_rule: z.string(),
  paid: z.number(),
  platform: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  joined: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  content: z.string(),
  term: z.string(),
  click_id: z.string(),
  url: z.string(),
  referrer: z.string(),
  evidence: z.string(),
  origin: z.string(),
  order_id: z.string(),
  bot: z.string(),
  bot_reasons: z.array(z.string()),
})
export type StoredTouch = z.infer<typeof StoredTouch>

const readable: Readonly<Record<string, string>> = {
  ms: 'toUnixTimestamp64Milli(at) AS ms',
  ...Object.fromEntries(
    Object.entries(touches.columns)
      .filter(([, type]) => type.startsWith('Enum'))
      .map(([name]) => [name, `toString(touches.${name}) AS ${name}`]),
  ),
}

/** The columns of a {@link StoredTouch}. */
export const touchColumns = Object.keys(StoredTouch.shape)
  .map((name) => readable[name] ?? name)
  .join(', ')

/** A visitor's touch with its ad, in stored form. */
export function toStoredTouch(
  visitor: string,
  draft: Omit<TouchDraft, 'origin'> & { readonly origin: string },
  joined: Joined,
): StoredTouch {
  return {
    visitor_id: visitor,
    ms: draft.at,
    touch_id: draft.touchId,
    session_id: draft.sessionId,
    kind: 'click',
    channel: joined.channel,
    channel_rule: draft.channel,
    paid: joined.paid ? 1 : 0,
    platform: draft.platform,
    account_id: joined.accountId,
    campaign_id: joined.campaignId,
    ad_set_id: joined.adSetId,
    ad_id: joined.adId,
    joined: joined.joined,
    source: draft.source,
    medium: draft.medium,
    campaign: draft.campaign,
    content: draft.content,
    term: draft.term,
    click_id: draft.clickId,
    url: draft.url,
    referrer: draft.referrer,
    evidence: draft.evidence,
    origin: draft.origin,
    order_id: '',
    bot: draft.bot,
    bot_reasons: [...draft.botReasons],
  }
}

/** The row to write. */
export function toTouchRow({ ms, ...touch }: StoredTouch, version: string) {
  return { ...touch, at: new Date(ms), version, is_deleted: 0 }
}

/** The row that deletes a touch. */
export function toTouchTombstone({ visitor_id, ms, touch_id }: StoredTouch, version: string) {
  return { visitor_id, at: new Date(ms), touch_id, version, is_deleted: 1 }
}

/** Equal for rows that replace each other. */
export function keyOfTouch({ visitor_id, ms, touch_id }: StoredTouch): string {
  return `${visitor_id} ${ms} ${touch_id}`
}

const told = Object.keys(StoredTouch.shape)

/** Whether two rows have the same content. */
export function isSameTouch(one: StoredTouch, other: StoredTouch): boolean {
  const [a, b]: readonly Readonly<Record<string, unknown>>[] = [one, other]
  return told.every((name) => String(a?.[name]) === String(b?.[name]))
}

/** How a shop's visits are read, according to its settings. */
export interface TrackingSetup {
  readonly settings: TrackingSettings
  readonly rules: VisitRules
  /** Keyed hashes of the shop's staff, as in identifications. */
  readonly ownPeople: ReadonlySet<string>
}

/** Loads what reading the shop's visits requires; settings passed in replace the stored ones, for previews. */
export async function loadSetup(
  { db, shop, identityKey }: Pick<WriteContext, 'db' | 'shop' | 'identityKey'>,
  instead?: TrackingSettings,
): Promise<TrackingSetup> {
  const settings = instead ?? (await loadTrackingSettings(db.kysely, shop))
  const hash = createIdentifierHash(identityKey, shop.id)
  return {
    settings,
    rules: toVisitRules(settings, await knownDomains(db.kysely, shop)),
    ownPeople: new Set(settings.internalEmails.map((email) => hash(`email:${email}`))),
  }
}

/** A person as identified by a shop's page or server. */
interface NamedBuyer {
  readonly id?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

/**
 * Returns a function that converts a person's identifiers into the keyed hashes by which orders recognise the same person.
 */
export function createBuyerHash(shop: Shop, identityKey: Uint8Array): (buyer: NamedBuyer) => readonly string[] {
  const hash = createIdentifierHash(identityKey, shop.id)
  const { isIgnoredEmail } = toBookingRules(shop.settings, shop.currency)
  return ({ id, email, phone }) =>
    listIdentifiers(
      { platformId: id ?? null, email: email ?? null, phone: phone ?? null },
      shop.country,
      isIgnoredEmail,
    ).map(hash)
}
