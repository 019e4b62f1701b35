import { isZone } from '@tillsight/core/days'
import type { AdAccount, AdAccountProblem } from '../ad-records.ts'
import type { ConnectorContext } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { type Api, openApi } from './api.ts'
import { nothingShared } from './connect.ts'
import { handlingOfError } from './failures.ts'
import { isRow, rowsOf, textOf } from './values.ts'
import { isFailingAlone } from './well.ts'

/** The current state of an account. */
export interface SeenAccount {
  readonly account: AdAccount
  readonly problem: AdAccountProblem | null
}

type Row = Readonly<Record<string, unknown>>
type Name = Pick<AdAccount, 'id' | 'name'>

const mostIds = 100
const infoFields = 'advertiser_id name status currency timezone display_timezone'.split(' ')

/** Every account that the grant gives access to. Throws `account_state` if there is none. */
export async function listAccounts(ctx: ConnectorContext): Promise<readonly AdAccount[]> {
  const api = openApi(ctx)
  const names = await listNames(api)
  if (names.length === 0) throw nothingShared()
  const { seen } = await lookAtAccounts(api, names)
  return seen.map(({ account, problem }) =>
    problem === null ? account : { ...account, readable: false, note: problem.message },
  )
}

/** Ids and names as TikTok lists them; without the secret of the app as they were entered or granted. */
export async function listNames(api: Api): Promise<readonly Name[]> {
  const { client, ctx } = api
  const entered = (ctx.settings.advertiserIds ?? '').split(/[,;\s]+/).filter((id) => /^\d+$/.test(id))
  const names = entered.map((id) => ({ id, name: id }))
  if (client.appId === '' || client.secret === '') return names
  try {
    const { list } = await api.ask({
      what: 'the list of ad accounts',
      path: 'oauth2/advertiser/get/',
      query: { app_id: client.appId, secret: client.secret },
    })
    return rowsOf(list).map((row) => {
      const id = textOf(row.advertiser_id)
      return { id, name: textOf(row.advertiser_name) || id }
    })
  } catch (error) {
    // TikTok's sandbox host has no such list.
    if (handlingOfError(error) !== 'endpoint' || names.length === 0) throw error
    return names
  }
}

/** The accounts' own data; `isRefused`: the permission for it was not granted. */
export async function lookAtAccounts(
  api: Api,
  names: readonly Name[],
): Promise<{ readonly seen: readonly SeenAccount[]; readonly isRefused: boolean }> {
  const seen: SeenAccount[] = []
  let isRefused = false
  for (let at = 0; at < names.length; at += mostIds) {
    const part = names.slice(at, at + mostIds)
    const found = isRefused ? 'refused' : await describe(api, part)
    if (found !== 'refused') {
      seen.push(...found)
      continue
    }
    isRefused = true
    for (const name of part) seen.push(await fromReport(api, name))
  }
  return { seen, isRefused }
}

/** One account that is gone, or for which TikTok fails, fails the whole response: then they are queried one by one. */
async function describe(api: Api, names: readonly Name[]): Promise<readonly SeenAccount[] | 'refused'> {
  const [first, ...others] = names
  try {
    const { list } = await api.ask({
      what: 'ad accounts',
      path: 'advertiser/info/',
      query: { advertiser_ids: names.map(({ id }) => id), fields: infoFields },
      ...(first && others.length === 0 ? { advertiser: first } : {}),
    })
    const rows = new Map(rowsOf(list).map((row) => [textOf(row.advertiser_id), row]))
    return names.map((name) => toSeen(name, rows.get(name.id)))
  } catch (error) {
    const handling = handlingOfError(error)
    if (handling === 'endpoint') return 'refused'
    if (!first || !(handling === 'account' || (await isFailingAlone(api, error)))) throw error
    if (others.length === 0) return [{ account: unknownAccount(first), problem: toProblem(error) }]
    const seen: SeenAccount[] = []
    for (const name of names) {
      const one = await describe(api, [name])
      if (one === 'refused') return one
      seen.push(...one)
    }
    return seen
  }
}

