import { isCurrency } from '@tillsight/core'
import { isZone } from '@tillsight/core/days'
import { z } from 'zod'

/** A text with `*` for any run of characters, compared without regard to case: `*@shop.test`, `gift card*`. */
export const Pattern = z.string().trim().min(1).max(200, 'An entry has 200 characters at most.')
const tooMany = 'There are 500 entries at most.'
const Patterns = z.array(Pattern).max(500, tooMany)
const Texts = z.array(Pattern).max(500, tooMany)

/** How an order's meta value says what the order is worth in shop currency. */
export const CurrencyMetaKey = z.object({
  key: z.string().min(1).max(200),
  /** `rate`: shop currency per unit of order currency; `inverse_rate`: the other way round; `total`: the order total in shop currency. */
  meaning: z.enum(['rate', 'inverse_rate', 'total']),
})

const knownCurrencyMetaKeys: z.infer<typeof CurrencyMetaKey>[] = [
  { key: '_wcpbc_base_exchange_rate', meaning: 'rate' },
  { key: '_order_total_base_currency', meaning: 'total' },
  // What the money came to at the payment provider, which WooCommerce's own reports use where it is known.
  { key: '_wcpay_multi_currency_stripe_exchange_rate', meaning: 'rate' },
  { key: '_wcpay_multi_currency_order_exchange_rate', meaning: 'inverse_rate' },
  { key: '_woocs_order_rate', meaning: 'inverse_rate' },
]

/** Orders that are tests (metrics.md §1.1); one hit is enough. */
export const TestRules = z.object({
  gateways: Texts.default([]),
  /** Addresses or patterns such as `*@agency.test`. */
  emails: Patterns.default([]),
  /** Order meta; a value of null means "whatever the value". */
  meta: z
    .array(z.object({ key: z.string().min(1).max(200), value: z.string().max(200).nullable().default(null) }))
    .max(100)
    .default([]),
  coupons: Texts.default([]),
  tags: Texts.default([]),
})

/** What is a gift card sold, and what is a payment by gift card that a plug-in disguises as a discount (§1.6). */
export const GiftCardRules = z.object({
  productIds: Texts.default([]),
  /** Negative fees with these names are payments. */
  feeNames: Patterns.default([]),
  /** Coupons with these codes are payments. */
  couponCodes: Patterns.default([]),
  /** Coupons whose kind the store keeps in order meta `coupon_kind:<code>`. */
  couponKinds: Texts.default([]),
  /** Further order meta that holds an amount paid by gift card which lowered the total without any line. */
  paidMetaKeys: Texts.default([]),
})

const fields = {
  /** Orders whose money is expected later. */
  countUnpaid: z.boolean(),
  /** Statuses that are left out; never a list of those that count, because stores invent statuses. */
  excludedStatuses: Texts,
  tests: TestRules,
  giftCards: GiftCardRules,
  /** Fee lines with these titles are tips. */
  tips: Patterns,
  /** Placeholder addresses that say nothing about who bought. */
  ignoredEmails: Patterns,
  currencyMeta: z.array(CurrencyMetaKey).max(50),
  /** Monday = 1 … Sunday = 7. */
  weekStartsOn: z.number().int().min(1).max(7),
  ratioBasis: z.enum(['orderRevenue', 'sales', 'netRevenue']),
  /** The owner wants this zone and currency although the store names others. */
  keepsOwnBasics: z.boolean(),
}

const tipTitles = ['tip', 'tip *', 'tips', 'tips *', 'gratuity*', 'trinkgeld*', 'pourboire*', 'propina*', 'fooi*']

/** What a shop decides about its own figures. Every field has a default: `{}` is a complete setting. */
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
  keepsOwnBasics: fields.keepsOwnBasics.default(false),
})
export type ShopSettings = z.infer<typeof ShopSettings>

/** Some of the settings; what is left out stays as it is. */
export const ShopSettingsChange = z.strictObject(fields).partial()

/** A host name such as `shop.example.com`; a pasted address is cut down to it. */
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

/** What a shop starts with; its name is the domain until somebody gives it another. */
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

/** What may change later. Settings are replaced group by group; what is left out stays. */
export const UpdateSettingsInput = z.object({
  name: Name.optional(),
  zone: Zone.optional(),
  settings: ShopSettingsChange.optional(),
})
export type UpdateSettingsInput = z.infer<typeof UpdateSettingsInput>
