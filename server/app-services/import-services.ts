import { AppError } from '@tillsight/core'
import {
  discardImport,
  type ImportWork,
  importJobs,
  largestUploadMb,
  listImportProblems,
  listImports,
  planImport,
  requestImportWork,
  requestUndo,
  run,
  type ShopContext,
  showImport,
  startImport,
  uploadImport,
} from '@tillsight/domain'
import { z } from 'zod'
import type { ImportProgress, ImportServices } from '../../app/importing.ts'
import type { Runtime } from '../runtime.ts'
import { readUpload } from './read-upload.ts'
import { takeUpload } from './take-file.ts'

const queues: readonly string[] = Object.values(importJobs).map(({ name }) => name)
const activeStates: readonly string[] = ['waiting', 'retrying', 'running']

/** Order files of a shop, bound to the context's actor. */
export function createImportServices(
  { jobs, attempts }: Pick<Runtime, 'jobs' | 'attempts'>,
  ctx: ShopContext,
): ImportServices {
  const shop = ctx.shop.id
  const work = (what: ImportWork, id: string) => requestImportWork(jobs, { shop, import: id, what })
  const progressOf = async (id: string): Promise<ImportProgress | null> => {
    const job = (await jobs.list()).find(
      ({ queue, key, state }) => key === id && queues.includes(queue) && activeStates.includes(state),
    )
    return job ? { done: job.done, total: job.total, message: job.message } : null
  }
  return {
    largestUploadMb,
    imports: () => run(listImports, ctx, {}),
    async import(id) {
      const [detail, progress] = await Promise.all([run(showImport, ctx, { import: known(id) }), progressOf(id)])
      return { ...detail, progress }
    },
    importProblems: (id) => run(listImportProblems, ctx, { import: known(id) }),
    async uploadImport({ contentType, body }) {
      if (ctx.actor.kind === 'person') takeUpload(attempts, ctx.actor.id)
      const { id } = await uploadImport(ctx, await readUpload(contentType, body))
      await work('check', id)
      return { id }
    },
    async planImport(id, { format, mapping }) {
      await run(planImport, ctx, { import: known(id), format, mapping: { ...mapping } })
      await work('check', id)
    },
    async startImport(id) {
      await run(startImport, ctx, { import: known(id) })
      await work('store', id)
    },
    async undoImport(id) {
      await run(requestUndo, ctx, { import: known(id) })
      await work('undo', id)
    },
    async discardImport(id) {
      await run(discardImport, ctx, { import: known(id) })
    },
  }
}

/** What is no id cannot be one of the shop's imports. */
function known(id: string): string {
  if (z.uuid().safeParse(id).success) return id
  throw new AppError('not_found', 'There is no such import in this shop.')
}
