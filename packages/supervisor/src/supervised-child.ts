import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type Clock, isAppError } from '@tillsight/core'
import type { ChildSpec, Log } from './child.ts'

/** Folders held open for a child process that is just being started. */
export interface OpenFolders {
  /** In the given order, for the child's descriptors from 3 on. */
  readonly descriptors: readonly number[]
  /** Closes the folders once the child has them. */
  close(): void
}

/** Opens folders for a child to inherit: a process that holds a folder open need not pass through its parents. */
export function openFolders(paths: readonly string[]): OpenFolders {
  const descriptors: number[] = []
  const close = () => {
    for (const descriptor of descriptors.splice(0)) closeSync(descriptor)
  }
  try {
    for (const path of paths) descriptors.push(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY))
  } catch (error) {
    close()
    throw error
  }
  return { descriptors, close }
}

const keptLines = 20
const outputGraceMs = 500

/** One life of a child process, from spawn to exit. */
interface ProcessRun {
  readonly pid: number | undefined
  readonly exited: Promise<Exit>
  hasExited(): boolean
  signal(name: NodeJS.Signals): void
}

/** How a run ended, with the last lines on stderr. */
interface Exit {
  readonly reason: string
  readonly lastLines: readonly string[]
}

/** Starts the process; a command that cannot be started ends as an exit with that reason. */
function runProcess(spec: ChildSpec, log: Log): ProcessRun {
  const child = spawnChild(spec)
  const lastLines: string[] = []
  let over = false
  // A child that closes its stdin early must not take the parent down with EPIPE.
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => log.debug({ child: spec.name }, line))
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line)
    if (lastLines.length > keptLines) lastLines.shift()
    log.debug({ child: spec.name }, line)
  })
  const exited = waitForExit(child).then((reason) => {
    over = true
    return { reason, lastLines }
  })
  return {
    pid: child.pid,
    exited,
    hasExited: () => over,
    signal: (name) => void child.kill(name),
  }
}

function spawnChild(spec: ChildSpec): ChildProcessWithoutNullStreams {
  const open = openFolders(spec.folders ?? [])
  try {
    const child = spawn(spec.command, [...spec.args], {
      stdio: ['pipe', 'pipe', 'pipe', ...open.descriptors],
      // A session of its own: Ctrl-C in the terminal reaches the parent only, which then stops its children in order.
      detached: true,
      env: { ...spec.env },
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
      ...(spec.uid === undefined ? {} : { uid: spec.uid }),
      ...(spec.gid === undefined ? {} : { gid: spec.gid }),
    })
    // Holds because the first three are pipes.
    return child as ChildProcessWithoutNullStreams
  } finally {
    open.close()
  }
}

function waitForExit(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('error', (error) => resolve(`could not be started: ${error.message}`))
  child.once('exit', (code, signal) => {
    const reason = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
    // The exit can overtake the last lines of stderr; grandchildren may keep the pipe open for longer.
    const timer = setTimeout(() => resolve(reason), outputGraceMs)
    child.once('close', () => {
      clearTimeout(timer)
      resolve(reason)
    })
  })
  return promise
}

/** The state of a supervised child; `failed` only if it never became ready. */
export type ChildState = 'starting' | 'ready' | 'backing_off' | 'stopped' | 'failed'

/** A child process that is kept running until it is stopped. */
export interface SupervisedChild {
  readonly name: string
  /** Of the running process; undefined between two lives. */
  pid(): number | undefined
  state(): ChildState
  /** Called each time the child is ready again after it died. */
  onRestart(listener: () => void): void
  /** Signals, waits `stopTimeoutMs`, then kills. Further calls wait for the same end. */
  stop(): Promise<void>
}

/** Delay before a restart: doubles from `firstMs` to `maxMs`, starts over after `resetAfterMs` of being ready. */
export interface RestartPolicy {
  readonly firstMs: number
  readonly maxMs: number
  readonly resetAfterMs: number
}

/** What all children of one supervisor share. */
interface Environment {
  readonly log: Log
  readonly clock: Clock
  readonly restart: RestartPolicy
}

/** A supervised child with the parts only the supervisor uses. */
export interface ChildHandle extends SupervisedChild {
  /** Starts for the first time; rejects with `unavailable` when it does not become ready, and does not try again. */
  begin(): Promise<void>
  /** For the parent's own exit, where nothing can be awaited. */
  signalNow(): void
}

