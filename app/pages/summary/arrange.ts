import type { Preference, WidgetKind, WidgetSettings } from '@tillsight/domain/inputs'
import type { SearchState } from '../../search/index.ts'
import {
  type DefaultWidget,
  defaultPins,
  defaultWidgets,
  dimensionsOf,
  type SectionOption,
  type StatOption,
  type SummaryCatalogue,
} from './summary-catalogue.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** The part of a preference that arranges the summary. */
export type SummaryPreference = Preference['summary']

/** Maximum number of pinned widgets. */
export const mostPinned = 8

/** The layout of the whole page. Every widget is in exactly one of the three places. */
export interface Arrangement {
  readonly pinned: readonly WidgetFrame[]
  readonly sections: readonly SectionFrame[]
  /** Hidden by the person, by section. */
  readonly hidden: readonly WidgetFrame[]
}

export interface SectionFrame extends SectionOption {
  readonly isCollapsed: boolean
  readonly isHidden: boolean
  readonly widgets: readonly WidgetFrame[]
}

/** Choices in the address, for the widgets that follow it. */
type Address = Pick<SearchState, 'metric' | 'by'>

/** Key under which a section's settings are stored among those of the widgets. */
export function sectionKey(section: string): string {
  return `section.${section}`
}

/** A change of a preference, to be merged like RFC 7396: null removes. */
export type PreferencePatch = {
  readonly summary: {
    readonly stats?: Readonly<Record<string, SettingsPatch | readonly string[] | null>>
    readonly layout?: { readonly grid?: number; readonly fluid?: boolean }
    readonly channelOrder?: readonly string[]
  }
}

/** Settings of a widget; null puts one back to the default. */
export type SettingsPatch = { readonly [Name in keyof WidgetSettings]?: WidgetSettings[Name] | null }

/** Whether a section can hold widgets. */
export function isOpen({ isHidden, isConnected, type, widgets }: SectionFrame): boolean {
  return !isHidden && (isConnected || type !== 'ads' || widgets.some((widget) => widget.isConnected))
}

/** Collapses or hides a section, or the opposite. */
export function changeSection(
  id: string,
  settings: { readonly collapsed?: boolean; readonly hidden?: boolean },
): PreferencePatch {
  const kept = Object.entries(settings).map(([name, isSet]) => [name, isSet ? true : null])
  return { summary: { stats: { [sectionKey(id)]: Object.fromEntries(kept) } } }
}

/**
 * Lays out all widgets. Same on the server and in the browser. Preferences that do not apply here (other platforms, unknown
 * stats, unknown kinds of settings) are ignored.
 */
export function arrange(summary: SummaryPreference, catalogue: SummaryCatalogue, address: Address): Arrangement {
  const pins = pinsOf(summary, catalogue)
  const widgets = knownWidgets(summary, catalogue, pins).flatMap(
    (widget, index) => toFrame({ ...widget, index }, { summary, catalogue, address }) ?? [],
  )
  const byKey = new Map(widgets.map((frame) => [frame.key, frame]))
  const pinned = pins.flatMap((key) => byKey.get(key) ?? []).slice(0, mostPinned)
  const pinnedKeys = new Set(pinned.map(({ key }) => key))
  const rest = widgets.filter(({ key }) => !pinnedKeys.has(key)).toSorted((one, other) => one.place - other.place)
  return {
    pinned: pinned.map((frame) => ({ ...frame, isPinned: true })),
    sections: orderSections(summary, catalogue.sections).map((section) => ({
      ...section,
      isCollapsed: settingsOf(summary, sectionKey(section.id)).collapsed === true,
      isHidden: settingsOf(summary, sectionKey(section.id)).hidden === true,
      widgets: rest.filter((frame) => frame.section === section.id && frame.settings.hidden !== true),
    })),
    hidden: rest.filter((frame) => frame.settings.hidden === true),
  }
}

/** The effective pinned keys: the defaults until the person has chosen, without duplicates. */
export function pinsOf(summary: SummaryPreference, catalogue: SummaryCatalogue): string[] {
  const { pins } = summary.stats
  const hasChosen = pins.length > 0 || settingsOf(summary, pinnedKey).chosen === true
  return [...new Set(hasChosen ? pins : defaultPins(catalogue))]
}

/** Key of the flag that distinguishes an intentionally empty list of pins. */
export const pinnedKey = sectionKey('pins')

/** Settings of a widget or section; empty for an invalid value. */
export function settingsOf(summary: SummaryPreference, key: string): WidgetSettings {
  const found = Object.hasOwn(summary.stats, key) ? summary.stats[key] : undefined
  return found && !Array.isArray(found) && typeof found === 'object' ? found : {}
}

