// Schemas of user input, safe for a browser: depends only on the core and the schema library.
export {
  type DigestPeriod,
  digestFigures,
  digestPeriods,
  EmailAddress,
  InviteMemberInput,
  Language,
  NotificationSettings,
  OrganisationName,
  PersonName,
  plainAddress,
  type Role,
  RoleInput,
  roles,
  SaveProfileInput,
  ShopNames,
  usualFigures,
} from './people.ts'
export {
  type LanguageCode,
  languages,
  localesOfNumbers,
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

/** Maximum number of notes in a list, newest first; more would clutter a chart. */
export const mostListedAnnotations = 500

/** Maximum size of an uploaded spend file. */
export const largestSpendFileKb = 1_024

/** Maximum size of an order file uploaded in the browser. */
export const largestUploadMb = 200

/** Maximum size of an uploaded rates file. */
export const largestRatesFileMb = 8

/** Maximum size of a file of costs, unpacked. */
export const largestCostFileMb = 200
