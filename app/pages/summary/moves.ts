import type { WidgetSettings } from '@tillsight/domain/inputs'
import {
  type Arrangement,
  isOpen,
  type PreferencePatch,
  pinnedKey,
  pinsOf,
  type SettingsPatch,
  type SummaryPreference,
  settingsOf,
} from './arrange.ts'
import type { SummaryCatalogue } from './summary-catalogue.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** The state that a change applies to. */
export interface Arranged {
  readonly summary: SummaryPreference
  readonly catalogue: SummaryCatalogue
  readonly arrangement: Arrangement
}

/** A position on the page: the pinned row or a section, and the index within it. */
export interface Spot {
  readonly row: string
  readonly index: number
}

/** Id of the pinned row, among the rows that hold widgets. */
export const pinnedRow = 'pins'

/** Pins or unpins the key. A pinned widget is never hidden. */
export function togglePin(key: string, { summary, catalogue }: Arranged): PreferencePatch {
  const pins = pinsOf(summary, catalogue)
  const isPinned = pins.includes(key)
  return withPins(
    isPinned ? pins.filter((pin) => pin !== key) : [...pins, key],
    !isPinned && settingsOf(summary, key).hidden === true ? { [key]: { hidden: null } } : {},
  )
}

function withPins(pins: readonly string[], stats: NonNullable<PreferencePatch['summary']['stats']>): PreferencePatch {
  return { summary: { stats: { ...stats, pins, [pinnedKey]: { chosen: true } } } }
}

/** Changes settings of a widget; null puts one back to the default. */
export function changeSettings(key: string, settings: SettingsPatch): PreferencePatch {
  return { summary: { stats: { [key]: settings } } }
}

/** Hides a widget; it can be shown again. */
export function hide({ key }: WidgetFrame, { summary, catalogue }: Arranged): PreferencePatch {
  const pins = pinsOf(summary, catalogue)
  const settings = { [key]: { hidden: true } }
  return pins.includes(key)
    ? withPins(
        pins.filter((pin) => pin !== key),
        settings,
      )
    : { summary: { stats: settings } }
}

/** Deletes a widget that the person added. */
export function remove({ key }: WidgetFrame, { summary, catalogue }: Arranged): PreferencePatch {
  const pins = pinsOf(summary, catalogue)
  return pins.includes(key)
    ? withPins(
        pins.filter((pin) => pin !== key),
        { [key]: null },
      )
    : { summary: { stats: { [key]: null } } }
}

/** Rows that can hold widgets, top to bottom: channels that are not connected have a card instead. */
export function rowsOf({
  pinned,
  sections,
}: Arrangement): readonly { readonly id: string; readonly widgets: readonly WidgetFrame[] }[] {
  return [{ id: pinnedRow, widgets: pinned }, ...sections.filter(isOpen)]
}

/** Position of a widget; undefined when it is hidden. */
export function spotOf(key: string, arrangement: Arrangement): Spot | undefined {
  for (const { id, widgets } of rowsOf(arrangement)) {
    const index = widgets.findIndex((widget) => widget.key === key)
    if (index >= 0) return { row: id, index }
  }
  return undefined
}

/** Puts a widget at a spot; `index` counts without the widget itself. */
export function moveTo(key: string, spot: Spot, arranged: Arranged): PreferencePatch {
  return spot.row === pinnedRow ? moveToPins(key, spot.index, arranged) : moveToSection(key, spot, arranged)
}

function moveToPins(key: string, index: number, { summary, catalogue, arrangement }: Arranged): PreferencePatch {
  const others = pinsOf(summary, catalogue).filter((pin) => pin !== key)
  const next = arrangement.pinned.filter((widget) => widget.key !== key)[index]
  const at = next ? others.indexOf(next.key) : afterLast(others, arrangement.pinned, key)
  return withPins(others.toSpliced(at, 0, key), settingsOf(summary, key).hidden ? { [key]: { hidden: null } } : {})
}

/** Index after the last visible pin: others may follow that this shop does not have. */
function afterLast(pins: readonly string[], shown: readonly WidgetFrame[], key: string): number {
  const last = shown.findLast((widget) => widget.key !== key)
  return last ? pins.indexOf(last.key) + 1 : 0
}

function moveToSection(
  key: string,
  { row, index }: Spot,
  { summary, catalogue, arrangement }: Arranged,
): PreferencePatch {
  const section = arrangement.sections.find(({ id }) => id === row)
  const others = (section?.widgets ?? []).filter((widget) => widget.key !== key)
  const before = others[index - 1]?.place
  const after = others[index]?.place
  const position = between(before, after)
  const settings = { section: row, hidden: null }
  const stats =
    position === undefined
      ? Object.fromEntries([
          ...others.map((widget, at) => [widget.key, { position: at < index ? at : at + 1 }] as const),
          [key, { ...settings, position: index }],
        ])
      : { [key]: { ...settings, position } }
  const pins = pinsOf(summary, catalogue)
  return pins.includes(key)
    ? withPins(
        pins.filter((pin) => pin !== key),
        stats,
      )
    : { summary: { stats } }
}

/** Below this gap floating-point positions soon run out: the section is renumbered. */
const closest = 1e-6

/** A position between the two; undefined when there is no room. */
function between(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return after === undefined ? 0 : after - 1
  if (after === undefined) return before + 1
  return after - before > closest ? (before + after) / 2 : undefined
}

/** Moves a section to another position. */
export function moveSection(id: string, index: number, { arrangement }: Arranged): PreferencePatch {
  const others = arrangement.sections.map((section) => section.id).filter((each) => each !== id)
  return { summary: { channelOrder: others.toSpliced(index, 0, id) } }
}

/** Resets the whole layout to the default. */
export function resetAll({ summary }: Pick<Arranged, 'summary'>): PreferencePatch {
  const keys = Object.keys(summary.stats).filter((key) => key !== 'pins')
  return {
    summary: {
      stats: { ...Object.fromEntries(keys.map((key) => [key, null])), pins: [] },
      layout: { grid: 4, fluid: false },
      channelOrder: [],
    },
  }
}

/** Adds a widget of one's own at the end of a section. */
export function addWidget(
  { key, section, ...settings }: WidgetSettings & { readonly key: string; readonly section: string },
  { arrangement }: Pick<Arranged, 'arrangement'>,
): PreferencePatch {
  const places = arrangement.sections.find(({ id }) => id === section)?.widgets.map(({ place }) => place) ?? []
  const position = Math.max(-1, ...places) + 1
  return { summary: { stats: { [key]: { ...settings, section, position } } } }
}

/** The patch that undoes another, to be merged into its result. */
export function undoOf(patch: Fields, before: unknown): Fields {
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      const old: unknown = isRecord(before) && Object.hasOwn(before, name) ? before[name] : undefined
      if (old === undefined) return [name, null]
      return [name, isRecord(value) && isRecord(old) ? undoOf(value, old) : old]
    }),
  )
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
