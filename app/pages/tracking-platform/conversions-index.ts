// Telling ad platforms of orders: setting it up, trying it, switching it, and what became of each order.
// Knows no platform: words about one come with the data.
export { ConversionsSection } from './conversions-section.tsx'