/** Creates the supervision of one child; nothing runs before `begin`. */
export function superviseChild(spec: ChildSpec, { log, clock, restart }: Environment): ChildHandle {
  const stopping = new AbortController()
  const listeners: (() => void)[] = []
  let state: ChildState = 'starting'
  let run: ProcessRun | undefined
  let loop: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | undefined

  async function launch(): Promise<ProcessRun> {
    state = 'starting'
    await spec.prepare?.()
    if (stopping.signal.aborted) throw stoppedEarly(spec.name)
    const started = runProcess(spec, log)
    run = started
    await waitUntilReady(spec, started, stopping.signal)
    state = 'ready'
    log.info({ child: spec.name, pid: started.pid }, 'child process is ready')
    return started
  }

  async function keepRunning(first: ProcessRun): Promise<void> {
    let current: ProcessRun | undefined = first
    let failures = 0
    while (!stopping.signal.aborted) {
      if (current) {
        const readySince = clock.now().getTime()
        void watchHeart(spec, current, { log, stopping: stopping.signal })
        const exit: Exit = await current.exited
        if (stopping.signal.aborted) return
        if (clock.now().getTime() - readySince >= restart.resetAfterMs) failures = 0
        log.error({ child: spec.name, lastLines: exit.lastLines }, `child process ${exit.reason}; restarting it`)
      }
      state = 'backing_off'
      run = undefined
      await pause(Math.min(restart.firstMs * 2 ** failures, restart.maxMs), stopping.signal)
      failures += 1
      current = stopping.signal.aborted ? undefined : await relaunch()
    }
  }

  async function relaunch(): Promise<ProcessRun | undefined> {
    try {
      const again = await launch()
      queueMicrotask(() => {
        for (const listener of listeners) listener()
      })
      return again
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ child: spec.name, err: error }, 'child process could not be restarted')
      return undefined
    }
  }

  async function end(): Promise<void> {
    stopping.abort()
    if (run) await endProcess(run, spec, log)
    await loop
    state = 'stopped'
    run = undefined
  }

  return {
    name: spec.name,
    pid: () => (run?.hasExited() ? undefined : run?.pid),
    state: () => state,
    onRestart: (listener) => void listeners.push(listener),
    begin() {
      const first = launch()
      loop = first.then(keepRunning, () => undefined)
      return first.then(
        () => undefined,
        (error: unknown) => {
          if (!stopping.signal.aborted) state = 'failed'
          throw asStartFailure(spec.name, error)
        },
      )
    },
    stop() {
      stopped ??= end()
      return stopped
    },
    signalNow: () => run?.signal(spec.stopSignal),
  }
}

async function waitUntilReady(spec: ChildSpec, run: ProcessRun, stopping: AbortSignal): Promise<void> {
  const deadline = AbortSignal.timeout(spec.startTimeoutMs)
  const giveUp = AbortSignal.any([deadline, stopping])
  let waitMs = 5
  for (;;) {
    if (run.hasExited()) throw startFailure(spec.name, await run.exited)
    if (await probe(spec, run, giveUp)) return
    if (stopping.aborted) throw stoppedEarly(spec.name)
    if (deadline.aborted) {
      run.signal('SIGKILL')
      const { lastLines } = await run.exited
      throw startFailure(spec.name, { reason: `was not ready after ${spec.startTimeoutMs / 1000} s`, lastLines })
    }
    await Promise.race([pause(waitMs, giveUp), run.exited])
    waitMs = Math.min(waitMs * 1.5, 100)
  }
}

/** Kills a child that does not respond for too long, so that it is restarted like any other that exited. */
async function watchHeart(
  { name, heartbeat }: ChildSpec,
  run: ProcessRun,
  { log, stopping }: { log: Log; stopping: AbortSignal },
): Promise<void> {
  if (heartbeat === undefined) return
  const over = new AbortController()
  void run.exited.then(() => over.abort())
  const signal = AbortSignal.any([over.signal, stopping])
  for (let missed = 0; !signal.aborted; ) {
    await pause(heartbeat.everyMs, signal)
    if (signal.aborted) return
    // Counts missed checks, not elapsed time: a machine that slept for an hour has missed one.
    const late = pause(heartbeat.everyMs, signal).then(() => false)
    missed = (await Promise.race([heartbeat.answers().catch(() => false), late])) ? 0 : missed + 1
    if (missed < heartbeat.patience || signal.aborted) continue
    log.error({ child: name, pid: run.pid, missed }, 'child process gives no answer; killing it')
    run.signal('SIGKILL')
    return
  }
}

async function probe(spec: ChildSpec, run: ProcessRun, giveUp: AbortSignal): Promise<boolean> {
  const given = Promise.withResolvers<boolean>()
  const refuse = () => given.resolve(false)
  giveUp.addEventListener('abort', refuse, { once: true })
  try {
    const answered = spec.ready().catch(() => false)
    return (await Promise.race([answered, run.exited.then(() => false), given.promise])) && !run.hasExited()
  } finally {
    giveUp.removeEventListener('abort', refuse)
  }
}

async function endProcess(run: ProcessRun, spec: ChildSpec, log: Log): Promise<void> {
  run.signal(spec.stopSignal)
  const timer = setTimeout(() => {
    log.warn({ child: spec.name, pid: run.pid }, `child process ignored ${spec.stopSignal}; killing it`)
    run.signal('SIGKILL')
  }, spec.stopTimeoutMs)
  await run.exited
  clearTimeout(timer)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}

function startFailure(name: string, { reason, lastLines }: Exit): AppError {
  const said = lastLines.length === 0 ? 'It wrote nothing to stderr.' : `It last wrote:\n${lastLines.join('\n')}`
  return new AppError('unavailable', `${name} could not be started: it ${reason}. ${said}`, {
    details: { child: name },
  })
}

function stoppedEarly(name: string): AppError {
  return new AppError('unavailable', `${name} was stopped before it was ready.`, { details: { child: name } })
}

function asStartFailure(name: string, error: unknown): AppError {
  if (isAppError(error)) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError('unavailable', `${name} could not be started: ${reason}`, {
    details: { child: name },
    cause: error,
  })
}
