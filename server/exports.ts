import { join } from 'node:path'
import { type ExportServices, handleExportJobs } from '@tillsight/domain'
import { createExportFiles, moveOldExports } from './export-files.ts'
import { renderExport } from './notifications/render-export.ts'
import type { Runtime } from './runtime.ts'

/** Makes exports in this process. */
export async function makeExports(runtime: Runtime): Promise<void> {
  const { files, stores, config } = runtime
  await moveOldExports({ ...files, db: stores.background.database }, join(config.dataDir, 'exports'))
  await handleExportJobs({ ...exportServicesOf(runtime), jobs: runtime.jobs })
}

/** What making exports needs, on background connections. */
export function exportServicesOf({ stores, clock, log, own, files, sync, connections }: Runtime): ExportServices {
  return {
    db: stores.background.database,
    clock,
    log,
    files: createExportFiles({ ...files, db: stores.background.database }),
    openShop: async (id) => ({
      ...(await sync.openShop(id)),
      services: connections,
      actor: { kind: 'job', name: 'Exports' },
    }),
    renderNews: (news) => renderExport(news, own.url()),
  }
}
