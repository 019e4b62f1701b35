import { AppError, type OrganisationId } from '@tillsight/core'
import {
  type BillingAccountRow,
  type BillingStateChange,
  findBillingAccount,
  noteEndedCustomer,
  readOrganisation,
  saveBillingState,
} from '@tillsight/database'
import { changesBetween, recordAudit } from '../audit/index.ts'
import type { Actor } from '../context/index.ts'
import type { FollowServices } from './context.ts'
import type { CustomerState } from './contract.ts'

/** How often others may have written while the payment service was asked. */
const mostTries = 10

/**
 * Asks the payment service what the organisation has now, and writes that down; never what an event said. Undefined: it is no
 * customer. Whoever asks at the same time cannot leave an older answer behind.
 */
export async function followCustomer(
  services: FollowServices,
  organisation: OrganisationId,
): Promise<BillingAccountRow | undefined> {
  const { db, billing } = services
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await findBillingAccount(db.kysely, organisation)
    if (!before) return undefined
    const change = toChange(await billing.current(before.customerId))
    if (await write(services, before, change)) return findBillingAccount(db.kysely, organisation)
  }
  throw new AppError('conflict', 'What this organisation pays for is changing right now. Try again in a moment.')
}

const noSubscription = {
  id: null,
  plan: null,
  interval: null,
  status: null,
  statusSince: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  trialEnd: null,
  nextPlan: null,
} as const

function toChange({ isGone, subscription, isUnfinished }: CustomerState): BillingStateChange {
  const { id, interval, ...rest } = subscription ?? noSubscription
  return { customerGone: isGone, subscriptionId: id, priceInterval: interval, unfinished: isUnfinished, ...rest }
}

const job: Actor = { kind: 'job', name: 'billing' }

async function write(
  { db, clock }: FollowServices,
  before: BillingAccountRow,
  change: BillingStateChange,
): Promise<boolean> {
  const organisation = before.organisationId
  return db.transaction(async (queries) => {
    if (!(await saveBillingState(queries, before, change))) return false
    const changes = changesBetween(toldOf(before), toldOf(change))
    if (changes.length === 0) return true
    const { name } = await readOrganisation(queries, organisation)
    const target = { kind: 'organisation', id: organisation, name }
    await recordAudit({ queries, clock, organisation, actor: job }, { action: 'billing.changed', target, changes })
    return true
  })
}

/** What members are told of a change. */
function toldOf({ plan, status, cancelAtPeriodEnd, nextPlan }: BillingStateChange) {
  return { plan, status, cancelAtPeriodEnd, nextPlan }
}

/** Ends everything that an organisation pays for, at once. Throws what the payment service throws: it is tried again then. */
export async function endBilling({ db, billing, clock }: FollowServices, organisation: OrganisationId): Promise<void> {
  const account = await findBillingAccount(db.kysely, organisation)
  if (!account || !billing.sells) return
  await noteEndedCustomer(db.kysely, account.customerId, clock.now())
  await billing.end(account.customerId)
}