function toSeen(name: Name, row: Row | undefined): SeenAccount {
  if (row === undefined) return { account: unknownAccount(name), problem: missing(name) }
  const statusText = textOf(row.status)
  const zone = [row.timezone, row.display_timezone].map(textOf).find((text) => text !== '' && isZone(text))
  const account = {
    id: name.id,
    name: textOf(row.name) || name.name,
    currency: textOf(row.currency),
    zone: zone ?? '',
    status: statusOf(statusText),
    statusText: statusText || 'STATUS_UNKNOWN',
    via: null,
  }
  return { account: complete(account), problem: null }
}

/** The attributes of a report say the same as the account, once it has spent anything. */
async function fromReport(api: Api, name: Name): Promise<SeenAccount> {
  try {
    const { list } = await api.ask({
      what: 'currency and time zone',
      path: 'report/integrated/get/',
      query: {
        advertiser_id: name.id,
        report_type: 'BASIC',
        data_level: 'AUCTION_ADVERTISER',
        dimensions: ['advertiser_id'],
        metrics: ['spend', 'currency', 'timezone'],
        query_lifetime: 'true',
        page_size: '1',
      },
      advertiser: name,
    })
    const [row] = rowsOf(list)
    const metrics = isRow(row?.metrics) ? row.metrics : {}
    const currency = textOf(metrics.currency)
    const zone = textOf(metrics.timezone)
    const account = {
      ...name,
      currency: /^[A-Z]{3}$/.test(currency) ? currency : '',
      zone: zone !== '' && isZone(zone) ? zone : '',
      status: 'active',
      statusText: 'STATUS_UNKNOWN',
      via: null,
    } as const
    return { account: complete(account), problem: null }
  } catch (error) {
    const handling = handlingOfError(error)
    const isAbout = handling === 'account' || handling === 'endpoint'
    if (!isAbout && !(await isFailingAlone(api, error))) throw error
    return { account: unknownAccount(name), problem: toProblem(error) }
  }
}

/** Without currency or zone, an account's figures could not be stored. */
function complete(account: Omit<AdAccount, 'readable' | 'note'>): AdAccount {
  if (account.currency !== '' && account.zone !== '') {
    return { ...account, readable: true, note: noteOf(account.status) }
  }
  const note =
    'TikTok does not tell the currency and time zone of this account. Add the permission Ad Account Management to the app and connect again.'
  return { ...account, currency: account.currency || 'XXX', zone: account.zone || 'UTC', readable: false, note }
}

function noteOf(status: AdAccount['status']): string | null {
  if (status === 'closed') return 'TikTok has switched this account off. Its data up to now can still be read.'
  return status === 'limited' ? 'TikTok limits this account. Its data can be read.' : null
}

function statusOf(text: string): AdAccount['status'] {
  if (text === 'STATUS_ENABLE') return 'active'
  return text === 'STATUS_DISABLE' ? 'closed' : 'limited'
}

/** An account without any known data; `XXX` means no currency. */
function unknownAccount({ id, name }: Name): AdAccount {
  return {
    id,
    name,
    currency: 'XXX',
    zone: 'UTC',
    status: 'closed',
    statusText: 'STATUS_UNKNOWN',
    readable: false,
    note: null,
    via: null,
  }
}

function missing({ name }: Name): AdAccountProblem {
  return {
    kind: 'not_found',
    message: `TikTok no longer shows ${name}: it was closed, or taken out of what you shared. Data up to now is kept; connect again to share it once more.`,
  }
}

/** The account problem for a failure; throws failures that are not about an account. */
export function toProblem(error: unknown): AdAccountProblem {
  if (!isConnectorError(error)) throw error
  const { kind, message } = error.failure
  if (kind === 'permission' || kind === 'account_state' || kind === 'not_found') return { kind, message }
  if (kind === 'transient' || kind === 'too_big') return { kind: 'failing', message }
  throw error
}

/** The problem, if an account's currency or zone differs from the selected one: past figures would not match new ones. */
export function changeOf(chosen: AdAccount, now: AdAccount): AdAccountProblem | null {
  if (chosen.currency === now.currency && chosen.zone === now.zone) return null
  const [before, after] = [chosen, now].map(({ currency, zone }) => `${currency} in ${zone}`)
  return {
    kind: 'changed',
    message: `${chosen.name} was in ${before} and is now in ${after}. Its data up to now is kept and nothing new is read, because both cannot stand in one account. Choose the accounts again to begin anew with what holds now.`,
  }
}
