/** Something to know about a moment on the time axis. */
export interface TimeMark {
  readonly id: string
  /** Which point it stands at. */
  readonly index: number
  /** When, printed. */
  readonly dayText: string
  readonly text: string
}

/** Marks of one place, which are drawn as one. */
export interface MarkStack {
  readonly index: number
  readonly marks: readonly TimeMark[]
}

/** Puts marks at the same point together, along the axis; those beyond the axis are left out. */
export function stackMarks(marks: readonly TimeMark[], count: number): MarkStack[] {
  const byIndex = new Map<number, TimeMark[]>()
  for (const mark of marks) {
    if (mark.index < 0 || mark.index >= count) continue
    byIndex.set(mark.index, [...(byIndex.get(mark.index) ?? []), mark])
  }
  return [...byIndex].sort(([a], [b]) => a - b).map(([index, stacked]) => ({ index, marks: stacked }))
}
