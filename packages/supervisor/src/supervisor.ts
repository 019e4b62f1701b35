import { AppError, type Clock, systemClock } from '@tillsight/core'
import type { ChildSpec, Log } from './child.ts'
import { type ChildHandle, type RestartPolicy, type SupervisedChild, superviseChild } from './supervised-child.ts'

export type { ChildState, RestartPolicy, SupervisedChild } from './supervised-child.ts'

/** Dependencies of a supervisor; `restart` is for tests that cannot wait. */
export interface SupervisorOptions {
  readonly log: Log
  readonly clock?: Clock
  readonly restart?: RestartPolicy
}

/** Owns child processes and ends them together. */
export interface Supervisor {
  /** Resolves when the child is ready; rejects with `unavailable`, naming its last stderr lines. */
  start(spec: ChildSpec): Promise<SupervisedChild>
  /** Stops all children, in reverse order of their start. Further calls wait for the same end. */
  stop(): Promise<void>
}

const patientRestart: RestartPolicy = { firstMs: 100, maxMs: 30_000, resetAfterMs: 60_000 }

/** Starts children, restarts those that die with growing delays, and stops them in reverse order. */
export function createSupervisor({
  log,
  clock = systemClock,
  restart = patientRestart,
}: SupervisorOptions): Supervisor {
  const children: ChildHandle[] = []
  let stopped: Promise<void> | undefined

  const signalAll = () => {
    for (const child of children) child.signalNow()
  }

  async function stopAll(): Promise<void> {
    for (const child of children.toReversed()) await child.stop()
    process.off('exit', signalAll)
  }

  return {
    async start(spec) {
      if (stopped) throw new AppError('unavailable', `${spec.name} was not started: Tillsight is shutting down.`)
      if (children.length === 0) process.on('exit', signalAll)
      const child = superviseChild(spec, { log, clock, restart })
      children.push(child)
      await child.begin()
      return child
    },
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}
