// Schemas of what people type, safe for a browser: only the core and the schema library below them.
export {
  EmailAddress,
  InviteMemberInput,
  Language,
  NotificationSettings,
  OrganisationName,
  PersonName,
  type Role,
  RoleInput,
  roles,
  SaveProfileInput,
} from './people.ts'
export {
  type LanguageCode,
  languages,
  mostPins,
  Preference,
  themes,
  WidgetKey,
  type WidgetKind,
  WidgetSettings,
  widgetKinds,
} from './preferences.ts'
export {
  CreateShopInput,
  CurrencyMetaKey,
  GiftCardRules,
  Pattern,
  ShopDomain,
  ShopSettings,
  ShopSettingsChange,
  TestRules,
  UpdateSettingsInput,
} from './shops.ts'

/** Notes that are listed at once, the newest; more marks than this say nothing on a chart. */
export const mostListedAnnotations = 500

/** Of a file of spend, as it is sent. */
export const largestSpendFileKb = 1_024

/** Of a file of orders that comes through the browser. */
export const largestUploadMb = 200

/** Of a file of rates, as it is sent. */
export const largestRatesFileMb = 8
