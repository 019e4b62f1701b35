// What surrounds the pages behind the sign-in: navigation, shops, the account's menu. Knows the routes, not what they show.
export { destinationsOf } from './destinations.ts'
export { Frame } from './frame.tsx'
export type { FrameShop } from './shop-switcher.tsx'
