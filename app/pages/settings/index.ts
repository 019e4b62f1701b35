// What an owner decides about a shop, what a person prefers on it, and what the plan of this installation is.
// Knows no connection, no member and no figure.
export { PlanPage } from './plan-page.tsx'
export { SettingsNav } from './settings-nav.tsx'
export { SettingsPage } from './settings-page.tsx'