/** Sections in the person's order; those not listed follow in the default order. */
function orderSections({ channelOrder }: SummaryPreference, sections: readonly SectionOption[]): SectionOption[] {
  const named = [...new Set(channelOrder)].flatMap((id) => sections.find((section) => section.id === id) ?? [])
  return [...named, ...sections.filter((section) => !named.includes(section))]
}

type KnownWidget = Omit<DefaultWidget, 'kind'> & { readonly kind: WidgetKind; readonly isOwn: boolean }
type PlacedWidget = KnownWidget & { readonly index: number }

/** The default widgets, other pinned stats, and widgets that the person added. */
function knownWidgets(
  summary: SummaryPreference,
  catalogue: SummaryCatalogue,
  pins: readonly string[],
): readonly KnownWidget[] {
  const usual = defaultWidgets(catalogue).map((widget) => ({ ...widget, isOwn: false }))
  const usualKeys = new Set(usual.map(({ key }) => key))
  const statKeys = new Set(catalogue.stats.map(({ key }) => key))
  const added = Object.keys(summary.stats).filter((key) => key.startsWith('own.'))
  const further = [...new Set([...pins.filter((key) => statKeys.has(key)), ...added])]
  return [
    ...usual,
    ...further
      .filter((key) => !usualKeys.has(key))
      .map((key) => ({
        key,
        stat: key,
        section: catalogue.platform,
        kind: 'number' as const,
        size: 1 as const,
        isOwn: true,
      })),
  ]
}

interface FrameContext {
  readonly summary: SummaryPreference
  readonly catalogue: SummaryCatalogue
  readonly address: Address
}

/** Undefined for a widget whose stat this shop does not have. */
function toFrame(widget: PlacedWidget, { summary, catalogue, address }: FrameContext): WidgetFrame | undefined {
  const settings = settingsOf(summary, widget.key)
  const kind = settings.kind ?? widget.kind
  const followsAddress = isUsualChart(widget, catalogue) && settings.stat === undefined && settings.by === undefined
  const asked = followsAddress ? `${catalogue.platform}.${address.metric}` : settings.stat
  const stat = findStat(catalogue, asked) ?? findStat(catalogue, widget.stat)
  if (!stat) return undefined
  return {
    key: widget.key,
    stat: stat.key,
    metric: stat.metric,
    title: settings.title?.trim() || stat.label,
    label: stat.label,
    unit: stat.unit,
    section: sectionOf(widget, settings, { catalogue, stat }),
    isPinned: false,
    isConnected: catalogue.sections.some(({ id, isConnected }) => id === stat.section && isConnected),
    place: settings.position ?? widget.index,
    kind,
    size: sizeOf(settings, kind, widget),
    by: dimensionOf(catalogue, stat, [settings.by, followsAddress ? address.by : undefined]),
    limit: rowsOf(settings, kind),
    hasComparison: settings.compare !== false,
    followsAddress,
    isOwn: widget.isOwn,
    settings,
  }
}

function isUsualChart({ key }: KnownWidget, { platform }: SummaryCatalogue): boolean {
  return key === `${platform}.chart` || key === `${platform}.breakdown`
}

/** Default number of rows. */
const usualRows = 10

function rowsOf({ limit }: WidgetSettings, kind: WidgetKind): number {
  return kind === 'bars' || kind === 'table' ? (limit ?? usualRows) : 0
}

function findStat({ stats }: SummaryCatalogue, key: string | undefined): StatOption | undefined {
  return stats.find((stat) => stat.key === key)
}

function sectionOf(
  widget: KnownWidget,
  { section: chosen }: WidgetSettings,
  { catalogue, stat }: { readonly catalogue: SummaryCatalogue; readonly stat: StatOption },
): string {
  if (catalogue.sections.some(({ id }) => id === chosen)) return chosen ?? widget.section
  return widget.isOwn ? stat.section : widget.section
}

/** Width of a widget: one changed to a chart is as wide as charts, unless the person chose a size. */
function sizeOf({ size }: WidgetSettings, kind: WidgetKind, widget: KnownWidget): WidgetFrame['size'] {
  if (size === 1 || size === 2 || size === 3 || size === 4) return size
  return kind === widget.kind ? widget.size : usualSizes[kind]
}

/** Default width by kind, in columns. */
export const usualSizes = { number: 1, goal: 1, line: 2, area: 2, bars: 2, table: 2 } as const satisfies Record<
  WidgetKind,
  WidgetFrame['size']
>

/** The first requested dimension that the stat supports; ads are broken down by channel by default. */
function dimensionOf(catalogue: SummaryCatalogue, stat: StatOption, wanted: readonly (string | undefined)[]): string {
  const known = dimensionsOf(catalogue, stat)
  const found = wanted.find((key) => known.some((dimension) => dimension.key === key))
  return found ?? (known.find(({ key }) => key === usualAdDimension) ?? known[0])?.key ?? ''
}

const usualAdDimension = 'campaign'
