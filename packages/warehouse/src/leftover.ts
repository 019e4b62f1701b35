import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@tillsight/core'
import { findOwner, type Log, type OwnerInfo } from '@tillsight/supervisor'

const longestEndMs = 5_000
const lookEveryMs = 10

/**
 * Ends a host that its killed parent left on this directory, hanging or still stopping: what it has answered for is on
 * the disk, and nobody waits for the rest. A host whose parent lives is left alone.
 */
export async function endLeftover(dataDir: string, log: Log): Promise<void> {
  const owner = await findOwner(dataDir)
  if (owner === undefined || !(await isLeftover(owner, dataDir))) return
  log.warn({ pid: owner.pid }, 'ending the warehouse that a killed Tillsight left')
  for (let waited = 0; waited < longestEndMs; waited += lookEveryMs) {
    if (!signalled(owner.pid) || (await findOwner(dataDir)) === undefined) return
    await delay(lookEveryMs)
  }
  throw new AppError(
    'unavailable',
    `The warehouse of an earlier run (process ${owner.pid}) cannot be ended. The disk may not answer: look at it, then start again.`,
  )
}

/** The number of a process means nothing in another container: what it runs has to fit as well. */
async function isLeftover({ pid, details }: OwnerInfo, dataDir: string): Promise<boolean> {
  const [stat, command] = await Promise.all(
    ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  )
  if (!command?.split('\0').includes(dataDir)) return false
  // The name in brackets may hold anything, brackets and blanks too.
  const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  return details.parent !== undefined && parent !== details.parent
}

/** False when it has ended already. */
function signalled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
