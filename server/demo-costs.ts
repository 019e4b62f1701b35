import type { PersonId } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import {
  followFacts,
  listChanges,
  listSpend,
  openShopFor,
  personActor,
  restateCosts,
  run,
  type ShopContext,
  saveCosts,
  saveSpend,
} from '@tillsight/domain'
import type { z } from 'zod'
import { type DemoChange, demoCosts } from '../demo/costs.ts'
import type { DemoPlan } from '../demo/plan.ts'
import { personContext } from './contexts.ts'
import { demoShops } from './demo-shops.ts'
import type { Runtime } from './runtime.ts'

/** Who enters costs in the demo's shops. */
export type DemoMembers = Readonly<Record<DemoChange['by'], PersonId>>

interface DemoCostsOptions {
  readonly plan: Pick<DemoPlan, 'createdAt' | 'stores'>
  readonly stopping: AbortSignal
}

/** Enters costs and other expenses as the shops' members would; a shop with any of its own is left alone. */
export async function importDemoCosts(
  runtime: Runtime,
  members: DemoMembers,
  { plan, stopping }: DemoCostsOptions,
): Promise<void> {
  for (const { kind } of plan.stores) {
    if (kind === 'online-retail') continue
    const { domain, zone } = demoShops[kind]
    const owner = await enter(runtime, members.owner, domain)
    const { changes: told } = await run(listChanges, owner, {})
    if (told.length > 0) continue
    const { changes, expenses } = demoCosts(kind, dayOf(new Date(plan.createdAt), zone))
    await enterExpenses(owner, expenses)
    for (const { by, change } of changes) {
      stopping.throwIfAborted()
      const ctx = by === 'owner' ? owner : await enter(runtime, members[by], domain)
      // Checked by the verb, like what a page sends.
      await run(saveCosts, ctx, { change: change as z.input<typeof saveCosts.input>['change'] })
    }
    await restateCosts(owner)
  }
}

/** The shop as one of its members sees it. */
async function enter(runtime: Runtime, person: PersonId, domain: string): Promise<ShopContext> {
  const { stores, identityKey } = runtime
  const { warehouse } = stores.background
  const ctx = { ...personContext(runtime, person), actor: personActor(person) }
  return openShopFor(ctx, { warehouse, identityKey, follower: followFacts }, { domain })
}

async function enterExpenses(ctx: ShopContext, expenses: ReturnType<typeof demoCosts>['expenses']): Promise<void> {
  const { entries } = await run(listSpend, ctx, {})
  if (entries.length > 0) return
  for (const { name, ...rest } of expenses) {
    await run(saveSpend, ctx, { ...rest, channel: name, name, repeats: 'monthly', countsAs: 'expense' })
  }
}
