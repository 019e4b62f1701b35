/** How an amount is shared out: integers of `unit`, what is smaller goes with the touch of the greatest weight. */
export interface Allocation {
  /** Column of the amount. */
  readonly amount: string
  readonly unit: bigint
}

/** Columns of an order, as `expression AS name`: those of a layer build on those of the layers before it. */
export type Layers = readonly (readonly string[])[]

/** What every way of sharing builds on: the amounts that are shared out. */
export interface AmountLayers {
  /** What is the same for every amount. */
  readonly layers: Layers
  /** What is worked out for each amount; after the former. */
  readonly amountLayers: Layers
}

/** Millionths, as one order. */
export const oneOrder = 1_000_000

/** The amounts of an order that are shared out; `unit` is that of its money. */
export function amountsIn(unit: bigint): readonly Allocation[] {
  return [
    { amount: 'value', unit },
    { amount: 'net', unit },
    { amount: 'one', unit: 1n },
  ]
}

/** Columns about amounts that every way of sharing builds on. */
export function unitLayers(amounts: readonly Allocation[]): Layers {
  return [[`toInt64(${oneOrder}) AS one`, ...amounts.flatMap(unitsSql)]]
}

/** What sharing an amount starts from under every model: its whole units, what each is worth, and what is smaller. */
function unitsSql({ amount, unit }: Allocation): string[] {
  const whole = `toInt64(intDiv(abs(${amount}), ${unit})) AS ${amount}_whole`
  if (unit === 1n) return [whole]
  const step = `if(${amount} < 0, -${unit}, ${unit})`
  return [whole, `${step} AS ${amount}_step`, `${amount} % ${unit} AS ${amount}_crumbs`]
}

/** What so many units of an amount are, with what is smaller where the condition holds. Orders are never negative, and have nothing smaller. */
function unitsToAmount({ amount, unit }: Allocation, units: string, isHeaviest: string): string {
  if (unit === 1n) return units
  const whole = `(${units}) * ${amount}_step`
  return isHeaviest === '0' ? whole : `${whole} + if(${isHeaviest}, ${amount}_crumbs, 0)`
}

/** Same parts for `number` touches: the first ones get a unit more, as `…_floor` and `…_left` say. */
export function evenSql(amounts: readonly Allocation[], { id, number }: { id: string; number: string }): Layers {
  return [
    amounts.flatMap(({ amount }) => [
      `intDiv(${amount}_whole, greatest(${number}, 1)) AS ${id}_${amount}_floor`,
      `${amount}_whole % greatest(${number}, 1) AS ${id}_${amount}_left`,
    ]),
    amounts.map((each) => `${unitsToAmount(each, `${id}_${each.amount}_floor`, '0')} AS ${id}_${each.amount}_part`),
  ]
}

/** What the touch at a place gets of it. */
export function evenPart({ amount, unit }: Allocation, { id, place }: { id: string; place: string }): string {
  const own = `${id}_${amount}`
  if (unit === 1n) return `if(${place} > 0, ${own}_part + (${place} <= ${own}_left), 0)`
  const crumbs = `if(${place} = 1, ${amount}_crumbs, 0)`
  return `if(${place} > 0, ${own}_part + (${place} <= ${own}_left) * ${amount}_step + ${crumbs}, 0)`
}

/** Wide enough for every place in a list, so that a place can stand below a remainder in one number. */
const places = 2 ** 20

/**
 * Largest remainder over a list `…_weights`, as a list `…_parts` for each amount; ties go to the earlier touch. A remainder and the
 * touch's place make one number, so that one sort says who gets a unit more. `type`: what amounts times weights fit into.
 */
export function weightedSql(
  { id, type }: { readonly id: string; readonly type: 'Int64' | 'Int128' },
  amounts: readonly Allocation[],
): AmountLayers {
  const [weights, sum] = [`${id}_weights`, `${id}_sum`]
  const each = (column: (own: string, whole: string) => string) =>
    amounts.map(({ amount }) => column(`${id}_${amount}`, `to${type}(${amount}_whole)`))
  return {
    layers: [[`arraySum(${weights}) AS ${sum}`, `indexOf(${weights}, arrayMax(${weights})) AS ${id}_heaviest`]],
    // Few layers: the engine takes longer over each of them than over names that are used twice.
    amountLayers: [
      [
        ...each((own, whole) => `arrayMap(w -> intDiv(${whole} * w, ${sum}), ${weights}) AS ${own}_floors`),
        ...each(
          (own, whole) =>
            `arrayMap((w, f, i) -> (${whole} * w - f * ${sum}) * ${places} + (${places} - i), ${weights}, ${own}_floors, nth) AS ${own}_rests`,
        ),
        ...each((own, whole) => `${whole} - arraySum(${own}_floors) AS ${own}_left`),
        ...each(
          (own) => `arrayElement(arrayReverseSort(${own}_rests), toInt32(greatest(${own}_left, 1))) AS ${own}_least`,
        ),
      ],
      amounts.map((each) => {
        const own = `${id}_${each.amount}`
        const units = `toInt64(f) + (${own}_left > 0 AND r >= ${own}_least)`
        const part = unitsToAmount(each, units, `i = ${id}_heaviest`)
        return `arrayMap((f, r, i) -> ${part}, ${own}_floors, ${own}_rests, nth) AS ${own}_parts`
      }),
    ],
  }
}
