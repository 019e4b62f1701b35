import type { Facts } from './dataset-facts.ts'
import type { Plan } from './plan.ts'

/** The courses of a group of rows, as columns of its select; a comparison has none. */
export function courseColumns({ interval, onePass }: Plan, facts: Facts, period: number): string[] {
  return onePass.courses.flatMap((base, index) => {
    const isTold = interval !== undefined && base.value.dataset === 'ads' && period === 0
    const told = isTold ? facts.byBucket?.(base, interval) : undefined
    return [
      `${told?.amounts ?? '[]'} AS course_${index}`,
      `${told?.gaps ?? "CAST([], 'Array(UInt64)')"} AS course_gap_${index}`,
    ]
  })
}

/** The same of a row of the breakdown, put together from its groups. */
export function mergedCourses({ onePass }: Plan): string[] {
  return onePass.courses.flatMap((_, index) =>
    ['course', 'course_gap'].map((column) => `sumForEach(${column}_${index}) AS whole_${column}_${index}`),
  )
}

/** The texts of merged courses; empty where something is not known. */
export function courseTexts({ onePass }: Plan): string[] {
  return onePass.courses.map((_, index) => {
    const [amounts, gaps] = [`whole_course_${index}`, `whole_course_gap_${index}`]
    return `arrayMap((amount, place) -> if(${gaps}[place] > 0, '', toString(amount)), ${amounts}, arrayEnumerate(${amounts}))`
  })
}
