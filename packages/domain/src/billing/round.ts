import type { Clock, OrganisationId } from '@tillsight/core'
import {
  type BillingAccountRow,
  type BillingStandingRow,
  type Database,
  findBillingAccount,
  findBillingNotice,
  type JobDefinition,
  type Jobs,
  listBillingStandings,
  readOrganisation,
  setBillingDeleteAt,
} from '@tillsight/database'
import { z } from 'zod'
import { type Log, run } from '../context/index.ts'
import { deleteOrganisation, keepOrganisation, type MemberLetters } from '../organisations/index.ts'
import { accessOf, type PlanAccess, readSellingSince } from '../plan-access.ts'
import type { BillingServices } from './context.ts'
import { type BillingNews, type SendBillingLetter, tellOwners } from './letters.ts'
import { warnOfUsage } from './warn-of-usage.ts'

const dayMs = 86_400_000
/** Days after a payment failed on which owners are told. */
const failedDays = [
  { day: 14, kind: 'payment_failed_last' },
  { day: 7, kind: 'payment_failed_still' },
  { day: 3, kind: 'payment_failed_still' },
  { day: 0, kind: 'payment_failed' },
] as const
const trialNoticeMs = 3 * dayMs
/** Days of being read only after which owners are told of the deletion, and after which it is asked for: that takes 14 days more. */
const deletionDays = { far: 120, near: 150, asked: 166 } as const
/** Between two mails about the deletion there is at least this long, also where none could be sent for a while. */
const apartMs = 14 * dayMs

const roundJob: JobDefinition<Record<string, never>> = {
  name: 'billing.round',
  payload: z.strictObject({}),
  // The next round comes an hour later anyway.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 3000,
  exclusiveBy: () => 'all',
  label: () => 'Telling owners of their plans',
  concurrency: 1,
}

/** What a round takes. */
export interface BillingRoundServices extends Pick<BillingServices, 'billing' | 'openShop'> {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly letters: MemberLetters
  readonly sendBillingLetter: SendBillingLetter
}

/** Looks every hour whom to tell of what. Needs started jobs. */
export async function handleBillingRounds(services: BillingRoundServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs, billing } = services
  await jobs.handle(roundJob, () => goBillingRound(services))
  if (billing.sells) await jobs.schedule(roundJob, {}, { cron: '47 * * * *', zone: 'UTC' })
  else await jobs.unschedule(roundJob, {})
}

/**
 * Tells owners of payments that fail, trials that end, and plans that become too small; asks for the deletion of what nobody has paid
 * for during half a year, and takes that back once somebody does. One organisation that fails holds up no other.
 */
export async function goBillingRound(services: BillingRoundServices): Promise<void> {
  const { db, billing, clock, log } = services
  const sellingSince = await readSellingSince(db.kysely)
  if (!billing.sells || sellingSince === null) return
  for (const standing of await listBillingStandings(db.kysely)) {
    const { organisation } = standing
    try {
      const account = await findBillingAccount(db.kysely, organisation)
      const access = accessOf({ ...standing, sellingSince }, clock.now())
      await tellOfPayment(services, { standing, account, access })
      if (account) await deleteUnpaid(services, account, access)
      if (account) await warnOfUsage({ ...mailingOf(services), ...services }, account)
    } catch (error) {
      log.error(
        { organisation, err: error },
        'an organisation could not be told of its plan; the next round tries again',
      )
    }
  }
}

function mailingOf({ db, clock, log, sendBillingLetter }: BillingRoundServices) {
  return { queries: db.kysely, clock, log, sendBillingLetter }
}

interface Looked {
  readonly standing: BillingStandingRow
  readonly account: BillingAccountRow | undefined
  readonly access: PlanAccess
}

