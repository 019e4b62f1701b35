/** The error message for an id that the catalogue does not have, with suggestions. */
export function unknownId(what: string, id: string, known: readonly { readonly id: string }[]): string {
  const near = nearMatches(
    id,
    known.map((entry) => entry.id),
  )
  const name = id.slice(0, 60)
  return near.length > 0
    ? `There is no ${what} “${name}”: did you mean ${near.join(' or ')}?`
    : `There is no ${what} “${name}”: the catalogue lists all there are.`
}

/** Up to three of `known` that are spelled like `text`, the closest first. */
export function nearMatches(text: string, known: readonly string[]): string[] {
  const wanted = text.toLowerCase()
  return known
    .map((id) => ({ id, distance: distanceTo(wanted, id.toLowerCase()) }))
    .filter(({ id, distance }) => distance <= Math.max(2, Math.floor(id.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ id }) => id)
}

function distanceTo(wanted: string, id: string): number {
  if (wanted.length >= 3 && (id.includes(wanted) || wanted.includes(id))) return 1
  return editDistance(wanted, id)
}

/** Number of letters to insert, remove or replace to turn one text into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(b).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
