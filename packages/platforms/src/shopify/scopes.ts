import type { AccountGap, ConnectionSettings } from '../contract.ts'

/** The scopes that the app requests; none of them lets it change anything in the shop. */
export const wantedScopes = [
  'read_orders',
  'read_all_orders',
  'read_products',
  'read_inventory',
  'read_customers',
  'read_returns',
  'read_shopify_payments_payouts',
  'read_shopify_payments_disputes',
  'read_reports',
] as const

/** Without the scope for all orders, Shopify silently returns only those created within this many days. */
export const shownDays = 60

/** What is missing without a scope, in words for the merchant. */
export const losses: Readonly<Record<string, string>> = {
  read_all_orders:
    'only the last 60 days of orders are shown, so earlier sales are missing and some customers look new',
  read_products: 'products have no pictures, types or costs',
  read_inventory: 'costs of goods are unknown and have to be entered by hand',
  read_customers: 'customers are known only by their orders',
  read_returns: 'returns that are not refunded yet may be missing',
  read_shopify_payments_payouts: 'what Shopify Payments keeps of each payment is unknown',
  read_shopify_payments_disputes: 'disputes are unknown, and what they took counts as sold',
  read_reports: 'figures cannot be compared with Shopify’s own reports',
}

/** Whether a scope is granted; write access includes read access. */
export function hasScope(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'))
}

/** One sentence for each missing optional scope. */
export function missingScopes(granted: readonly string[]): string[] {
  return wantedScopes
    .filter((scope) => losses[scope] !== undefined && !hasScope(granted, scope))
    .map(
      (scope) =>
        `The app lacks the access scope ${scope}: ${losses[scope]}. Grant it to the app, approve it in the shop and check the connection again.`,
    )
}

/** The same for whoever can change it: where the scope is granted depends on whose app it is. */
export function scopeGaps(granted: readonly string[], settings: ConnectionSettings): AccountGap[] {
  const { where, who } = grantedAt(settings)
  return wantedScopes.flatMap((scope) => {
    const cost = losses[scope]
    if (cost === undefined || hasScope(granted, scope)) return []
    return [{ what: `access scope ${scope}`, cost, where: `${firstStep(scope)}${where}`, who }]
  })
}

/** The step before granting a scope: Shopify itself has to allow it before an app can request it. */
function firstStep(scope: string): string {
  return scope === 'read_all_orders'
    ? 'Request it in the Dev Dashboard under the app > API access > Read all orders. '
    : ''
}

function grantedAt({ token, clientId }: ConnectionSettings): Pick<AccountGap, 'where' | 'who'> {
  if (token) {
    return {
      where:
        'In the Shopify admin: Settings > Apps > Develop apps > the app > Configuration > Admin API integration. Tick it and save.',
      who: 'The owner of the shop, or staff who may develop apps',
    }
  }
  if (clientId) {
    return {
      where:
        'In the Dev Dashboard: the app > Versions. Add it, release the version, and approve the update in the shop.',
      who: 'Whoever made the app; the owner of the shop, or staff who may manage apps, approves',
    }
  }
  return {
    where:
      'The app of this installation has to ask for it (Dev Dashboard > the app > Versions). Reconnect then, and approve it.',
    who: 'Whoever runs this installation; the owner of the shop, or staff who may manage apps, approves',
  }
}
