import type { Touch } from './types.ts'

interface Points {
  readonly first: bigint
  readonly middle: bigint
  readonly last: bigint
  /** What the touches without a role share. */
  readonly others: bigint
}

const shapes = {
  position_u: { first: 40n, middle: 0n, last: 40n, others: 20n },
  position_j: { first: 20n, middle: 0n, last: 60n, others: 20n },
  position_j_inverse: { first: 60n, middle: 0n, last: 20n, others: 20n },
  position_w: { first: 30n, middle: 30n, last: 30n, others: 10n },
} as const satisfies Readonly<Record<string, Points>>

/** The models that look at places. */
export type Shape = keyof typeof shapes

/** Each role adds its points to the touch that holds it, which may be the same one; the others share theirs. */
export function positionWeights(model: Shape, touches: readonly Touch[], milestone?: number): bigint[] {
  const shape: Points = shapes[model]
  const points = new Map<number, bigint>()
  const give = (at: number, amount: bigint) => {
    if (amount > 0n && at >= 0) points.set(at, (points.get(at) ?? 0n) + amount)
  }
  if (touches.length > 0) {
    give(0, shape.first)
    give(middleOf(touches, milestone), shape.middle)
    give(touches.length - 1, shape.last)
  }
  const others = BigInt(touches.length - points.size)
  return touches.map((_, at) => {
    const own = points.get(at)
    if (own === undefined) return shape.others
    return others > 0n ? own * others : own
  })
}

/** The last touch up to the milestone; without one, the middle of three or more. -1 where nobody holds the role. */
function middleOf(touches: readonly Touch[], milestone: number | undefined): number {
  if (milestone !== undefined) return touches.findLastIndex(({ ts }) => ts <= milestone)
  return touches.length < 3 ? -1 : Math.floor(touches.length / 2)
}
