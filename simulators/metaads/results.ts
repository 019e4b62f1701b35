import { Recent } from '../ads/world.ts'
import type { LaterRow } from './insights-rows.ts'

const freshMs = 600_000

interface Kept {
  readonly at: number
  readonly rows: readonly LaterRow[]
}

/** Answers that are being paged through, so that pages of one question fit together. */
export class Results {
  readonly #kept = new Recent<Kept>(6)

  /** The rows of a question; made anew when it begins again or is old. */
  get(
    key: string,
    { now, isFirst }: { readonly now: number; readonly isFirst: boolean },
    make: () => LaterRow[],
  ): readonly LaterRow[] {
    const anew = () => ({ at: now, rows: make() })
    if (isFirst) this.drop(key)
    const known = this.#kept.get(key, anew)
    if (now - known.at < freshMs) return known.rows
    this.drop(key)
    return this.#kept.get(key, anew).rows
  }

  /** The last page was read: nobody comes back for them but by beginning again. */
  drop(key: string): void {
    this.#kept.forget(key)
  }
}
