import { isCurrency } from '@tillsight/core'
import { isZone } from '@tillsight/core/days'
import { z } from 'zod'

/** A pattern in which `*` matches any text, compared without regard to case: `*@shop.test`, `gift card*`. */
export const Pattern = z.string().trim().min(1).max(200, 'An entry has 200 characters at most.')
const tooMany = 'There are 500 entries at most.'
const Patterns = z.array(Pattern).max(500, tooMany)
const Texts = z.array(Pattern).max(500, tooMany)

/** How to read an order's value in shop currency from its meta. */
export const CurrencyMetaKey = z.object({
  key: z.string().min(1).max(200),
  /**
   * `rate`: shop currency per unit of order currency; `inverse_rate`: the reciprocal; `total`: the order total in shop
   * currency.
   */
  meaning: z.enum(['rate', 'inverse_rate', 'total']),
})

const knownCurrencyMetaKeys: z.infer<typeof CurrencyMetaKey>[] = [
  { key: '_wcpbc_base_exchange_rate', meaning: 'rate' },
  { key: '_order_total_base_currency', meaning: 'total' },
  // The rate applied by the payment provider, which WooCommerce's own reports use if present.
  { key: '_wcpay_multi_currency_stripe_exchange_rate', meaning: 'rate' },
  { key: '_wcpay_multi_currency_order_exchange_rate', meaning: 'inverse_rate' },
  { key: '_woocs_order_rate', meaning: 'inverse_rate' },
]

/** Rules that make an order a test (metrics.md §1.1); any match is enough. */
export const TestRules = z.object({
  gateways: Texts.default([]),
  /** E-mail addresses or patterns such as `*@agency.test`. */
  emails: Patterns.default([]),
  /** Order meta; a value of null matches any value. */
  meta: z
    .array(z.object({ key: z.string().min(1).max(200), value: z.string().max(200).nullable().default(null) }))
    .max(100)
    .default([]),
  coupons: Texts.default([]),
  tags: Texts.default([]),
})

/** Rules for gift cards sold, and for gift card payments that a plug-in disguises as discounts (§1.6). */
export const GiftCardRules = z.object({
  productIds: Texts.default([]),
  /** Negative fees with these names are payments. */
  feeNames: Patterns.default([]),
  /** Coupons with these codes are payments. */
  couponCodes: Patterns.default([]),
  /** Kinds of coupons that are payments; the store keeps a coupon's kind in order meta `coupon_kind:<code>`. */
  couponKinds: Texts.default([]),
  /** Other order meta with an amount paid by gift card that lowered the total without any line. */
  paidMetaKeys: Texts.default([]),
})

const fields = {
  /** Whether orders whose payment is still expected count. */
  countUnpaid: z.boolean(),
  /** Statuses to exclude; never a list of those that count, because stores define their own. */
  excludedStatuses: Texts,
  tests: TestRules,
  giftCards: GiftCardRules,
  /** Fee lines with these titles are tips. */
  tips: Patterns,
  /** Placeholder e-mail addresses that do not identify a buyer. */
  ignoredEmails: Patterns,
  currencyMeta: z.array(CurrencyMetaKey).max(50),
  /** Monday = 1 … Sunday = 7. */
  weekStartsOn: z.number().int().min(1).max(7),
  ratioBasis: z.enum(['orderRevenue', 'sales', 'netRevenue']),
  /** Whether people who only look see costs and profit. */
  viewersSeeProfit: z.boolean(),
  /** Whether the owner keeps this zone and currency although the store reports others. */
  keepsOwnBasics: z.boolean(),
}

const tipTitles = ['tip', 'tip *', 'tips', 'tips *', 'gratuity*', 'trinkgeld*', 'pourboire*', 'propina*', 'fooi*']

/** Settings of a shop about its figures. Every field has a default: `{}` is complete. */
export const ShopSettings = z.object({
  countUnpaid: fields.countUnpaid.default(true),
  excludedStatuses: fields.excludedStatuses.default([]),
  tests: fields.tests.prefault({}),
  giftCards: fields.giftCards.prefault({}),
  tips: fields.tips.default(tipTitles),
  ignoredEmails: fields.ignoredEmails.default(['noreply@*', 'no-reply@*', 'donotreply@*', '*@site.invalid']),
  currencyMeta: fields.currencyMeta.default(knownCurrencyMetaKeys),
  weekStartsOn: fields.weekStartsOn.default(1),
  ratioBasis: fields.ratioBasis.default('orderRevenue'),
  viewersSeeProfit: fields.viewersSeeProfit.default(false),
  keepsOwnBasics: fields.keepsOwnBasics.default(false),
})
export type ShopSettings = z.infer<typeof ShopSettings>

/** Changed settings; absent ones stay as they are. */
export const ShopSettingsChange = z.strictObject(fields).partial()

/** A host name such as `shop.example.com`; a pasted address is reduced to its host. */
export const ShopDomain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^https?:\/\//, '').replace(/[/?#].*$/, ''))
  .pipe(
    z
      .string()
      .max(253)
      .regex(
        /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/,
        'This is not a domain: expected a name such as shop.example.com.',
      ),
  )

const Zone = z
  .string()
  .refine(isZone, 'This is not a time zone: expected a name such as Europe/Berlin, or a fixed offset such as +02:00.')
const Currency = z
  .string()
  .refine(isCurrency, 'This is not a currency: expected an ISO 4217 code in upper case such as EUR.')
const Country = z.string().regex(/^[A-Z]{2}$/, 'This is not a country: expected two capital letters such as DE.')
const Name = z.string().trim().min(1, 'Enter a name.').max(200, 'A name has 200 characters at most.')

/** What creating a shop requires; its name defaults to the domain. */
export const CreateShopInput = z.object({
  domain: ShopDomain,
  platform: z.string().trim().min(1).max(50),
  name: Name.optional(),
  zone: Zone,
  currency: Currency,
  country: Country.nullable().default(null),
  settings: ShopSettings.prefault({}),
})
export type CreateShopInput = z.infer<typeof CreateShopInput>

/** What can be changed later. Settings are replaced group by group; absent groups stay. */
export const UpdateSettingsInput = z.object({
  name: Name.optional(),
  zone: Zone.optional(),
  settings: ShopSettingsChange.optional(),
})
export type UpdateSettingsInput = z.infer<typeof UpdateSettingsInput>
