import type { Selectable } from 'kysely'
import type { PlatformPausesTable } from '../ads-schema.ts'
import type { Db } from '../schema.ts'

/** A pause that a platform wants of everything that asks it in the name of one app. */
export type PlatformPauseRow = Selectable<PlatformPausesTable>

/** The pause of an app, over or not. */
export async function findPlatformPause(
  db: Db,
  { platform, scope }: Pick<PlatformPauseRow, 'platform' | 'scope'>,
): Promise<PlatformPauseRow | undefined> {
  return db
    .selectFrom('platformPauses')
    .selectAll()
    .where('platform', '=', platform)
    .where('scope', '=', scope)
    .executeTakeFirst()
}

/** Notes a pause that begins now. One that lasts already keeps its beginning, and the later of both ends counts. */
export async function savePlatformPause(
  db: Db,
  { now, ...pause }: Omit<PlatformPauseRow, 'since'> & { readonly now: Date },
): Promise<void> {
  await db
    .insertInto('platformPauses')
    .values({ ...pause, since: now })
    .onConflict((conflict) =>
      conflict.columns(['platform', 'scope']).doUpdateSet((set) => ({
        until: set.fn<Date>('greatest', [set.ref('platformPauses.until'), set.ref('excluded.until')]),
        since: set
          .case()
          .when('platformPauses.until', '<=', now)
          .then(set.ref('excluded.since'))
          .else(set.ref('platformPauses.since'))
          .end(),
      })),
    )
    .execute()
}

/** Pauses that are not over. */
export async function listPlatformPauses(db: Db, now: Date): Promise<PlatformPauseRow[]> {
  return db
    .selectFrom('platformPauses')
    .selectAll()
    .where('until', '>', now)
    .orderBy('platform')
    .orderBy('scope')
    .execute()
}
