import type { AdAccount } from '../ad-records.ts'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError, type ConnectorFailure, isConnectorError } from '../failures.ts'
import { type GoogleAdsClient, openClient } from './client.ts'
import { isAboutAccount } from './failures.ts'
import { accountQuery, clientsQuery } from './queries.ts'
import { countAt, dashed, idAt, type Row, textAt, valueAt } from './values.ts'

/** The accounts that a login can access. */
export interface Discovery {
  /** Accounts that have figures, without managers, by id. */
  readonly accounts: readonly AdAccount[]
  /** Every way to an account, the best first; null: directly. */
  paths(accountId: string): readonly (string | null)[]
}

/** Every account of the login, unreadable ones too. Throws `account_state` where there is none at all. */
export async function listAccounts(ctx: ConnectorContext): Promise<readonly AdAccount[]> {
  const { accounts } = await discover(openClient(ctx))
  if (accounts.length > 0) return accounts
  throw new ConnectorError({
    kind: 'account_state',
    message:
      'This Google login opens a manager without any account below it, so there is nothing to read. Link an account to it in Google Ads under Accounts, or connect with another login.',
    platformCode: 'no_accounts',
  })
}

interface Found {
  readonly account: AdAccount
  readonly via: string | null
  /** Levels below the manager; 0: directly. */
  readonly level: number
}

/** Discovers everything that the login gives access to. A broken account does not hide the others. */
export async function discover(client: GoogleAdsClient): Promise<Discovery> {
  const found: Found[] = []
  const unavailable: AdAccount[] = []
  for (const id of await client.accessible()) {
    try {
      const [row] = await client.query({ account: id, via: id }, accountQuery)
      if (row && valueAt(row, 'customer.manager') === true) found.push(...(await clientsOf(client, id)))
      else if (row) found.push({ account: toAccount(row, 'customer', null), via: null, level: 0 })
    } catch (error) {
      if (!isConnectorError(error) || !isAboutAccount(error.failure)) throw error
      unavailable.push(notReadable(id, error.failure))
    }
  }
  const sorted = found.toSorted((one, other) => one.level - other.level)
  const best = new Map<string, AdAccount>()
  for (const { account } of sorted) if (!best.has(account.id)) best.set(account.id, account)
  for (const account of unavailable) if (!best.has(account.id)) best.set(account.id, account)
  return {
    accounts: [...best.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    paths: (accountId) => [...new Set(sorted.filter(({ account }) => account.id === accountId).map(({ via }) => via))],
  }
}

async function clientsOf(client: GoogleAdsClient, manager: string): Promise<Found[]> {
  const rows = await client.query({ account: manager, via: manager }, clientsQuery)
  return rows.flatMap((row) => {
    if (valueAt(row, 'customerClient.manager') === true) return []
    const account = toAccount(row, 'customerClient', manager)
    return [{ account, via: manager, level: Math.max(1, countAt(row, 'customerClient.level')) }]
  })
}

const states: Readonly<Record<string, { readonly status: AdAccount['status']; readonly note: string | null }>> = {
  ENABLED: { status: 'active', note: null },
  SUSPENDED: { status: 'limited', note: 'Suspended by Google: nothing runs, earlier figures can be read.' },
  CANCELED: { status: 'closed', note: 'Cancelled in Google Ads; it can be reactivated there by its administrator.' },
  CLOSED: { status: 'closed', note: 'Closed in Google Ads for good.' },
}

/** Placeholder for an account that does not report its currency. */
const unknownCurrency = 'XXX'
const unknownZone = 'Etc/UTC'

/** Reads an account from a `customer` or `customer_client` row. */
export function toAccount(row: Row, resource: 'customer' | 'customerClient', via: string | null): AdAccount {
  const id = idAt(row, `${resource}.id`)
  const statusText = textAt(row, `${resource}.status`)
  const state = states[statusText] ?? { status: 'active', note: null }
  return {
    id,
    name: textAt(row, `${resource}.descriptiveName`) || dashed(id),
    currency: textAt(row, `${resource}.currencyCode`) || unknownCurrency,
    zone: textAt(row, `${resource}.timeZone`) || unknownZone,
    status: state.status,
    statusText,
    readable: state.status !== 'closed',
    note: state.note ?? noteOf(row, resource),
    via,
  }
}

function noteOf(row: Row, resource: string): string | null {
  if (valueAt(row, `${resource}.testAccount`) === true) return 'A test account: its data is not real.'
  if (valueAt(row, `${resource}.hidden`) === true) return 'Hidden in its manager account.'
  return null
}

function notReadable(id: string, { message, platformCode = '' }: ConnectorFailure): AdAccount {
  const isClosed = platformCode === 'authorizationError.CUSTOMER_NOT_ENABLED'
  return {
    id,
    name: dashed(id),
    currency: unknownCurrency,
    zone: unknownZone,
    status: isClosed ? 'closed' : 'limited',
    statusText: platformCode.split('.')[1] ?? platformCode,
    readable: false,
    note: message,
    via: null,
  }
}
