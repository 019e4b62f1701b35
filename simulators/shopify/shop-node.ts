import { siteZone } from '../zone.ts'
import { connection } from './connection.ts'
import { micros, moneyV2 } from './money.ts'
import { type OrderView, orderName } from './order-view.ts'
import type { ShopWorld } from './shop-world.ts'
import { type Call, gid, type PageArgs } from './world.ts'

/** The shop itself. */
export function shopNode({ site, platform }: ShopWorld) {
  const offset = siteZone(site.zone).offsetAt(platform.clock.now().getTime() / 1000) / 60
  return {
    __typename: 'Shop',
    id: gid('Shop', site.id),
    name: site.name,
    myshopifyDomain: site.shop,
    email: site.email,
    contactEmail: site.email,
    shopOwnerName: 'Owner',
    url: `https://${site.primaryDomain}`,
    primaryDomain: {
      id: gid('Domain', site.id),
      host: site.primaryDomain,
      url: `https://${site.primaryDomain}`,
      sslEnabled: true,
    },
    currencyCode: site.currency,
    enabledPresentmentCurrencies: site.presentmentCurrencies,
    ianaTimezone: site.zone,
    timezoneAbbreviation: 'CET',
    timezoneOffset: offsetText(offset),
    timezoneOffsetMinutes: offset,
    taxesIncluded: site.taxesIncluded,
    taxShipping: site.taxShipping,
    createdAt: site.createdAt,
    updatedAt: site.createdAt,
    setupRequired: false,
    unitSystem: 'METRIC_SYSTEM',
    weightUnit: 'KILOGRAMS',
    orderNumberFormatPrefix: '#',
    orderNumberFormatSuffix: '',
    plan: {
      displayName: site.plan,
      publicDisplayName: site.plan,
      partnerDevelopment: site.plan === 'Development',
      shopifyPlus: site.plan === 'Plus' || site.plan === 'Enterprise',
    },
    shopAddress: { id: gid('ShopAddress', site.id), countryCodeV2: site.country, country: site.country },
    billingAddress: { id: gid('ShopAddress', site.id), countryCodeV2: site.country, country: site.country },
  }
}

function offsetText(minutes: number): string {
  const digits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}${digits(Math.abs(minutes) % 60)}`
}

interface Balance {
  readonly id: number
  readonly at: string
  readonly order: OrderView
  readonly amount: bigint
  readonly fee: bigint
  readonly isRefund: boolean
  readonly isTest: boolean
}

/** Shopify Payments of the shop, or null. */
export function paymentsNode(world: ShopWorld) {
  const { site } = world
  if (!site.hasPayments) return null
  return {
    __typename: 'ShopifyPaymentsAccount',
    id: gid('ShopifyPaymentsAccount', site.id),
    activated: true,
    country: site.country,
    defaultCurrency: site.currency,
    onboardable: false,
    balance: [moneyV2(0n, site.currency)],
    balanceTransactions: (args: PageArgs, call: Call) =>
      connection(balances(world), args, { call, make: (row) => balanceNode(row, site.currency) }),
  }
}

/** Every movement through Shopify Payments, oldest first. */
function balances(world: ShopWorld): Balance[] {
  const rows: Balance[] = []
  for (const order of world.store.allOrders()) {
    for (const entry of order.facts.transactions) {
      const isMoney = ['SALE', 'CAPTURE', 'REFUND'].includes(entry.kind) && (entry.status ?? 'SUCCESS') === 'SUCCESS'
      if (!isMoney || entry.gateway !== 'shopify_payments') continue
      const isRefund = entry.kind === 'REFUND'
      const amount = isRefund ? -micros(entry.amount) : micros(entry.amount)
      const fee = (entry.fees ?? []).reduce((sum, part) => sum + micros(part.amount) + micros(part.tax), 0n)
      const isTest = entry.test ?? order.order.test ?? false
      rows.push({ id: entry.id, at: entry.processedAt ?? entry.at, order, amount, fee, isRefund, isTest })
    }
  }
  return rows.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id))
}

function balanceNode(row: Balance, currency: string) {
  return {
    __typename: 'ShopifyPaymentsBalanceTransaction',
    id: gid('ShopifyPaymentsBalanceTransaction', row.id),
    type: row.isRefund ? 'REFUND' : 'CHARGE',
    test: row.isTest,
    transactionDate: row.at,
    amount: moneyV2(row.amount, currency),
    fee: moneyV2(row.fee, currency),
    net: moneyV2(row.amount - row.fee, currency),
    sourceId: String(row.id),
    sourceOrderTransactionId: String(row.id),
    sourceType: row.isRefund ? 'REFUND' : 'CHARGE',
    adjustmentReason: null,
    adjustmentsOrders: [],
    associatedOrder: { id: gid('Order', row.order.order.id), name: orderName(row.order.order) },
    associatedPayout: { id: null, status: null },
  }
}
