import type { Journey } from './journey.ts'
import type { CreditConfig, Touch, TouchKind } from './types.ts'
import { type Weighted, withoutDirect } from './weights.ts'

/** A click counts as much as two watched ads or four seen ones. */
const worth: Readonly<Record<TouchKind, bigint>> = { click: 4n, engaged_view: 2n, view: 1n }

/** Clicks and views together; a view is dropped where a later click of its platform tells the story already. */
export function weighViews({ clicks, all }: Journey, config: CreditConfig): Weighted {
  const kept = new Set(withoutDirect(clicks, config))
  const touches = all.filter((touch) => (touch.kind === 'click' ? kept.has(touch) : !isAbsorbed(touch, clicks)))
  return { touches, weights: touches.map(({ kind }) => worth[kind]) }
}

function isAbsorbed(view: Touch, clicks: readonly Touch[]): boolean {
  return view.platform !== null && clicks.some(({ platform, ts }) => platform === view.platform && ts >= view.ts)
}
