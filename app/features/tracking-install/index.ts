// How the script gets into a shop, and whether it is heard there. Knows no order and no figure.
export { ArrivalsCard } from './arrivals-card.tsx'
export { ConsentCard } from './consent-card.tsx'
export { FurtherCard } from './further-card.tsx'
export { InstallCard } from './install-card.tsx'
export type { ArrivalsModel } from './model.ts'
