import type { Annotation } from '@tillsight/domain'
import { dayText } from '../../../format/index.ts'
import type { Language } from '../../../language/index.ts'
import type { ChartMark } from '../model.ts'

interface MarkedAxis {
  /** First shop day of each point; for hours, their instant. */
  readonly buckets: readonly string[]
  /** The shop day of an instant. */
  readonly dayOf: (instant: string) => string
  readonly language: Language
}

/** Assigns annotations to points: the last point that does not begin after their day. */
export function placeMarks(
  notes: readonly Annotation[],
  { buckets, dayOf, language }: MarkedAxis,
): readonly ChartMark[] {
  const days = buckets.map((bucket) => (bucket.includes('T') ? dayOf(bucket) : bucket))
  return notes.map(({ day, ...note }) => {
    const first = days.indexOf(day)
    const index = first >= 0 ? first : days.findLastIndex((begin) => begin < day)
    return { ...note, index: Math.max(0, index), dayText: dayText(day, language) }
  })
}
