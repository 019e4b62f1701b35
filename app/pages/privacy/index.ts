// What is held about one customer of a shop: what platforms ask in customers' names, looking one up, handing over, erasing.
// Knows no platform.
export { PrivacyClosed } from './privacy-closed.tsx'
export { PrivacyPage } from './privacy-page.tsx'
