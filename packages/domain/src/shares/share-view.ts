import type { NamedShareLinkRow, ShareLinkRow } from '@tillsight/database'
import { checkRange, DayInput, type Preset, presets } from '@tillsight/metrics'
import { z } from 'zod'

/** What can be shared: a page's figures, never its lists of orders or customers. */
const shareViews = ['summary', 'campaigns', 'attribution', 'profit'] as const

/** The named ranges of days. */
const shareRanges = Object.keys(presets) as [Preset, ...Preset[]]

/** The days of a link: named ones move on with the calendar. */
export const ShareRange = z.union([
  z.enum(shareRanges),
  z.strictObject({ from: DayInput, to: DayInput }).superRefine(checkRange),
])
export type ShareRange = z.infer<typeof ShareRange>

/** What only a tick adds to a link: single costs, and a file of what the page shows. */
const shareExtras = ['costs', 'export'] as const

/** A site whose pages may show a link in a frame. */
const Origin = z
  .string()
  .trim()
  .max(200)
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isOrigin = url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:')
    if (isOrigin && !url.host.includes('*') && `${url.origin}/` === url.href) return url.origin
    context.addIssue({
      code: 'custom',
      message: `“${text.slice(0, 80)}” is not the address of a site: expected one such as https://intranet.example, without a path`,
    })
    return z.NEVER
  })

const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, { error: 'The title must be one line of plain text' })

/** What a link shows, apart from its title. */
const settings = {
  period: z.enum(['fixed', 'choosable']).default('fixed'),
  range: ShareRange.default('last_30_days'),
  compare: z.enum(['previous_period', 'previous_year', 'none']).default('previous_period'),
  include: z.array(z.enum(shareExtras)).max(shareExtras.length).default([]),
  embedOn: z.array(Origin).max(20, { error: 'At most 20 sites can show a link' }).default([]),
}

/** As stored with a link. */
export const ShareSettings = z.object(settings)
export type ShareSettings = z.infer<typeof ShareSettings>

/** A link to be made. */
export const CreateShareInput = z
  .object({
    view: z.enum(shareViews),
    title: line.min(1, { error: 'Give the link a title, which its page shows' }).max(120),
    kind: z.enum(['live', 'frozen']).default('live'),
    ...settings,
    password: z.string().min(8, { error: 'Use at least 8 characters for the password' }).max(200).optional(),
    expires: z.iso
      .datetime({ offset: true, error: 'The end must be an instant such as 2026-12-31T12:00:00Z' })
      .optional(),
  })
  .superRefine(({ kind, period, password, embedOn }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] })
    if (kind === 'frozen' && period === 'choosable')
      refuse('period', 'Frozen figures are those of one moment, so their days cannot be chosen: make a live link')
    // Browsers keep cookies of framed pages from us, and whether a link exists must not show in its headers.
    if (password !== undefined && embedOn.length > 0)
      refuse('embedOn', 'A link with a password cannot be shown inside another site: leave out one of the two')
  })

/** A link as people and programs see it; never its address. */
export const ShareView = z.object({
  id: z.string(),
  view: z.enum(shareViews),
  title: z.string(),
  kind: z.enum(['live', 'frozen']),
  period: z.enum(['fixed', 'choosable']),
  range: z.union([z.enum(shareRanges), z.object({ from: z.string(), to: z.string() })]),
  include: z.array(z.enum(shareExtras)),
  embedOn: z.array(z.string()),
  hasPassword: z.boolean(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  /** Whose rights the link has: without them it shows nothing. */
  createdBy: z.object({ id: z.string(), name: z.string() }),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** How often it was opened in the last 90 days, by day of the shop, the newest first; days without are left out. */
  opened: z.array(z.object({ day: z.string(), times: z.number().int() })),
})
export type ShareView = z.infer<typeof ShareView>

/** A new link with its address: the only time that it is shown. */
export const NewShare = ShareView.extend({ url: z.string() })
export type NewShare = z.infer<typeof NewShare>

/** Whether the link can be opened at the instant, as far as it is a matter of time. */
export function stateOf({ revokedAt, expiresAt }: Pick<ShareLinkRow, 'revokedAt' | 'expiresAt'>, now: Date) {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** The view of a stored link. */
export function viewOf({ view }: Pick<ShareLinkRow, 'view'>): (typeof shareViews)[number] {
  return z.enum(shareViews).parse(view)
}

/** Prints a stored link. */
export function toShareView(row: NamedShareLinkRow, opened: ShareView['opened'], now: Date): ShareView {
  const { period, range, include, embedOn } = ShareSettings.parse(row.settings)
  return {
    id: row.id,
    view: viewOf(row),
    title: row.title,
    kind: row.kind === 'frozen' ? 'frozen' : 'live',
    period,
    range,
    include,
    embedOn,
    hasPassword: row.passwordHash !== null,
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    createdBy: { id: row.createdBy, name: row.makerName },
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    opened,
  }
}
