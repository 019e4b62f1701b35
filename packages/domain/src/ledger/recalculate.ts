import { type Clock, type ShopId, toShopId } from '@tillsight/core'
import type { JobDefinition, Jobs } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type WriteContext } from '../context/index.ts'
import { Recalculation } from '../shops/index.ts'
import { rebuildDaily } from './daily.ts'
import { rebookShop } from './rebook.ts'

/** Lets past figures follow the shop's settings: what `shop.update` says is needed. Long for a large shop. */
export const recalculate = defineVerb({
  name: 'shop.recalculate',
  needs: 'shops:write',
  access: 'work',
  input: z.object({ what: Recalculation }),
  output: z.object({ what: Recalculation }),
  async run(ctx, { what }) {
    if (what === 'ledger') await rebookShop(ctx)
    else if (what === 'days') await rebuildDaily(ctx)
    return { what }
  },
})

const OneShop = z.object({ shop: z.string().transform(toShopId) })
type OneShop = z.infer<typeof OneShop>

const hourSeconds = 3600
const afterCommitMs = 1_000

function perShop(name: string, label: string): JobDefinition<OneShop> {
  return {
    name,
    payload: OneShop,
    retry: { limit: 5, delaySeconds: 30, backoff: true },
    expireInSeconds: 24 * hourSeconds - 60,
    exclusiveBy: ({ shop }) => shop,
    label: () => label,
  }
}

/**
 * Let past figures follow the shop's settings, by what has to be computed again. A repeated one begins anew and does no
 * harm; both go by the settings of the moment, so the last change wins.
 */
export const recalculationJobs = {
  ledger: perShop('shop.recalculate', 'Past figures are computed again'),
  days: perShop('shop.rebuild_days', 'Past days are counted again'),
} as const satisfies Record<Exclude<Recalculation, 'none'>, JobDefinition<OneShop>>

/** What the jobs work with. */
export interface RecalculationServices {
  readonly jobs: Jobs
  readonly clock: Clock
  openShop(shop: ShopId): Promise<WriteContext>
}

/**
 * Queues what is needed, a moment from now: a change may be stored after it was asked for. A job of the shop that waits
 * already will do, because it has yet to read the settings.
 */
export async function requestRecalculation(
  { jobs, clock }: Pick<RecalculationServices, 'jobs' | 'clock'>,
  { shop, what }: { readonly shop: ShopId; readonly what: Recalculation },
): Promise<void> {
  if (what === 'none') return
  const startAfter = new Date(clock.now().getTime() + afterCommitMs)
  await jobs.enqueue(recalculationJobs[what], { shop }, { startAfter, unlessWaiting: true })
}

/** Lets this process do them. */
export async function handleRecalculationJobs(services: RecalculationServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(recalculationJobs.ledger, async ({ shop }, { progress }) => {
    await rebookShop(await services.openShop(shop), ({ done, total }) =>
      progress({ done, total, ...(done < total ? {} : { message: 'Customers and days follow.' }) }),
    )
  })
  await jobs.handle(recalculationJobs.days, async ({ shop }, { progress }) => {
    await rebuildDaily(await services.openShop(shop), progress)
  })
}
