import { renderExportNews } from '@tillsight/auth'
import { type ExportNews, type ExportServices, handleExportJobs } from '@tillsight/domain'
import type { Runtime } from './runtime.ts'

/** Makes exports in this process. */
export async function makeExports(runtime: Runtime): Promise<void> {
  await handleExportJobs({ ...exportServicesOf(runtime), jobs: runtime.jobs })
}

/** What making exports needs, on background connections. */
export function exportServicesOf({ stores, clock, log, own, exportFiles, sync, connections }: Runtime): ExportServices {
  return {
    db: stores.background.database,
    clock,
    log,
    files: exportFiles,
    openShop: async (id) => ({
      ...(await sync.openShop(id)),
      services: connections,
      actor: { kind: 'job', name: 'Exports' },
    }),
    composeMail: (news: ExportNews) => {
      const { subject, html, text, headers = {} } = renderExportNews({ ...news, to: '', siteUrl: own.url() })
      return { subject, html, text, headers }
    },
  }
}
