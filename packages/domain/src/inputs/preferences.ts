import { isCurrency } from '@tillsight/core'
import { storePlatformIds } from '@tillsight/platforms'
import { z } from 'zod'

/** Languages the interface speaks; English is complete, the others cover the shell and the names of metrics. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'ar'] as const
/** One of {@link languages}. */
export type LanguageCode = (typeof languages)[number]

/** Colour modes. */
export const themes = ['system', 'light', 'dark'] as const

/** What a widget can be. */
export const widgetKinds = ['number', 'line', 'area', 'bars', 'table', 'goal'] as const
/** One of {@link widgetKinds}. */
export type WidgetKind = (typeof widgetKinds)[number]

/** `platform.metric`, as pins name stats, such as a store's `.sales`; widgets that people add: `own.<random>`. */
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

/** How one widget of the summary is shown; what is absent follows the widget's own default. */
export const WidgetSettings = z.looseObject({
  kind: z.enum(widgetKinds).optional(),
  /** Stat that it shows, `platform.metric`; absent: the widget's own key. */
  stat: WidgetKey.optional(),
  /** Section that it stands in: a platform's id or `blended`. */
  section: z.string().max(60).optional(),
  /** Columns it takes, 1 to 4. */
  size: z.int().min(1).max(4).optional(),
  /** Place in its section, ascending. */
  position: z.number().optional(),
  hidden: z.boolean().optional(),
  /** Dimension of bars and tables. */
  by: z.string().max(60).optional(),
  /** Rows of bars and tables. */
  limit: z.int().min(3).max(25).optional(),
  /** Whether the comparison is drawn. */
  compare: z.boolean().optional(),
  /** What a goal counts to, and per what; decimal text in the stat's unit. */
  goal: amount.optional(),
  goalPer: z.enum(['week', 'month', 'quarter', 'year']).optional(),
  /** A name of one's own. */
  title: z.string().max(80).optional(),
})
/** How one widget of the summary is shown. */
export type WidgetSettings = z.infer<typeof WidgetSettings>

/** At most this many stats are pinned; frontend conventions say one row. */
export const mostPins = 8

/** A person's preference for one shop, complete: the specification's §3 and, beside it, the locale of numbers. */
export const Preference = z.looseObject({
  summary: z
    .looseObject({
      /** Settings by widget key, and the list of pinned stats among them. */
      stats: z
        .object({ pins: z.array(WidgetKey).max(60).default([]) })
        .catchall(WidgetSettings)
        .prefault({}),
      layout: z
        .looseObject({
          /** Columns of the grid on a wide screen. */
          grid: z.int().min(1).max(6).default(4),
          /** As wide as the window instead of at most 1600 px. */
          fluid: z.boolean().default(false),
        })
        .prefault({}),
      /** Ids of sections, first to last; those that are missing follow in their usual order. */
      channelOrder: z.array(z.string().max(60)).max(60).default([]),
    })
    .prefault({}),
  language: z.enum(languages).default('en'),
  theme: z.enum(themes).default('system'),
  currency: z.string().refine(isCurrency, 'This is not a currency: expected a code such as EUR.').default('USD'),
  /** Fraction digits of money. */
  decimal: z.int().min(0).max(6).default(2),
  /** Locale that figures are printed in. */
  numbers: z.enum(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL', 'ar-EG']).default('en-US'),
})
/** A person's preference for one shop, complete. */
export type Preference = z.infer<typeof Preference>
