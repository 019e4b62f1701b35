import { bareHost, type VisitRules } from '@tillsight/attribution'
import { type Db, findTrackingSettings, listConnections, saveTrackingSettings as store } from '@tillsight/database'
import { findPlatform } from '@tillsight/platforms'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../../audit/index.ts'
import { defineVerb, type Shop, type ShopContext } from '../../context/index.ts'
import { settingsAfter, TrackingSettings, TrackingSettingsChange } from './settings.ts'

/** The shop's settings, with defaults; a field stored in an unknown form gets its default. */
export async function loadTrackingSettings(db: Db, shop: Pick<Shop, 'id'>): Promise<TrackingSettings> {
  const stored = (await findTrackingSettings(db, shop.id)) ?? {}
  const whole = TrackingSettings.safeParse(stored)
  if (whole.success) return whole.data
  const broken = new Set(whole.error.issues.map(({ path }) => path[0]))
  return TrackingSettings.parse(Object.fromEntries(Object.entries(stored).filter(([name]) => !broken.has(name))))
}

const StoreValues = z.object({ values: z.record(z.string(), z.string()).default({}) })
/** Settings in which store connectors keep the store's address. */
const addresses = ['url', 'site', 'primaryDomain', 'shopDomain'] as const

/** Domains that belong to the shop without being listed: its own, and those of its stores. */
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

/** How visits are classified under these settings. */
export function toVisitRules(settings: TrackingSettings, known: readonly string[]): VisitRules {
  return {
    ownDomains: [...new Set([...known, ...settings.ownDomains])],
    brandTerms: settings.brandTerms,
    bounceReferrers: settings.bounceReferrers,
    customRules: settings.rules,
  }
}

/** The shop's tracking settings, and its own domains that need not be listed. */
export const getTrackingSettings = defineVerb({
  name: 'tracking.settings',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ settings: TrackingSettings, knownDomains: z.array(z.string()) }),
  async run({ queries, shop }: ShopContext) {
    const [settings, known] = await Promise.all([loadTrackingSettings(queries, shop), knownDomains(queries, shop)])
    return { settings, knownDomains: known }
  },
})

/**
 * What has to be derived again before figures follow a change: which visits are touches, their channels, journeys only, or
 * nothing.
 */
export const TouchReplay = z.enum(['visits', 'channels', 'journeys', 'none'])
export type TouchReplay = z.infer<typeof TouchReplay>

/** Changes the tracking settings, and returns what to replay: past figures follow the current settings. */
export const saveTrackingSettings = defineVerb({
  name: 'tracking.saveSettings',
  needs: 'tracking:write',
  access: 'write',
  input: TrackingSettingsChange,
  output: z.object({ settings: TrackingSettings, replay: TouchReplay }),
  async run(ctx: ShopContext, change) {
    const before = await loadTrackingSettings(ctx.queries, ctx.shop)
    const settings = settingsAfter(before, change)
    await store(ctx.queries, ctx.shop.id, { settings, changedAt: ctx.clock.now() })
    const changes = changesBetween(before, settings, ['internalEmails'])
    const target = { kind: 'tracking', id: '', name: '' }
    if (changes.length > 0) await recordAudit(ctx, { action: 'tracking.saveSettings', target, changes })
    return { settings, replay: replayOf(before, settings) }
  },
})

/** What a change requires to be replayed. */
function replayOf(before: TrackingSettings, after: TrackingSettings): TouchReplay {
  const isOther = (...names: (keyof TrackingSettings)[]) =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (isOther('ownDomains', 'bounceReferrers', 'internalEmails')) return 'visits'
  if (isOther('rules', 'brandTerms')) return 'channels'
  return before.attribution.milestone === after.attribution.milestone ? 'none' : 'journeys'
}
