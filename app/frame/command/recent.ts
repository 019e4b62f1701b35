const storageKey = 'tillsight:recent-commands'
const kept = 6

/** Ids of the commands that were chosen last, the latest first. */
export function readRecent(): readonly string[] {
  try {
    return parseRecent(localStorage.getItem(storageKey))
  } catch {
    // A browser that keeps nothing.
    return []
  }
}

/** Remembers a chosen command, in this browser. */
export function noteRecent(id: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(withRecent(readRecent(), id)))
  } catch {
    // A browser that keeps nothing: the menu then begins with the pages.
  }
}

/** The list with an id at its front; at most six, each once. */
export function withRecent(ids: readonly string[], id: string): readonly string[] {
  return [id, ...ids.filter((each) => each !== id)].slice(0, kept)
}

/** Reads what was stored; anything else than a list of texts counts as nothing. */
export function parseRecent(text: string | null): readonly string[] {
  if (!text) return []
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, kept) : []
  } catch {
    return []
  }
}
