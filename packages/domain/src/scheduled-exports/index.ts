// Exports that people define: what is in them, for which days, when they are made and where they go. Every figure comes from the
// query that screens and the API ask. Must not know folders, mail servers or interfaces.
export { addExport, changeExport, listExports, removeExport } from './change-exports.ts'
export { type ExportManifest, ExportRunView, ExportView } from './definition.ts'
export { type ExportFiles, fileNameOf } from './files.ts'
export { handleExportJobs, makeDueExports, requestExportRound, tidyExports } from './jobs.ts'
export { type ExportServices, makeExportRun } from './make-run.ts'
export { toParquet } from './parquet.ts'
export {
  fileGone,
  findReadableRun,
  listExportRuns,
  openExportRun,
  runExport,
  runNotFound,
} from './runs.ts'
export { sealedByExports } from './send-to-s3.ts'
export type { ExportNews, RenderedExport } from './tell-of-runs.ts'
