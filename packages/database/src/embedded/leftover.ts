import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'

const politeMs = 10_000
const killedMs = 5000
const pollMs = 20

/**
 * Ends the server that a killed parent left on this cluster, and removes what a killed server left. Safe only for the
 * owner of the data directory. A leftover is stopped, not adopted: only a child can be supervised.
 */
export async function stopLeftover(clusterDir: string, log: Log): Promise<void> {
  const processes = await findProcesses(clusterDir)
  if (processes.length > 0) {
    const postmaster = await readPostmasterPid(clusterDir)
    log.warn(
      { pid: postmaster, processes: processes.length },
      'stopping the database server that a killed Tillsight left',
    )
    if (postmaster !== undefined && processes.includes(postmaster)) {
      signal(postmaster, 'SIGINT')
      await waitUntilGone(clusterDir, politeMs)
    }
    for (const pid of await findProcesses(clusterDir)) signal(pid, 'SIGKILL')
    if (!(await waitUntilGone(clusterDir, killedMs))) {
      throw new AppError(
        'unavailable',
        `A database server from an earlier run (process ${postmaster}) cannot be stopped. End it, then start again.`,
      )
    }
  }
  // Its process number may belong to somebody else by now, in a new container even to ourselves.
  await rm(join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Server processes that work in the cluster's folder, the postmaster and its children alike. */
async function findProcesses(clusterDir: string): Promise<number[]> {
  const home = await realpath(clusterDir)
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(numbers.map(async (pid) => ((await isServer(pid, home)) ? [pid] : [])))
  return found.flat()
}

async function isServer(pid: number, home: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== home) return false
    return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres'
  } catch {
    // Gone meanwhile, or not ours to look at.
    return false
  }
}

async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

async function waitUntilGone(clusterDir: string, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += pollMs) {
    if ((await findProcesses(clusterDir)).length === 0) return true
    await delay(pollMs)
  }
  return false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone meanwhile: what the signal was for.
  }
}
