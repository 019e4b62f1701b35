import { addDays, type DayRange } from '@tillsight/core/days'
import { bucketsOf, type Course, compareIn, hasNote, type LocalHour, windowAt } from './course.ts'
import { judge } from './judge.ts'
import type { FigureRule } from './rule.ts'
import { type AlertStanding, looksToFire, quietStanding, step } from './step.ts'

/** A firing in the past. */
export interface Replayed {
  readonly at: LocalHour
  readonly value: number | null
  readonly expected: number | null
  readonly z: number | null
}

/** What is replayed. */
export interface Replay {
  readonly rule: FigureRule
  readonly course: Course
  readonly noted: ReadonlySet<string>
  readonly days: DayRange
}

const quarterMs = 15 * 60_000
const hours = 24

/**
 * How often an alert would have fired: a look at each hour of days that go on, two at days that are over, by the same rules as
 * now. What was known at the time is not known, so it looks at the figures as they are today.
 */
export function replay({ rule, course, noted, days }: Replay): Replayed[] {
  const buckets = bucketsOf(rule, course.isQuotient)
  const looks = looksToFire(rule, buckets)
  const fired: Replayed[] = []
  let standing: AlertStanding = quietStanding
  const start = Date.parse(days.from)
  for (let day = days.from, index = 0; day <= days.to; day = addDays(day, 1), index += 1) {
    for (const hour of buckets === 'hour' ? Array.from({ length: hours }, (_, each) => each) : [1]) {
      const window = windowAt(rule.window, buckets, { day, hour })
      if (window === undefined) continue
      const { verdict, ...found } = judge(rule, compareIn(course, window, noted))
      const isNoted = hasNote(window, noted)
      const began = start + (index * hours + hour) * 4 * quarterMs
      for (const at of buckets === 'hour' ? [began] : [began, began + quarterMs]) {
        const { standing: next, event } = step(standing, { verdict, isNoted, looks, at: new Date(at) })
        standing = next
        if (event === 'fired') fired.push({ at: { day, hour }, ...found })
      }
    }
  }
  return fired
}
