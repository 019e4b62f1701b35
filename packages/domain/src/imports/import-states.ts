import { setTimeout } from 'node:timers/promises'
import type { ImportFormat } from '@tillsight/platforms/order-files'
import { z } from 'zod'
import { type Shop, type ShopContext, tryNamedLock } from '../context/index.ts'
import { type CheckedFile, problemLimit } from './check-file.ts'

/**
 * `uploading` → `checking` → `ready` (or `refused`: it cannot be read) → `running` → `done` (or `failed`) → `undoing` →
 * `undone`. An import from the command line begins with `running`.
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

/** States in which nothing is stored yet and the plan can still be changed. */
export const planningStates: readonly ImportState[] = ['checking', 'ready', 'refused']
/** States in which the imported records are among the shop's facts. */
export const statusStates: readonly ImportState[] = ['running', 'done', 'failed']
/** States in which somebody has confirmed the plan. */
export const confirmedStates: readonly ImportState[] = ['running', 'done', 'failed', 'undoing', 'undone']

const lookEveryMs = 300

/** Options for waiting for a shop's imports. */
interface ImportWait {
  readonly signal?: AbortSignal | undefined
  /** Called repeatedly while another import of the shop is being stored or undone. */
  readonly onWait?: (() => Promise<void> | void) | undefined
}

/** Runs `work` while no other process stores or undoes an import of the shop: the later import wins, so they take turns. */
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

/** Like {@link lockImports}, without waiting: undefined if the lock is held. */
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

/** The result of an import, or of its preview. */
export const ImportReport = z.object({
  format: z.string(),
  fileName: z.string(),
  preview: z.boolean(),
  encoding: z.string(),
  rows: z.object({ read: z.number(), good: z.number(), leftOut: z.number() }),
  /** Groups of rows (usually orders) that were imported, and those left out because of an invalid row. */
  groups: z.object({ good: z.number(), leftOut: z.number() }),
  /** Records that were new or newer, unchanged, and older than the stored ones. */
  records: z.object({ stored: z.number(), unchanged: z.number(), outdated: z.number() }),
  /** The first problems in row order. */
  problems: z.array(
    z.object({ row: z.number(), field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() }),
  ),
  problemCount: z.number(),
  warnings: z.array(z.string()),
  /** Rows left out by rule rather than as errors. */
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

/** The report of a checked file, before anything is stored. */
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
