// Worker processes that are killed in the middle of a back-fill, for the tests of this folder that do so.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ConnectionId } from '@tillsight/core'
import { embeddedWarehouse } from '@tillsight/warehouse'

const worker = fileURLToPath(new URL('./sync-worker.testing.ts', import.meta.url))

/** A warehouse whose address can be passed to other processes. */
export async function startWarehouse(
  t: { after(work: () => Promise<void>): void },
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillsight-killed-'))
  const { spec, url } = embeddedWarehouse({ dataDir })
  await spec.prepare?.()
  const host = spawn(spec.command, [...spec.args], {
    env: { ...env, ...spec.env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  t.after(async () => {
    host.kill(spec.stopSignal)
    await once(host, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  })
  while (!(await spec.ready())) await new Promise(setImmediate)
  return url
}

/** A worker's connection and its clock. */
export interface WorkerTask {
  readonly databaseUrl: string
  readonly warehouseUrl: string
  readonly connection: ConnectionId
  readonly now: string
  /** The operator's apps, by platform. */
  readonly apps?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * Runs a worker until it has printed this many words and some milliseconds more, then kills it. True if it finished before.
 */
export async function workUntilKilled(task: WorkerTask, words: number, afterMs = 0): Promise<boolean> {
  const { databaseUrl, warehouseUrl, connection, now, apps = {} } = task
  const child = spawn(process.execPath, [worker, databaseUrl, warehouseUrl, connection, now, JSON.stringify(apps)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let heard = 0
  let ended = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ended')) ended = true
    else if (line.endsWith('the history') && ++heard === words) setTimeout(() => child.kill('SIGKILL'), afterMs)
  }
  await exited
  return ended
}
