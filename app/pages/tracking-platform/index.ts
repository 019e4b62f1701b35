// How ads are tagged so that an order names its ad, and what the ad platforms tell once they are connected.
// Knows no order and no figure; the templates follow the platforms' own macros.

export { TodayCard } from '../tracking/today-card.tsx'
export { PlatformCards } from './platform-cards.tsx'
export { PlatformPage } from './platform-page.tsx'
