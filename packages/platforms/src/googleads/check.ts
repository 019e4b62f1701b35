import type { AdAccount } from '../ad-records.ts'
import type { ConnectedAccount, ConnectorContext } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { listAccounts } from './accounts.ts'
import { apiVersion } from './hosts.ts'
import { conversionActionsQuery } from './queries.ts'
import { openSession } from './session.ts'
import { dashed } from './values.ts'

/** Signs in and checks every account that the login gives access to. Throws `ConnectorError`. */
export async function checkLogin(ctx: ConnectorContext): Promise<ConnectedAccount> {
  const renewed: { settings?: ConnectorContext['settings'] } = {}
  const accounts = await listAccounts({
    ...ctx,
    async renew(spent, grant) {
      renewed.settings = await ctx.renew(spent, grant)
      return renewed.settings
    },
  })
  const settings = renewed.settings ?? ctx.settings
  const [first] = accounts.filter(({ readable }) => readable)
  // A login without a name is identified by its first account, even if it later has others.
  const id = settings.loginId || (accounts[0]?.id ?? '')
  return {
    id,
    name: settings.login || (first?.name ?? dashed(id)),
    ...placeOf(first),
    version: apiVersion,
    discovered: { loginId: id },
    warnings: [
      ...accounts.filter(({ readable }) => !readable).map(unreadable),
      ...(first ? await purchaseWarning({ ...ctx, settings }, first) : []),
      ...testingWarning(settings.refreshTokenExpiresAt),
    ],
  }
}

function placeOf(account: AdAccount | undefined): Pick<ConnectedAccount, 'currency' | 'zone' | 'country'> {
  return { currency: account?.currency ?? 'XXX', zone: account?.zone ?? 'Etc/UTC', country: null }
}

function unreadable({ id, name, note }: AdAccount): string {
  const shown = name === dashed(id) ? name : `${name} (${dashed(id)})`
  return `${shown} cannot be read: ${note ?? 'Google Ads refuses it.'}`
}

/** Without purchases a "conversion" is whatever the account's goals count. */
async function purchaseWarning(ctx: ConnectorContext, account: AdAccount): Promise<string[]> {
  const session = await openSession({ ...ctx, accounts: [account] })
  try {
    const { conversionsAre } = await session.counting(account)
    if (conversionsAre === 'purchases') return []
  } catch (error) {
    // A permission problem is reported when figures are read.
    if (isConnectorError(error) && error.failure.kind === 'permission') return []
    throw error
  }
  return [
    `${account.name} counts no purchases as a primary conversion (${conversionActionsQuery.what} of Google Ads), so its conversions are whatever its goals count. Set up a purchase conversion in Google Ads under Goals to see purchases.`,
  ]
}

function testingWarning(endsAt: string | undefined): string[] {
  if (!endsAt) return []
  return [
    `The Google Cloud project of this installation is in Testing, so Google ends this access on ${endsAt.slice(0, 10)}. Publish the consent screen (Google Auth Platform > Audience > Publish app) and connect again.`,
  ]
}
