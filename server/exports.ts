import { type ExportServices, handleExportJobs } from '@tillsight/domain'
import { renderExport } from './notifications/render-export.ts'
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
    renderNews: (news) => renderExport(news, own.url()),
  }
}
