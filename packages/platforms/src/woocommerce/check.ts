import type { ConnectedAccount, ConnectionSettings, ConnectorContext } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import { isSameRegistrableDomain } from '../http/index.ts'
import { isUnknownParameter } from './changed-orders.ts'
import { isPlainRoot, toHomeUrl } from './endpoint.ts'
import { oldestVersion } from './failures.ts'
import { forgetLocation, openStore, type Store } from './store.ts'
import { toText } from './values.ts'
import { WireCurrency, WireSettings, WireSystemStatus } from './wire.ts'

/** The shop runs loop-back tests before it responds; its version is not worth a longer wait. */
const statusTimeoutMs = 15_000

/** Finds the store, signs in and reads its data. Throws `ConnectorError`. */
export async function checkStore(ctx: ConnectorContext): Promise<ConnectedAccount> {
  forgetLocation(ctx)
  const store = await openStore(ctx)
  const modifiedOrder = await knowsModifiedOrder(store)
  const general = await readSettings(store, 'general')
  const products = await readSettings(store, 'products')
  const currency = general?.get('woocommerce_currency') ?? (await readCurrency(store))
  const { location } = store
  const status = await readStatus(ctx, store)
  return {
    id: location.site,
    name: location.name,
    currency: currency.toUpperCase(),
    zone: location.zone,
    country: general?.get('woocommerce_default_country')?.split(':')[0]?.toUpperCase() ?? null,
    version: status.version,
    discovered: {
      home: location.home,
      wordpress: location.wordpress,
      ...status.keeps,
      root: location.root,
      site: location.site,
      auth: store.auth(),
      zone: location.zone,
      weightUnit: products?.get('woocommerce_weight_unit') ?? 'kg',
      modifiedOrder: modifiedOrder ? 'yes' : 'no',
    },
    warnings: [...warningsAbout(ctx, store), ...changesWarning(store, modifiedOrder)],
  }
}

async function knowsModifiedOrder(store: Store): Promise<boolean> {
  try {
    await store.get('orders', { orderby: 'modified', order: 'asc', per_page: 1, _fields: 'id' })
    return true
  } catch (error) {
    if (isUnknownParameter(error)) return false
    throw error
  }
}

/** Values of a settings group by id; undefined where the key's user may not see them or the version has none. */
async function readSettings(store: Store, group: string): Promise<ReadonlyMap<string, string> | undefined> {
  const data = await optional(async () => (await store.get(`settings/${group}`)).data)
  const parsed = WireSettings.safeParse(data)
  if (data === undefined || !parsed.success) return undefined
  return new Map(
    parsed.data.map(({ id, value }) => [toText(id), toText(value)] as const).filter(([, value]) => value !== ''),
  )
}

async function readCurrency(store: Store): Promise<string> {
  const { data } = await store.get('data/currencies/current')
  const parsed = WireCurrency.safeParse(data)
  if (parsed.success) return parsed.data.code
  throw new ConnectorError({
    kind: 'permission',
    message: `The key may not read the shop's currency. Its user needs the role shop manager or administrator.`,
    platformCode: 'no_currency',
  })
}

interface Told {
  readonly version: string | null
  /** How orders are kept, as far as that is known. */
  readonly keeps: ConnectionSettings
}

/** Nothing if the shop is too slow, broken or closed; a check never fails because of it. */
async function readStatus(ctx: ConnectorContext, store: Store): Promise<Told> {
  const fields = { _fields: 'environment,settings' }
  try {
    const { data } = await store.get('system_status', fields, { timeoutMs: statusTimeoutMs, retries: 0 })
    const parsed = WireSystemStatus.safeParse(data)
    if (!parsed.success) return { version: null, keeps: {} }
    const { environment, settings } = parsed.data
    const ownTables = settings?.HPOS_enabled
    return {
      version: toText(environment.version) || null,
      keeps: typeof ownTables === 'boolean' ? { orderTables: ownTables ? 'yes' : 'no' } : {},
    }
  } catch (error) {
    if (isConnectorError(error) || isOutOfPatience(ctx.signal)) return { version: null, keeps: {} }
    throw error
  }
}

/**
 * The page of an order in WordPress. Orders have a page of their own where they are kept in tables of their own; elsewhere, and
 * where that is not known, they are posts: WooCommerce leads on from that address if they are not.
 */
export function orderPage({ home, wordpress = home, orderTables }: ConnectionSettings): string | undefined {
  if (!wordpress) return undefined
  const page =
    orderTables === 'yes' ? 'admin.php?page=wc-orders&action=edit&id={order}' : 'post.php?post={order}&action=edit'
  return `${wordpress}/wp-admin/${page}`
}

/** Whether the time-out passed, rather than somebody cancelling. */
function isOutOfPatience({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof DOMException && reason.name === 'TimeoutError'
}

/** Runs an optional query; failures that would stop the connection altogether are still thrown. */
async function optional<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isConnectorError(error) && error.failure.kind !== 'reauth') return undefined
    throw error
  }
}

/** The warning for versions that cannot report changes: the merchant should know how late changes of old orders are found. */
function changesWarning({ location }: Store, modifiedOrder: boolean): string[] {
  if (modifiedOrder) return []
  return [
    `The WooCommerce of ${new URL(location.home).host} is older than ${oldestVersion} and does not say which orders changed. Changes to orders of the last 60 days are found within minutes, of the last 90 days the night after, to older ones within two weeks. Update WooCommerce, and all of them are found within minutes.`,
  ]
}

function warningsAbout(ctx: ConnectorContext, store: Store): string[] {
  const { location } = store
  const host = new URL(location.home).host
  const warnings: string[] = []
  if (/^[+-]/.test(location.zone)) {
    warnings.push(
      `${host} has a fixed time offset (UTC${location.zone}) instead of a city, so daylight saving is not followed. Choose a city under Settings > General > Timezone.`,
    )
  }
  if (location.home.startsWith('http:')) {
    warnings.push(`${host} is read without encryption. Orders travel in the clear; set up https at your host.`)
  } else if (store.auth() === 'oauth-http') {
    warnings.push(
      `${host} ends https at a proxy that WordPress does not know about. Reading works; telling WordPress (HTTPS=on or X-Forwarded-Proto) makes connecting simpler.`,
    )
  }
  if (isPlainRoot(location.root)) {
    warnings.push(
      `${host} uses plain permalinks. Reading works, but connecting on screen and some plugins do not: choose any other option under Settings > Permalinks.`,
    )
  }
  const typed = toHomeUrl(ctx.settings.url ?? '')
  const named = location.site.split('/')[0]?.replace(/:\d+$/, '') ?? ''
  if (typed !== undefined && !isSameRegistrableDomain(new URL(typed).hostname, named)) {
    warnings.push(
      `The shop at ${host} calls itself ${location.site}. If this is a staging copy, connect the real shop instead.`,
    )
  }
  return warnings
}
