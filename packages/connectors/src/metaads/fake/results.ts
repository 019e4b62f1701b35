import type { LaterRow } from './insights-rows.ts'

const kept = 6
const freshMs = 600_000

interface Kept {
  readonly at: number
  readonly rows: readonly LaterRow[]
}

/** Answers that are being paged through, so that pages of one question fit together. */
export class Results {
  readonly #kept = new Map<string, Kept>()

  /** The rows of a question; made anew when it begins again or is old. */
  get(
    key: string,
    at: { readonly now: number; readonly isFirst: boolean },
    make: () => LaterRow[],
  ): readonly LaterRow[] {
    const known = this.#kept.get(key)
    if (known !== undefined && !at.isFirst && at.now - known.at < freshMs) return known.rows
    this.#kept.delete(key)
    const rows = make()
    this.#kept.set(key, { at: at.now, rows })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > kept && oldest !== undefined) this.#kept.delete(oldest)
    return rows
  }

  /** The last page was read: nobody comes back for them but by beginning again. */
  drop(key: string): void {
    this.#kept.delete(key)
  }
}
