import { bareHost, type VisitRules } from '@tillsight/attribution'
import { type Db, findTrackingSettings, listConnections } from '@tillsight/database'
import { findPlatform } from '@tillsight/platforms'
import { z } from 'zod'
import type { Shop } from '../../context/index.ts'
import { TrackingSettings } from './settings.ts'

/** The shop's settings, completed; a field that another version has stored otherwise is as usual. */
export async function loadTrackingSettings(db: Db, shop: Pick<Shop, 'id'>): Promise<TrackingSettings> {
  const stored = (await findTrackingSettings(db, shop.id)) ?? {}
  const whole = TrackingSettings.safeParse(stored)
  if (whole.success) return whole.data
  const broken = new Set(whole.error.issues.map(({ path }) => path[0]))
  return TrackingSettings.parse(Object.fromEntries(Object.entries(stored).filter(([name]) => !broken.has(name))))
}

const StoreValues = z.object({ values: z.record(z.string(), z.string()).default({}) })
/** Where connectors of stores keep the store's address. */
const addresses = ['url', 'site', 'primaryDomain', 'shopDomain'] as const

/** The domains that are the shop's without being listed: its own, and those of its stores. */
export async function knownDomains(db: Db, shop: Pick<Shop, 'id' | 'domain'>): Promise<string[]> {
  const connections = await listConnections(db, shop.id)
  const stores = connections.filter(({ connector }) => findPlatform(connector)?.kind === 'store')
  const named = stores.flatMap(({ settings }) => {
    const { values } = StoreValues.catch({ values: {} }).parse(settings)
    return addresses.flatMap((name) => hostOf(values[name]) ?? [])
  })
  return [...new Set([bareHost(shop.domain), ...named])]
}

function hostOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const host = URL.parse(text.includes('://') ? text : `https://${text}`)?.hostname
  return host === undefined || !host.includes('.') ? undefined : bareHost(host)
}

/** How visits are read under these settings. */
export function toVisitRules(settings: TrackingSettings, known: readonly string[]): VisitRules {
  return {
    ownDomains: [...new Set([...known, ...settings.ownDomains])],
    brandTerms: settings.brandTerms,
    bounceReferrers: settings.bounceReferrers,
    customRules: settings.rules,
  }
}
