import { addMonths, dayOf, parseDay } from '@tillsight/core/days'
import { type ImportedRates, importRates, run } from '@tillsight/domain'
import type { DemoPlan } from '../demo/plan.ts'
import { demoRates } from '../demo/rates/index.ts'
import { demoShopSite } from '../demo/shop/index.ts'
import type { Contexts } from './contexts.ts'

/** The demo shop's history begins this long before the demo was made. */
const months = 24
/** The days of the public data set. */
const onlineRetailDays = { from: parseDay('2010-12-01'), to: parseDay('2011-12-09') }

/** Gives the demo simulated exchange rates for all its days up to now; a later start adds the days since. */
export async function importDemoRates(
  contexts: Contexts,
  { createdAt, stores }: Pick<DemoPlan, 'createdAt' | 'stores'>,
): Promise<ImportedRates> {
  const ctx = await contexts.anyShop()
  const day = (instant: Date) => dayOf(instant, demoShopSite.zone)
  const history = { from: addMonths(day(new Date(createdAt)), -months), to: day(ctx.clock.now()) }
  const hasOnlineRetail = stores.some(({ kind }) => kind === 'online-retail')
  return run(importRates, ctx, { csv: demoRates(hasOnlineRetail ? [onlineRetailDays, history] : [history]) })
}
