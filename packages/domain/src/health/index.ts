// Problems and surprises in a shop's data, described with a remedy. Other modules record their issues here. Must not know how
// records are fetched or booked.

export {
  type InstallationIssue,
  type InstallationLook,
  listInstallationIssues,
} from './connection-issues.ts'
export { HealthPlace } from './describe-issue.ts'
export {
  dismissIssue,
  HealthIssue,
  listHealth,
  type MissingCosts,
  mostIssues,
  noteFailedWebhooks,
  noteImportProblems,
  noteLostCosts,
  noteLostFiles,
  noteMissingCosts,
  noteReconciliation,
  noteRefusedWebhooks,
  noteSendingTrouble,
  noteSkippedRecords,
  noteWebhookTrouble,
  type SendingTrouble,
} from './issues.ts'
