import { setTimeout } from 'node:timers/promises'
import { type ShopContext, tryNamedLock } from '../context/index.ts'

const lookEveryMs = 300

/** Whoever waits for a shop's imports. */
export interface ImportWait {
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
