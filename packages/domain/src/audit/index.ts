// The audit log: who did what in an organisation, written in the transaction of the change, each entry with the hash of all before
// it. Must not know what the product's parts do: whoever changes something says so.
export { type AuditAction, auditActions } from './actions.ts'
export { type AuditChange, changesBetween, networkOf, sealed } from './entry.ts'
export { type FailedSignIn, noteFailedSignIn, tellFailedSignIns } from './failed-sign-ins.ts'
export { handleAuditJobs, pruneAudit } from './jobs.ts'
export { AuditEntry, AuditQuery, listActors, listAudit } from './list.ts'
export { type AuditEvent, recordAudit, recordInstallation, recordOwnAudit } from './record.ts'
export { changeRetention, showRetention } from './retention.ts'
export { AuditCheck, verifyAudit } from './verify.ts'
