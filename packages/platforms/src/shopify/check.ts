import { z } from 'zod'
import type { ConnectedAccount, ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { personProbe, shopInfo } from './documents/shop.ts'
import { hasScope, missingScopes, scopeGaps } from './scopes.ts'
import { apiVersion, openShop, type Shop } from './shop.ts'
import { toId } from './values.ts'

const ShopInfo = z.object({
  shop: z.object({
    id: z.string(),
    name: z.string(),
    myshopifyDomain: z.string(),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
    setupRequired: z.boolean().nullish(),
    primaryDomain: z.object({ host: z.string() }).nullish(),
    shopAddress: z.object({ countryCodeV2: z.string().nullish() }).nullish(),
    plan: z.object({ publicDisplayName: z.string(), partnerDevelopment: z.boolean() }).nullish(),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

/** Signs in and reads the shop's data and the app's permissions. Throws `ConnectorError`. */
export async function checkShop(ctx: ConnectorContext): Promise<ConnectedAccount> {
  const shop = openShop(ctx)
  const { shop: info, currentAppInstallation } = await shop.ask({
    what: 'the shop',
    document: shopInfo,
    shape: ShopInfo,
  })
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  if (!hasScope(scopes, 'read_orders')) throw withoutOrders(shop.domain)
  await shop.ask({ what: 'orders', document: personProbe, shape: z.unknown() })
  return {
    id: info.myshopifyDomain,
    name: info.name,
    currency: info.currencyCode,
    zone: info.ianaTimezone,
    country: info.shopAddress?.countryCodeV2 ?? null,
    version: apiVersion,
    discovered: {
      shopId: toId(info.id),
      shopDomain: info.myshopifyDomain,
      primaryDomain: info.primaryDomain?.host ?? info.myshopifyDomain,
      scopes: scopes.join(','),
    },
    warnings: [...missingScopes(scopes), ...webhookWarning(ctx), ...developmentWarning(info, shop), ...shop.warnings()],
    gaps: scopeGaps(scopes, ctx.settings),
  }
}

function withoutOrders(domain: string): ConnectorError {
  return new ConnectorError({
    kind: 'permission',
    message: `The app may not read orders of ${domain}. Grant it the access scope read_orders (and read_all_orders for the whole history), approve it in the shop and check the connection again.`,
    platformCode: 'ACCESS_DENIED',
  })
}

/** Warns that webhooks need the app's secret, which a pasted token does not include. */
function webhookWarning({ settings }: ConnectorContext): string[] {
  if (!settings.token || settings.clientSecret) return []
  return [
    'Without the API secret key of the custom app its announcements cannot be verified, so orders are fetched every few minutes instead of at once. Enter it as client secret beside the token.',
  ]
}

function developmentWarning({ plan }: z.infer<typeof ShopInfo>['shop'], { domain }: Shop): string[] {
  return plan?.partnerDevelopment
    ? [`${domain} is a development store. Orders of its test gateway are test orders and are not counted.`]
    : []
}
