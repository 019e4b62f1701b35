import { isCurrency } from '@tillsight/core'
import { storePlatformIds } from '@tillsight/platforms'
import { z } from 'zod'

/** Languages of the interface. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'ar'] as const
/** One of {@link languages}. */
export type LanguageCode = (typeof languages)[number]

/** Colour modes. */
export const themes = ['system', 'light', 'dark'] as const

/** Kinds of widgets. */
export const widgetKinds = ['number', 'line', 'area', 'bars', 'table', 'goal'] as const
/** One of {@link widgetKinds}. */
export type WidgetKind = (typeof widgetKinds)[number]

/** `platform.metric`, as pins name stats, for instance a store's `.sales`; for added widgets `own.<random>`. */
export const WidgetKey = z
  .string()
  .max(120)
  .regex(
    /^[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+$/,
    `This is not the key of a stat or widget, such as ${storePlatformIds[0]}.sales.`,
  )

const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,6})?$/, 'This is not an amount: expected digits such as 25000 or 4.50.')

/** Settings of one summary widget; absent fields use the widget's default. */
export const WidgetSettings = z.looseObject({
  kind: z.enum(widgetKinds).optional(),
  /** The stat to show, `platform.metric`; defaults to the widget's own key. */
  stat: WidgetKey.optional(),
  /** Its section: a platform's id or `blended`. */
  section: z.string().max(60).optional(),
  /** Width in columns, 1 to 4. */
  size: z.int().min(1).max(4).optional(),
  /** Sort key within its section, ascending. */
  position: z.number().optional(),
  hidden: z.boolean().optional(),
  /** Dimension of bars and tables. */
  by: z.string().max(60).optional(),
  /** Number of rows, for bars and tables. */
  limit: z.int().min(3).max(25).optional(),
  /** Whether to draw the comparison. */
  compare: z.boolean().optional(),
  /** Target of a goal and its period; decimal text in the stat's unit. */
  goal: amount.optional(),
  goalPer: z.enum(['week', 'month', 'quarter', 'year']).optional(),
  /** Custom title. */
  title: z.string().max(80).optional(),
})
/** Settings of one summary widget. */
export type WidgetSettings = z.infer<typeof WidgetSettings>

/** Maximum number of pinned stats; the frontend conventions allow one row. */
export const mostPins = 8

/** A person's complete preferences for one shop: §3 of the specification, plus the number locale. */
export const Preference = z.looseObject({
  summary: z
    .looseObject({
      /** Settings by widget key, together with the list of pinned stats. */
      stats: z
        .object({ pins: z.array(WidgetKey).max(60).default([]) })
        .catchall(WidgetSettings)
        .prefault({}),
      layout: z
        .looseObject({
          /** Number of grid columns on a wide screen. */
          grid: z.int().min(1).max(6).default(4),
          /** Whether to use the full window width instead of at most 1600 px. */
          fluid: z.boolean().default(false),
        })
        .prefault({}),
      /** Ids of sections, first to last; missing ones follow in their default order. */
      channelOrder: z.array(z.string().max(60)).max(60).default([]),
    })
    .prefault({}),
  language: z.enum(languages).default('en'),
  theme: z.enum(themes).default('system'),
  currency: z.string().refine(isCurrency, 'This is not a currency: expected a code such as EUR.').default('USD'),
  /** Number of decimals for money. */
  decimal: z.int().min(0).max(6).default(2),
  /** Locale for formatting numbers; `auto`: as in the language. */
  numbers: z.enum(['auto', 'en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL', 'ar-EG']).default('auto'),
})
/** A person's complete preferences for one shop. */
export type Preference = z.infer<typeof Preference>

/** How each language writes numbers. Arabic has European digits on its pages, in dates and counts, too. */
export const localesOfNumbers: Readonly<Record<LanguageCode, string>> = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  nl: 'nl-NL',
  ar: 'en-US',
}
