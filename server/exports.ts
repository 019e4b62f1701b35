import { renderExportNews } from '@tillsight/auth'
import { type ExportNews, type ExportServices, handleExportJobs } from '@tillsight/domain'
import type { Runtime } from './runtime.ts'

/** Makes exports in this process, on background connections. */
export async function makeExports(runtime: Runtime): Promise<void> {
  const { stores, clock, log, jobs, own, exportFiles, sync } = runtime
  const services: ExportServices = {
    db: stores.background.database,
    clock,
    log,
    files: exportFiles,
    openShop: async (id) => ({ ...(await sync.openShop(id)), actor: { kind: 'job', name: 'Exports' } }),
    composeMail: (news: ExportNews) => {
      const { subject, html, text, headers = {} } = renderExportNews({ ...news, to: '', siteUrl: own.url() })
      return { subject, html, text, headers }
    },
  }
  await handleExportJobs({ ...services, jobs })
}
