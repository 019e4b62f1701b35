/**
 * How an amount is divided: in multiples of `unit`; the remainder below a unit goes to the touch with the greatest weight.
 */
export interface Allocation {
  /** The column that holds the amount. */
  readonly amount: string
  /** In millionths; or the column that holds it. */
  readonly unit: bigint | string
}

/** Columns per order, as `expression AS name`: each layer builds on the ones before it. */
export type Layers = readonly (readonly string[])[]

/** Layers that every way of dividing builds on. */
export interface AmountLayers {
  /** Independent of the amount. */
  readonly layers: Layers
  /** Computed per amount, after `layers`. */
  readonly amountLayers: Layers
}

/** One order, in millionths. */
export const oneOrder = 1_000_000

/** The amounts of an order to divide; `unit` is that of its money. */
export function amountsIn(unit: bigint): readonly Allocation[] {
  return [
    { amount: 'value', unit },
    { amount: 'net', unit },
    { amount: 'one', unit: 1n },
  ]
}

/** Columns about amounts that every way of dividing builds on. */
export function unitLayers(amounts: readonly Allocation[]): Layers {
  return [[`toInt64(${oneOrder}) AS one`, ...amounts.flatMap(unitsSql)]]
}

/**
 * Columns that dividing an amount starts from under every model: its whole units, the value of one, and the remainder below a
 * unit.
 */
function unitsSql({ amount, unit }: Allocation): string[] {
  const whole = `toInt64(intDiv(abs(${amount}), ${unit})) AS ${amount}_whole`
  if (unit === 1n) return [whole]
  const step = `if(${amount} < 0, -${unit}, ${unit})`
  return [whole, `${step} AS ${amount}_step`, `${amount} % ${unit} AS ${amount}_crumbs`]
}

/**
 * Converts a number of units to an amount, plus the remainder where `isHeaviest` holds. Fractional orders are never negative
 * and have no remainder.
 */
function unitsToAmount({ amount, unit }: Allocation, units: string, isHeaviest: string): string {
  if (unit === 1n) return units
  const whole = `(${units}) * ${amount}_step`
  return isHeaviest === '0' ? whole : `${whole} + if(${isHeaviest}, ${amount}_crumbs, 0)`
}

/** Equal parts for `number` touches: the first ones get one unit more, as `…_floor` and `…_left` say. */
export function evenSql(amounts: readonly Allocation[], { id, number }: { id: string; number: string }): Layers {
  return [
    amounts.flatMap(({ amount }) => [
      `intDiv(${amount}_whole, greatest(${number}, 1)) AS ${id}_${amount}_floor`,
      `${amount}_whole % greatest(${number}, 1) AS ${id}_${amount}_left`,
    ]),
    amounts.map((each) => `${unitsToAmount(each, `${id}_${each.amount}_floor`, '0')} AS ${id}_${each.amount}_part`),
  ]
}

/** The part of the touch at a position. */
export function evenPart({ amount, unit }: Allocation, { id, place }: { id: string; place: string }): string {
  const own = `${id}_${amount}`
  if (unit === 1n) return `if(${place} > 0, ${own}_part + (${place} <= ${own}_left), 0)`
  const crumbs = `if(${place} = 1, ${amount}_crumbs, 0)`
  return `if(${place} > 0, ${own}_part + (${place} <= ${own}_left) * ${amount}_step + ${crumbs}, 0)`
}

/** Larger than any position in a list, so that a remainder and a position fit into one number. */
const places = 2 ** 20

/**
 * Largest remainder over a list `…_weights`, as a list `…_parts` for each amount; ties go to the earlier touch. A remainder
 * and the touch's position are combined into one number, so that a single sort decides who gets one unit more. `type`: the
 * integer type that amounts times weights fit into.
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
    // Few layers: each costs the engine more than evaluating an expression twice.
    amountLayers: [
      [
        ...each((own, whole) => `arrayMap(w -> intDiv(${whole} * w, ${sum}), ${weights}) AS ${own}_floors`),
        ...each(
          (own, whole) =>
            `arrayMap((w, f, i) -> (${whole} * w - f * ${sum}) * ${places} + (${places} - i), ${weights}, ${own}_floors, nth) AS ${own}_rests`,
        ),
        ...each((own, whole) => `${whole} - arraySum(${own}_floors) AS ${own}_left`),
        // The greatest remainder that gets nothing more: fewer units are left than there are touches.
        ...each((own) => `arrayElement(arrayReverseSort(${own}_rests), toInt32(${own}_left + 1)) AS ${own}_next`),
      ],
      amounts.map((each) => {
        const own = `${id}_${each.amount}`
        const units = `toInt64(f) + (r > ${own}_next)`
        const part = unitsToAmount(each, units, `i = ${id}_heaviest`)
        return `arrayMap((f, r, i) -> ${part}, ${own}_floors, ${own}_rests, nth) AS ${own}_parts`
      }),
    ],
  }
}
