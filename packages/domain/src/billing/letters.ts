import type { OrganisationId, ShopId } from '@tillsight/core'
import {
  type BillingNotice,
  claimBillingNotice,
  type Db,
  listMembers,
  listShops,
  readOrganisation,
  readPerson,
} from '@tillsight/database'
import type { Context, Log } from '../context/index.ts'
import type { BillingAmount, PlanInterval } from './contract.ts'

/** What a mail about billing is about. */
export type BillingLetterKind =
  | 'trial_ending'
  | 'payment_failed'
  | 'payment_failed_still'
  | 'payment_failed_last'
  | 'read_only'
  | 'deletion_far'
  | 'deletion_near'
  | 'usage_80'
  | 'usage_100'
  | 'usage_120'
  | 'larger_plan'

/** A plan that is named in a mail, with its price. */
export interface NamedPlan {
  readonly name: string
  readonly price: BillingAmount
  readonly interval: PlanInterval
}

/** A mail to the owners about what they pay for. Names are user input. */
export interface BillingLetter {
  readonly kind: BillingLetterKind
  readonly to: string
  /** Of whoever gets it; empty: not known. */
  readonly language: string
  readonly organisation: string
  /** A shop whose pages show the plan; null: there is none. */
  readonly shop: ShopId | null
  /** The day that it is about; null: none. */
  readonly at: Date | null
  /** Counted orders of a month such as `2026-11`, and how many the plan is meant for. */
  readonly usage: { readonly month: string; readonly orders: number; readonly limit: number } | null
  /** The next larger plan; null: there is none. */
  readonly next: NamedPlan | null
}

/** Sends a mail about billing. */
export type SendBillingLetter = (letter: BillingLetter) => Promise<void>

/** Whose owners get a mail, and how it is sent. */
export interface BillingMailing extends Pick<Context, 'clock'> {
  readonly queries: Db
  readonly log: Log
  readonly sendBillingLetter: SendBillingLetter
}

/** What all owners are told. */
export type BillingNews = Pick<BillingLetter, 'kind' | 'at' | 'usage' | 'next'>

/**
 * Mails the owners of the organisation, once for the occasion: that it was done is noted first, so a mail that fails is not sent twice.
 * Answers whether it was this time.
 */
export async function tellOwners(
  { queries, clock, log, sendBillingLetter }: BillingMailing,
  notice: BillingNotice & { readonly organisation: OrganisationId },
  news: BillingNews,
): Promise<boolean> {
  const { organisation } = notice
  if (!(await claimBillingNotice(queries, notice, clock.now()))) return false
  try {
    const { name } = await readOrganisation(queries, organisation)
    const [shop] = await listShops(queries, organisation)
    for (const { personId, role } of await listMembers(queries, organisation)) {
      if (role !== 'owner') continue
      const { email, language } = await readPerson(queries, personId)
      // Phone accounts have none, and the page says the same.
      if (email !== '')
        await sendBillingLetter({ ...news, to: email, language, organisation: name, shop: shop?.id ?? null })
    }
  } catch (error) {
    log.error({ organisation, kind: notice.kind, err: error }, 'owners could not be told of their plan by mail')
  }
  return true
}
