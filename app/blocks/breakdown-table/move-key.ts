/** The list with one entry moved a position towards its start (`up`) or its end. */
export function moveKey(keys: readonly string[], key: string, direction: 'up' | 'down'): readonly string[] {
  const at = keys.indexOf(key)
  const to = at + (direction === 'up' ? -1 : 1)
  const other = keys[to]
  if (at < 0 || other === undefined) return keys
  return keys.with(at, other).with(to, key)
}
