import { readdirSync, readFileSync } from 'node:fs'

interface Entry {
  readonly pid: number
  readonly parent: number
  readonly zombie: boolean
}

/** All descendants of a process, from the kernel; without zombies. Linux only. */
export function descendantsOf(pid: number): number[] {
  const entries = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readEntry(Number(name)) ?? [])
  const found: number[] = []
  for (let parents = [pid]; parents.length > 0; ) {
    parents = entries.filter(({ parent, zombie }) => parents.includes(parent) && !zombie).map((entry) => entry.pid)
    found.push(...parents)
  }
  return found
}

/** The processes that are still running. */
export function stillRunning(pids: readonly number[]): number[] {
  return pids.filter((pid) => readEntry(pid)?.zombie === false)
}

function readEntry(pid: number): Entry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain anything, even brackets and spaces.
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), zombie: state === 'Z' || state === 'X' }
  } catch {
    return undefined
  }
}
