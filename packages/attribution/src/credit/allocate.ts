/**
 * Shares an amount out by integer weights, exactly: largest remainder, ties to the earlier one. A negative amount is shared
 * out as its magnitude. The weights must not be negative and not all zero.
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (amount < 0n) return allocate(-amount, weights).map((part) => -part)
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  const parts = weights.map((weight) => (amount * weight) / sum)
  const rests = weights.map((weight) => (amount * weight) % sum)
  let left = amount - parts.reduce((total, part) => total + part, 0n)
  const byRest = rests.map((_, at) => at).sort((one, other) => compare(rests[other], rests[one]) || one - other)
  for (const at of byRest) {
    if (left === 0n) break
    parts[at] = (parts[at] ?? 0n) + 1n
    left -= 1n
  }
  return parts
}

function compare(one = 0n, other = 0n): number {
  return one < other ? -1 : one > other ? 1 : 0
}
