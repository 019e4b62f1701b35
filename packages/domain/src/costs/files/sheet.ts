import { clipValue, type RowProblem } from '@tillsight/core'
import type { z } from 'zod'
import type { Step } from '../steps.ts'
import type { CostFileRow } from './read-cost-file.ts'

/** Of what is refused: nothing of a row is taken in part. */
const leftOut = 'This row is left out.'

/** What becomes of one row; `blank`: it has no cost yet, as in a file of what is missing. */
type RowFate = 'added' | 'changed' | 'unchanged' | 'refused' | 'blank' | 'repeated'

/** What a file would do to what stands. */
export interface PlannedFile {
  readonly steps: readonly Step[]
  /** By number of the row. */
  readonly fates: ReadonlyMap<number, RowFate>
  readonly problems: readonly RowProblem[]
  /** What somebody might not expect, though it is no mistake. */
  readonly notes: readonly { readonly row: number; readonly text: string }[]
}

/** The rows of a file with what is known of them so far. */
export type Sheet = ReturnType<typeof openSheet>

/** Of several entries of a row the one that does most tells its fate. */
const weights: readonly RowFate[] = ['unchanged', 'repeated', 'changed', 'added', 'blank', 'refused']

/** What becomes of the rows of a file, as it is found out. */
export function openSheet() {
  const fates = new Map<number, RowFate>()
  const problems: RowProblem[] = []
  const notes: { row: number; text: string }[] = []
  const settle = (row: number, fate: RowFate): void => {
    const before = fates.get(row)
    if (before === undefined || weights.indexOf(fate) > weights.indexOf(before)) fates.set(row, fate)
  }
  return {
    fates,
    problems,
    notes,
    settle,
    note: (row: number, text: string): void => void notes.push({ row, text }),
    /** False, as a filter takes it. */
    blank(row: CostFileRow): false {
      settle(row.number, 'blank')
      return false
    },
    /** False, as a filter takes it. */
    refuse(row: number, { value, ...what }: Pick<RowProblem, 'field' | 'value' | 'problem'>): false {
      settle(row, 'refused')
      problems.push({ row, value: clipValue(value), ...what, remedy: leftOut })
      return false
    },
  }
}

/** What is wrong with a field, in words for people. */
export function problemText(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `Write one of ${issue.values.join(', ')}.` : issue.message
}
