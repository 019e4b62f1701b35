import type { Database } from '@tillsight/database'

/** Notifications about things that have a key, from any process of the installation. */
export interface KeyedChanges {
  /**
   * `told` is called for each notification about the key, and without one when some may have been missed; the returned function stops
   * that.
   */
  watch(key: string, told: (notification?: string) => void): Promise<() => void>
}

/** Listens to a channel of the database from the first watch on, with the connection that all channels share. */
export function createKeyedChanges(
  database: Database,
  channel: string,
  keyOf: (notification: string) => string | undefined,
): KeyedChanges {
  const watches = new Map<string, Set<(notification?: string) => void>>()
  let listening: Promise<unknown> | undefined
  const listen = (): Promise<unknown> =>
    database.listen(channel, {
      message(notification) {
        // Most are about what nobody here looks at.
        if (watches.size === 0) return
        for (const tell of watches.get(keyOf(notification) ?? '') ?? []) tell(notification)
      },
      missed() {
        for (const tell of [...watches.values()].flatMap((all) => [...all])) tell()
      },
    })
  return {
    async watch(key, told) {
      const own = watches.get(key) ?? new Set()
      watches.set(key, own.add(told))
      listening ??= listen()
      const leave = (): void => {
        own.delete(told)
        if (own.size === 0 && watches.get(key) === own) watches.delete(key)
      }
      try {
        await listening
      } catch (error) {
        listening = undefined
        leave()
        throw error
      }
      return leave
    },
  }
}
