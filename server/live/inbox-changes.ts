import type { PersonId } from '@tillsight/core'
import { type Database, inboxChannel } from '@tillsight/database'

/** Notifications of changed inboxes, from any process of the installation. */
export interface InboxChanges {
  /** `changed` is called whenever the person's inbox may have changed; the returned function stops that. */
  watch(person: PersonId, changed: () => void): Promise<() => void>
}

/** Listens to the database from the first watch on, with the connection that all channels share. */
export function createInboxChanges(database: Database): InboxChanges {
  const watches = new Map<string, Set<() => void>>()
  let listening: Promise<unknown> | undefined
  const listen = (): Promise<unknown> =>
    database.listen(inboxChannel, {
      message(person) {
        for (const changed of watches.get(person) ?? []) changed()
      },
      missed() {
        for (const changed of [...watches.values()].flatMap((all) => [...all])) changed()
      },
    })
  return {
    async watch(person, changed) {
      const own = watches.get(person) ?? new Set()
      watches.set(person, own.add(changed))
      listening ??= listen()
      try {
        await listening
      } catch (error) {
        listening = undefined
        own.delete(changed)
        throw error
      }
      return () => {
        own.delete(changed)
        if (own.size === 0) watches.delete(person)
      }
    },
  }
}
