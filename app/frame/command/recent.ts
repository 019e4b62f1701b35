const storageKey = 'tillsight:recent-commands'
const kept = 6

/** Ids of the most recent commands, the latest first. */
export function readRecent(): readonly string[] {
  try {
    return parseRecent(localStorage.getItem(storageKey))
  } catch {
    // The browser's storage is unavailable.
    return []
  }
}

/** Stores a chosen command in this browser. */
export function noteRecent(id: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(withRecent(readRecent(), id)))
  } catch {
    // The browser's storage is unavailable: the menu then begins with the pages.
  }
}

/** Moves an id to the front of the list; at most six, each once. */
export function withRecent(ids: readonly string[], id: string): readonly string[] {
  return [id, ...ids.filter((each) => each !== id)].slice(0, kept)
}

/** Parses the stored list; anything but a list of texts is ignored. */
export function parseRecent(text: string | null): readonly string[] {
  if (!text) return []
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, kept) : []
  } catch {
    return []
  }
}
