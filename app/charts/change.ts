import { type Figure, type FigureFormat, fewOrders, isolate, signedText, toNumber } from '../format/index.ts'
import type { Text } from '../language/text.ts'

/** A change between two figures, ready to print. `tone` is whether it is good or bad, independent of its direction. */
export interface Change {
  readonly text: string
  readonly direction: 'up' | 'down' | 'flat'
  readonly tone: 'good' | 'bad' | 'neutral'
  /** Why the change should not be read much into; such a change is never coloured. */
  readonly caveat: Caveat | undefined
}

export interface Caveat {
  /** Shown beside the change. */
  readonly short: string
  readonly long: string
}

/** Caveat of a change with fewer orders than `fewOrders` on one side. */
export function fewOrdersCaveat(t: Text): Caveat {
  return { short: t('figure.few'), long: t('figure.few_long', { count: fewOrders }) }
}

export interface ChangeInput {
  readonly now: number | null
  readonly before: number | null
  readonly better: 'higher' | 'lower' | 'neither'
  /** The figure is a share itself: its change is given in percentage points. */
  readonly isShare?: boolean
  readonly caveat?: Caveat | undefined
  /** Format; English when absent. */
  readonly format?: Pick<FigureFormat, 'numbers' | 'language'> | undefined
}

/** Below this relative change a figure counts as unchanged. */
const flatBelow = 0.005

/** (now − before) / |before|; `new` when there was nothing before, `–` when a side is missing. */
export function describeChange(input: ChangeInput): Change {
  const { now, before, format = {} } = input
  if (now === null || before === null) return unchanged('–')
  const difference = now - before
  if (input.isShare) {
    const direction = Math.abs(difference) < flatBelow ? 'flat' : directionOf(difference)
    return toned(signedText(difference, 'points', format), direction, input)
  }
  if (before === 0)
    return now === 0
      ? unchanged(signedText(0, 'percent', format))
      : toned(newTexts[format.language ?? 'en'], directionOf(now), input)
  const relative = difference / Math.abs(before)
  const direction = Math.abs(relative) < flatBelow ? 'flat' : directionOf(relative)
  const text =
    Math.abs(relative) > 9.99
      ? isolate('> 10×', 'ltr', format.language ?? 'en')
      : signedText(relative, 'percent', format)
  return toned(text, direction, input)
}

/** The change of a figure; null where there is nothing to compare it with. */
export function changeOf(figure: Figure, format: FigureFormat, caveat?: Caveat): Change | null {
  const { value, before, unit, better = 'neither', isUnjudged } = figure
  if (before === undefined) return null
  return describeChange({
    now: toNumber(value),
    before: toNumber(before),
    better: isUnjudged ? 'neither' : better,
    isShare: unit === 'percent',
    caveat,
    format,
  })
}

function toned(text: string, direction: Change['direction'], { better, caveat }: ChangeInput): Change {
  const isColoured = direction !== 'flat' && better !== 'neither' && !caveat
  const isWelcome = (direction === 'up') === (better === 'higher')
  return { text, direction, tone: isColoured ? (isWelcome ? 'good' : 'bad') : 'neutral', caveat }
}

function unchanged(text: string): Change {
  return { text, direction: 'flat', tone: 'neutral', caveat: undefined }
}

function directionOf(difference: number): Change['direction'] {
  return difference > 0 ? 'up' : 'down'
}

const newTexts = { en: 'new', de: 'neu', fr: 'nouveau', es: 'nuevo', nl: 'nieuw', ar: 'جديد' } as const
