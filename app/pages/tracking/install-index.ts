// How the script gets into a shop, and whether it is heard there. Knows no order and no figure.

export type { ArrivalsModel } from '../../blocks/install/model.ts'
export { ArrivalsCard } from './arrivals-card.tsx'
export { ConsentCard } from './consent-card.tsx'
export { FurtherCard } from './further-card.tsx'
export { InstallCard } from './install-card.tsx'
