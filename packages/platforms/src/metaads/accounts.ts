import { isZone } from '@tillsight/core/days'
import { z } from 'zod'
import type { AdAccount, AdAccountProblem, AdAccountRecord } from '../ad-records.ts'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { isKind } from './failures.ts'
import { type Graph, openGraph } from './graph.ts'
import { readAll } from './paging.ts'
import { WireId } from './values.ts'

const WireAccount = z.object({
  account_id: WireId,
  name: z.string().nullish(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  timezone_name: z.string(),
  account_status: z.coerce.number().nullish(),
  user_tasks: z.array(z.string()).nullish(),
})
type WireAccount = z.infer<typeof WireAccount>

/** `business` is omitted: it needs an extra permission, without which the whole call would fail. */
const fields = 'id,account_id,name,currency,timezone_name,account_status,user_tasks'

const statuses: Readonly<Record<number, { readonly status: AdAccount['status']; readonly text: string }>> = {
  1: { status: 'active', text: 'Active' },
  2: { status: 'limited', text: 'Disabled' },
  3: { status: 'limited', text: 'Unsettled' },
  7: { status: 'limited', text: 'Pending risk review' },
  8: { status: 'limited', text: 'Pending settlement' },
  9: { status: 'limited', text: 'In grace period' },
  100: { status: 'limited', text: 'Pending closure' },
  101: { status: 'closed', text: 'Closed' },
  201: { status: 'active', text: 'Active' },
  202: { status: 'closed', text: 'Closed' },
}

/** Any one of these tasks allows reading figures. */
const readingTasks = ['ANALYZE', 'ADVERTISE', 'MANAGE', 'DRAFT']

/** Every account that the grant gives access to. Throws `permission` if there is none. */
export async function listAccounts(ctx: ConnectorContext): Promise<readonly AdAccount[]> {
  return await readAccounts(openGraph(ctx))
}

/** The same with an open API. */
export async function readAccounts(graph: Graph): Promise<readonly AdAccount[]> {
  const rows = await readAll(graph, {
    path: 'me/adaccounts',
    params: { fields },
    what: 'ad accounts',
    row: WireAccount,
    size: 100,
    kind: 'accounts',
  })
  if (rows.length === 0) throw nothingShared()
  return rows.map(toAccount)
}

/** The account's current state, or why it cannot be read. Throws other failures. */
export async function lookAt(graph: Graph, known: AdAccount): Promise<AdAccount | AdAccountProblem> {
  try {
    const wire = await graph.ask({
      path: `act_${known.id}`,
      params: { fields },
      what: 'the ad account',
      shape: WireAccount,
      account: known,
    })
    const account = toAccount(wire)
    return changeOf(known, account) ?? (account.readable ? account : withoutTask(known))
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return problem
  }
}

/** Whether the result is a problem rather than an account. */
export function isProblem(found: AdAccount | AdAccountProblem): found is AdAccountProblem {
  return 'kind' in found
}

/** The problem of a single account in a failure; undefined if it concerns all of them. */
export function problemOf(error: unknown): AdAccountProblem | undefined {
  if (!isKind(error, 'permission', 'account_state', 'not_found')) return undefined
  const { kind, message, platformCode } = error.failure
  if (platformCode === 'changed') return { kind: 'changed', message }
  return kind === 'account_state' || kind === 'not_found' ? { kind, message } : { kind: 'permission', message }
}

/** The account's currency or time zone has changed: its figures would not match the stored ones. */
export function changed(account: AdAccount, what: string): AdAccountProblem {
  return {
    kind: 'changed',
    message: `${account.name} (${account.id}) now reports in ${what}. Its data up to now is kept as it is and new data is not read, because the two would not fit together. If Meta replaced the account, choose the new one under Integrations.`,
  }
}

/** The record of an account. */
export function accountRecord(
  account: AdAccount,
  at: {
    readonly problem: AdAccountProblem | null
    readonly windows: { readonly click: number; readonly view: number }
    readonly seenAt: string
  },
): AdAccountRecord {
  return {
    type: 'ad_account',
    account,
    problem: at.problem,
    clickWindowDays: at.windows.click,
    viewWindowDays: at.windows.view,
    conversionsAre: 'purchases',
    seenAt: at.seenAt,
  }
}

function changeOf(known: AdAccount, now: AdAccount): AdAccountProblem | undefined {
  if (known.currency !== now.currency) return changed(known, `${now.currency} instead of ${known.currency}`)
  return known.zone === now.zone ? undefined : changed(known, `the time zone ${now.zone} instead of ${known.zone}`)
}

function withoutTask({ name, id }: AdAccount): AdAccountProblem {
  return {
    kind: 'permission',
    message: `The person who connected may not see figures of ${name} (${id}) any more. Ask an administrator for “View performance” (business.facebook.com > Settings > Ad accounts); its data up to now is kept.`,
  }
}

function toAccount(wire: WireAccount): AdAccount {
  const { status, text } = statuses[wire.account_status ?? 1] ?? { status: 'limited', text: 'Limited' }
  const mayRead = !wire.user_tasks || wire.user_tasks.some((task) => readingTasks.includes(task))
  const hasZone = isZone(wire.timezone_name)
  return {
    id: wire.account_id,
    name: wire.name || `Ad account ${wire.account_id}`,
    currency: wire.currency,
    zone: wire.timezone_name,
    status,
    statusText: text,
    readable: mayRead && hasZone,
    note: noteOf({ mayRead, hasZone, status, text }),
    via: null,
  }
}

interface Noting {
  readonly mayRead: boolean
  readonly hasZone: boolean
  readonly status: AdAccount['status']
  readonly text: string
}

/** Whether the account is closed, or disabled by Meta: no new activity, but earlier figures may still change for a while. */
export function hasEnded({ status, statusText }: Pick<AdAccount, 'status' | 'statusText'>): boolean {
  return status === 'closed' || statusText === statuses[2]?.text
}

function noteOf({ mayRead, hasZone, status, text }: Noting): string | null {
  if (!mayRead) return 'Ask an administrator of the account for “View performance” to be able to choose it.'
  if (!hasZone) return 'Meta gives it a time zone that is not known here, so that its days cannot be told.'
  return status === 'active' ? null : `${text} at Meta; its data can still be read.`
}

function nothingShared(): ConnectorError {
  return new ConnectorError({
    kind: 'permission',
    message:
      'No ad account was shared with Tillsight. Connect again and choose at least one ad account at Facebook; the person needs at least “View performance” for it.',
    platformCode: 'no_accounts',
  })
}
