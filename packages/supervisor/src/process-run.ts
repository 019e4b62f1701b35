import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { ChildSpec, Log } from './child.ts'
import { openFolders } from './folders.ts'

const keptLines = 20
const outputGraceMs = 500

/** One life of a child process, from spawn to exit. */
export interface ProcessRun {
  readonly pid: number | undefined
  readonly exited: Promise<Exit>
  hasExited(): boolean
  signal(name: NodeJS.Signals): void
}

/** How a life ended, with the last lines it wrote to stderr. */
export interface Exit {
  readonly reason: string
  readonly lastLines: readonly string[]
}

/** Starts the process; a command that cannot be started ends as an exit with that reason. */
export function runProcess(spec: ChildSpec, log: Log): ProcessRun {
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
