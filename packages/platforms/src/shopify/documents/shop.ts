// Questions about the shop itself. Everything here is checked against the published schema by documents.test.ts.

/** What a check reads, with what the app may read. */
export const shopInfo = `query ShopInfo {
  shop { id name myshopifyDomain primaryDomain { host } currencyCode ianaTimezone taxesIncluded setupRequired
    shopAddress { countryCodeV2 } plan { publicDisplayName partnerDevelopment } }
  currentAppInstallation { id accessScopes { handle } }
}`

/** What the app may read right now. */
export const grantedScopes = `query GrantedScopes {
  currentAppInstallation { accessScopes { handle } }
}`

/** Whether people behind orders may be seen: a separate approval for apps in the app store. */
export const personProbe = `query PersonProbe {
  orders(first: 1, sortKey: UPDATED_AT, reverse: true) { nodes { id email customer { id } } }
}`
