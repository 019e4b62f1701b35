/** How an amount is shared out: integers of `unit`, what is smaller goes with the touch of the greatest weight. */
export interface Allocation {
  /** Column of the amount. */
  readonly amount: string
  readonly unit: bigint
}

/** Wide enough for every place in a list, so that a place can stand below a remainder in one number. */
const places = 2 ** 20

/**
 * Largest remainder over the list `weights` with its sum `weight_sum`; ties go to the earlier touch. The list of parts sums to
 * the amount exactly. A remainder and the touch's place make one number, so that one sort says who gets a unit more.
 */
export function allocateSql({ amount, unit }: Allocation, type: 'Int64' | 'Int128'): string {
  const own = (name: string) => `${amount}_${name}`
  const whole = `to${type}(intDiv(abs(${amount}), ${unit}))`
  return [
    `${whole} AS ${own('whole')}`,
    `arrayMap(w -> intDiv(${own('whole')} * w, weight_sum), weights) AS ${own('floors')}`,
    `arrayMap((w, f, i) -> (${own('whole')} * w - f * weight_sum) * ${places} + (${places} - i), weights, ${own('floors')}, nth) AS ${own('rests')}`,
    `${own('whole')} - arraySum(${own('floors')}) AS ${own('left')}`,
    `arrayElement(arrayReverseSort(${own('rests')}), toInt32(greatest(${own('left')}, 1))) AS ${own('least')}`,
    `if(${amount} < 0, -${unit}, ${unit}) AS ${own('step')}`,
    `${amount} - toInt64(${own('whole')}) * ${own('step')} AS ${own('crumbs')}`,
    `arrayMap((f, r, i) -> (toInt64(f) + (${own('left')} > 0 AND r >= ${own('least')})) * ${own('step')} + if(i = heaviest, ${own('crumbs')}, 0),
      ${own('floors')}, ${own('rests')}, nth) AS ${own('parts')}`,
  ].join(',\n    ')
}

/** The same where all weights are equal: the first ones get a unit more, without any sorting. */
export function allocateEvenlySql({ amount, unit }: Allocation): string {
  const own = (name: string) => `${amount}_${name}`
  return [
    `intDiv(abs(${amount}), ${unit}) AS ${own('whole')}`,
    `if(${amount} < 0, -${unit}, ${unit}) AS ${own('step')}`,
    `toInt64(greatest(length(nth), 1)) AS ${own('number')}`,
    `intDiv(${own('whole')}, ${own('number')}) AS ${own('floor')}`,
    `${own('whole')} % ${own('number')} AS ${own('left')}`,
    `${amount} - ${own('whole')} * ${own('step')} AS ${own('crumbs')}`,
    `arrayMap(i -> (${own('floor')} + (i <= ${own('left')})) * ${own('step')} + if(i = 1, ${own('crumbs')}, 0), nth) AS ${own('parts')}`,
  ].join(',\n    ')
}
