// Schemas of what people type, safe for a browser: only the core and the schema library below them.
export { mostListedAnnotations } from './annotations/inputs.ts'
export { EmailAddress, InviteMemberInput, OrganisationName, RoleInput } from './organisations/inputs.ts'
export { Language, NotificationSettings, PersonName, SaveProfileInput } from './people/inputs.ts'
export {
  type LanguageCode,
  mostPins,
  Preference,
  WidgetKey,
  type WidgetKind,
  WidgetSettings,
  widgetKinds,
} from './preferences/inputs.ts'
export { CreateShopInput, ShopDomain, UpdateSettingsInput } from './shops/inputs.ts'
export {
  CurrencyMetaKey,
  GiftCardRules,
  Pattern,
  ShopSettings,
  ShopSettingsChange,
  TestRules,
} from './shops/settings.ts'
