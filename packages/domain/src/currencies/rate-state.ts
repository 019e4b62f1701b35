import { parseDay } from '@tillsight/core/days'
import { type Db, findInstallationValue, saveInstallationValue } from '@tillsight/database'
import { z } from 'zod'

const key = 'rates'

const Moment = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable()
const MaybeDay = z.iso.date().transform(parseDay).nullable()

/** How it stands with the source of rates. */
const RateState = z.object({
  /** Address that the rest is about; empty while none was asked. */
  source: z.string().default(''),
  /** The last attempt, and the last that brought something. */
  checkedAt: Moment.default(null),
  fetchedAt: Moment.default(null),
  /** Why the last attempt brought nothing; null when it did. */
  problem: z.string().nullable().default(null),
  /** From this day on all that the source has was read. */
  reach: MaybeDay.default(null),
  /** The last day that it has given. */
  lastDay: MaybeDay.default(null),
})
/** How it stands with the source of rates. */
export type RateState = z.infer<typeof RateState>

/** What is known of this source; of another one nothing holds any more. */
export async function readRateState(db: Db, source: string): Promise<RateState> {
  const state = RateState.parse((await findInstallationValue(db, key)) ?? {})
  return state.source === source ? state : RateState.parse({ source })
}

/** Stores it. */
export async function saveRateState(db: Db, { checkedAt, fetchedAt, ...state }: RateState): Promise<void> {
  await saveInstallationValue(db, key, {
    ...state,
    checkedAt: checkedAt?.toISOString() ?? null,
    fetchedAt: fetchedAt?.toISOString() ?? null,
  })
}
