// Connected accounts: their state, what is missing, and how to add one. Knows no platform by name: forms and texts
// come from the connectors.

export { IntegrationsPage } from '../../pages/integrations/integrations-page.tsx'
export { Attention } from './attention.tsx'
export { ConnectForm } from './connect-form.tsx'
export { firstValues } from './first-values.ts'
export { ImportProgress, type ProgressView } from './import-progress.tsx'
