import type { Clock } from '@tillsight/core'
import { type Database, findPlatformPause, savePlatformPause } from '@tillsight/database'
import type { Connector, SharedPauses } from '@tillsight/platforms/connectors'

/** Pauses of a platform that every process of this installation keeps to, also after a restart. */
export function storedPauses(
  { db, clock }: { readonly db: Pick<Database, 'kysely'>; readonly clock: Clock },
  { id: platform }: Pick<Connector, 'id'>,
): SharedPauses {
  return {
    async until(scope) {
      const pause = await findPlatformPause(db.kysely, { platform, scope })
      return pause && pause.until > clock.now() ? pause.until : undefined
    },
    async hold(scope, until) {
      await savePlatformPause(db.kysely, { platform, scope, until, now: clock.now() })
    },
  }
}
