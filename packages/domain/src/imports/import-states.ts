import { setTimeout } from 'node:timers/promises'
import type { ImportFormat } from '@tillsight/platforms/order-files'
import { z } from 'zod'
import { type Shop, type ShopContext, tryNamedLock } from '../context/index.ts'
import { type CheckedFile, problemLimit } from './check-file.ts'

/**
 * `uploading` → `checking` → `ready` (or `refused`: it cannot be read as it is) → `running` → `done` (or `failed`) →
 * `undoing` → `undone`. One from the command line begins with `running`.
 */
export const importStates = [
  'uploading',
  'checking',
  'ready',
  'refused',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const
/** How far an import is. */
export type ImportState = (typeof importStates)[number]

/** Nothing is stored yet, and how the file is read can still be changed. */
export const planningStates: readonly ImportState[] = ['checking', 'ready', 'refused']
/** What they brought stands among the shop's facts. */
export const standingStates: readonly ImportState[] = ['running', 'done', 'failed']
/** Somebody has confirmed how such a file is read. */
export const confirmedStates: readonly ImportState[] = ['running', 'done', 'failed', 'undoing', 'undone']

const lookEveryMs = 300

/** Whoever waits for a shop's imports. */
interface ImportWait {
  readonly signal?: AbortSignal | undefined
  /** Called while another import of the shop is being stored or undone. */
  readonly onWait?: (() => Promise<void> | void) | undefined
}

/** Runs `work` while no other process stores or undoes an import of the shop: what came later wins, so they take turns. */
export async function lockImports<T>(
  { db, shop }: Pick<ShopContext, 'db' | 'shop'>,
  { signal, onWait }: ImportWait,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const outcome = await tryLockImports({ db, shop }, async () => ({ result: await work() }))
    if (outcome) return outcome.result
    await onWait?.()
    await setTimeout(lookEveryMs)
  }
}

type ShopOfImports = { readonly db: Pick<ShopContext['db'], 'kysely'>; readonly shop: Pick<ShopContext['shop'], 'id'> }

/** The same if nobody does at this moment; undefined otherwise. */
export async function tryLockImports<T>({ db, shop }: ShopOfImports, work: () => Promise<T>): Promise<T | undefined> {
  return tryNamedLock(db, lockName(shop), work)
}

/** Whether an import of the shop is being stored or undone at this moment. */
export async function areImportsBusy({ db, shop }: Pick<ShopContext, 'db' | 'shop'>): Promise<boolean> {
  return (await tryLockImports({ db, shop }, async () => true)) === undefined
}

function lockName({ id }: ShopOfImports['shop']): string {
  return `tillsight imports ${id}`
}

/** What one import found and did; also what a preview would do. */
export const ImportReport = z.object({
  format: z.string(),
  fileName: z.string(),
  preview: z.boolean(),
  encoding: z.string(),
  rows: z.object({ read: z.number(), good: z.number(), leftOut: z.number() }),
  /** Groups of rows (mostly orders) that went in, and those that stayed out whole because of a row. */
  groups: z.object({ good: z.number(), leftOut: z.number() }),
  /** Records that were new or newer, known already, and older than what is known. */
  records: z.object({ stored: z.number(), unchanged: z.number(), outdated: z.number() }),
  /** The first problems in row order. */
  problems: z.array(
    z.object({ row: z.number(), field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() }),
  ),
  problemCount: z.number(),
  warnings: z.array(z.string()),
  /** Left out by rule, no mistakes. */
  notes: z.array(z.object({ what: z.string(), count: z.number() })),
  /** Why the import ended early; null when it did not. */
  failure: z.string().nullable(),
})
export type ImportReport = z.infer<typeof ImportReport>

interface Reported {
  readonly fileName: string
  readonly preview: boolean
  readonly format: ImportFormat
  readonly checked: CheckedFile
}

/** What checking a file found, before anything is stored. */
export function toReport(shop: Pick<Shop, 'currency'>, { fileName, preview, format, checked }: Reported): ImportReport {
  const foreign =
    format.fixed && format.fixed.currency !== shop.currency
      ? [
          `The file is in ${format.fixed.currency}, the shop counts in ${shop.currency}: orders without an exchange rate stay out of the figures.`,
        ]
      : []
  return {
    format: format.id,
    fileName,
    preview,
    encoding: checked.file.kind.encoding,
    rows: { read: checked.rowsGood + checked.rowsBad, good: checked.rowsGood, leftOut: checked.rowsBad },
    groups: { good: checked.groups.size, leftOut: checked.groupsLeftOut },
    records: { stored: 0, unchanged: 0, outdated: 0 },
    problems: checked.problems.slice(0, problemLimit),
    problemCount: checked.problemCount,
    warnings: [...checked.warnings, ...foreign],
    notes: [...checked.notes],
    failure: null,
  }
}
