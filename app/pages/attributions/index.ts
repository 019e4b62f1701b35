// Which marketing earned which orders: models, windows, paths, claims, down to the single order's journey.
// Knows no platform and reads nothing but its own models; links are changes of the URL.
export { type CreditChoice, chooseCredit } from '../../blocks/credit/credit-choice.ts'
export { modelName } from '../../blocks/credit/credit-models.ts'
export { Credit } from './credit-part.tsx'
export { ModelSwitch } from './model-switch.tsx'
export { SettingsMenu } from './settings-menu.tsx'
export { everyModel, tabNames, tabOf, tabs } from './tabs.ts'
export { useComing } from './use-coming.ts'
export { WindowMenu } from './window-menu.tsx'
