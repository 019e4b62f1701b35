// Questions about the shop itself. Everything here is checked against the published schema by documents.test.ts.

/** The data for a check, including the app's scopes. */
export const shopInfo = `query ShopInfo {
  shop { id name myshopifyDomain primaryDomain { host } currencyCode ianaTimezone taxesIncluded setupRequired
    shopAddress { countryCodeV2 } plan { publicDisplayName partnerDevelopment } }
  currentAppInstallation { id accessScopes { handle } }
}`

/** The scopes currently granted to the app. */
export const grantedScopes = `query GrantedScopes {
  currentAppInstallation { accessScopes { handle } }
}`

/** Whether the app may see customer data: a separate approval for apps in the app store. */
export const personProbe = `query PersonProbe {
  orders(first: 1, sortKey: UPDATED_AT, reverse: true) { nodes { id email customer { id } } }
}`
