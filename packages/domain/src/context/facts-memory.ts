import type { Clock } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { AdCurrency, MetricResult } from '@tillsight/metrics'
import type { FactsMemory } from './context.ts'
import { createRecall, type Recall } from './recall.ts'

/**
 * A new version invalidates everything cached for the previous one; this limit covers results from a replica that lagged
 * behind.
 */
const longestMs = 5 * 60_000
/** About 20 MB. */
const mostValues = 200_000
const mostShops = 10_000

/** Creates an empty cache, for one process. */
export function createFactsMemory(clock: Clock): FactsMemory {
  return {
    answers: createRecall<MetricResult>({ clock, longestMs, room: mostValues, weigh: countValues }),
    rows: createRecall({ clock, longestMs, room: mostValues, weigh: countRows }),
    adCurrencies: createRecall<readonly AdCurrency[]>({ clock, longestMs, room: mostShops, weigh: () => 1 }),
    firstDays: createRecall<Day | null>({ clock, longestMs, room: mostShops, weigh: () => 1 }),
  }
}

/**
 * The same memory for whoever may stop waiting, and stops the query with it: others are never made to wait for an answer that
 * may not come, so one is remembered only once it is there.
 */
export function rememberedWhenDone(memory: FactsMemory): FactsMemory {
  return {
    answers: keptWhenDone(memory.answers),
    rows: keptWhenDone(memory.rows),
    firstDays: keptWhenDone(memory.firstDays),
    adCurrencies: keptWhenDone(memory.adCurrencies),
  }
}

function keptWhenDone<Answer>(recall: Recall<Answer>): Recall<Answer> {
  return {
    at(query) {
      const { known, keep } = recall.at(query)
      return {
        known,
        async keep(asking) {
          const answer = await asking
          await keep(Promise.resolve(answer))
          return answer
        },
      }
    },
  }
}

/** The overhead of a cached result, counted in values. */
const leastValues = 10

function countRows(rows: readonly Readonly<Record<string, unknown>>[]): number {
  return leastValues + rows.reduce((sum, row) => sum + Object.keys(row).length, 0)
}

function countValues({ totals, series = [], rows = [], compare }: MetricResult): number {
  const courses = rows.reduce((sum, { course = [] }) => sum + course.length, 0)
  const places = 1 + series.length + 2 * rows.length + (compare ? 1 + (compare.series ?? []).length : 0)
  return places * Object.keys(totals).length + courses
}
