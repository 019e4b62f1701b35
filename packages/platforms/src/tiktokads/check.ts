import type { AccountGap, ConnectedAccount, ConnectorContext } from '../contract.ts'
import { wayOf } from './access.ts'
import { listNames, lookAtAccounts } from './accounts.ts'
import { type Api, apiVersion, openApi } from './api.ts'
import { nothingShared } from './connect.ts'
import { handlingOfError } from './failures.ts'
import { textOf } from './values.ts'

const infoGap: AccountGap = {
  what: 'permission Ad Account Management',
  cost: 'names and states of ad accounts are not known, and an account that never spent anything cannot be read',
  where: 'In the developer portal add Ad Account Management to the permissions of the app, then connect again.',
  who: 'Whoever runs this installation',
}

/** Signs in and reads the accounts. Throws `ConnectorError`. */
export async function checkAccess(ctx: ConnectorContext): Promise<ConnectedAccount> {
  const api = openApi(ctx)
  const person = await personOf(api)
  const names = await listNames(api)
  if (names.length === 0) throw nothingShared()
  const { seen, isRefused } = await lookAtAccounts(api, names)
  const first = seen.find(({ account }) => account.readable) ?? seen[0]
  if (first === undefined) throw nothingShared()
  const { account } = first
  return {
    id: person?.id || account.id,
    name: person?.name || account.name,
    currency: account.currency,
    zone: account.zone,
    country: null,
    version: apiVersion,
    discovered: { advertiserIds: names.map(({ id }) => id).join(',') },
    warnings: [...unreadable(seen), ...(isRefused ? [`Without the ${infoGap.what}: ${infoGap.cost}.`] : [])],
    gaps: isRefused ? [infoGap] : [],
  }
}

/** The user who granted the token; undefined if that permission was not ticked. */
async function personOf(api: Api): Promise<{ readonly id: string; readonly name: string } | undefined> {
  try {
    const data = await api.ask({ what: 'who is signed in', path: 'user/info/' })
    const id = textOf(data.core_user_id)
    return { id, name: textOf(data.display_name) || (wayOf(api.ctx.settings) === 'pasted' ? 'TikTok Ads' : id) }
  } catch (error) {
    const handling = handlingOfError(error)
    if (handling === 'endpoint' || handling === 'account') return undefined
    throw error
  }
}

function unreadable(seen: Awaited<ReturnType<typeof lookAtAccounts>>['seen']): string[] {
  return seen.flatMap(({ account, problem }) => {
    if (problem) return [problem.message]
    return account.readable ? [] : [`${account.name}: ${account.note ?? 'its figures cannot be read.'}`]
  })
}