async function tellOfPayment(services: BillingRoundServices, { standing, account, access }: Looked): Promise<void> {
  const { organisation } = standing
  const now = services.clock.now().getTime()
  const tell = (kind: BillingNews['kind'], episode: string, at: Date) =>
    tellOwners(mailingOf(services), { organisation, kind, episode }, { kind, at, usage: null, next: null })
  if (access.kind === 'read_only') {
    await tell('read_only', access.since.toISOString(), access.readsUntil)
    return
  }
  const trialEnd = account?.status === 'trialing' ? account.trialEnd : null
  if (trialEnd && trialEnd.getTime() > now && trialEnd.getTime() - now <= trialNoticeMs) {
    await tell('trial_ending', trialEnd.toISOString(), trialEnd)
  }
  if (access.kind !== 'warned' || access.problem !== 'past_due') return
  const since = standing.statusSince ?? new Date(now)
  // Where no round went for some days, one mail is enough.
  const due = failedDays.find(({ day }) => now - since.getTime() >= day * dayMs)
  if (due) await tell(due.kind, `${since.toISOString()} ${due.day}`, access.until)
}

/** Never what nobody has ever paid for or tried: whoever did not choose a plan did not agree to this. */
async function deleteUnpaid(
  services: BillingRoundServices,
  account: BillingAccountRow,
  access: PlanAccess,
): Promise<void> {
  const { organisationId: organisation, deleteAt } = account
  if (access.kind !== 'read_only' || account.status === null) {
    if (deleteAt !== null) await takeBack(services, account)
    return
  }
  if (deleteAt !== null) return
  const { db, clock } = services
  const now = clock.now().getTime()
  const episode = access.since.toISOString()
  const days = (now - access.since.getTime()) / dayMs
  const at = new Date(Math.max(access.since.getTime() + (deletionDays.asked + 14) * dayMs, now + 2 * apartMs))
  const news = { at, usage: null, next: null }
  const sentAt = (kind: string) => findBillingNotice(db.kysely, { organisation, kind, episode })
  const isApart = (sent: Date | undefined) => sent !== undefined && now - sent.getTime() >= apartMs
  if (days >= deletionDays.asked && isApart(await sentAt('deletion_near')))
    return askForDeletion(services, organisation)
  if (days >= deletionDays.near && isApart(await sentAt('deletion_far'))) {
    await tellOwners(
      mailingOf(services),
      { organisation, kind: 'deletion_near', episode },
      { kind: 'deletion_near', ...news },
    )
  } else if (days >= deletionDays.far) {
    await tellOwners(
      mailingOf(services),
      { organisation, kind: 'deletion_far', episode },
      { kind: 'deletion_far', ...news },
    )
  }
}

/** The third mail is the one that every deletion sends, 14 days before; owners can take it back. */
async function askForDeletion(services: BillingRoundServices, organisation: OrganisationId): Promise<void> {
  const { db } = services
  const row = await readOrganisation(db.kysely, organisation)
  // An owner asked for it already.
  if (row.deleteAt !== null) return
  const { deleteAt } = await run(deleteOrganisation, contextOf(services, organisation), { name: row.name })
  if (deleteAt !== null) await setBillingDeleteAt(db.kysely, organisation, new Date(deleteAt))
}

async function takeBack(
  services: BillingRoundServices,
  { organisationId: organisation, deleteAt }: BillingAccountRow,
): Promise<void> {
  const { db } = services
  const row = await readOrganisation(db.kysely, organisation)
  // Another day: an owner took it back meanwhile, and asked for it again.
  if (row.deleteBegunAt === null && deleteAt?.getTime() === row.deleteAt?.getTime()) {
    await run(keepOrganisation, contextOf(services, organisation), {})
  }
  await setBillingDeleteAt(db.kysely, organisation, null)
}

function contextOf({ db, clock, log, letters }: BillingRoundServices, organisation: OrganisationId) {
  const actor = { kind: 'job', name: 'billing' } as const
  return { actor, organisation, db, queries: db.kysely, clock, log, letters }
}
