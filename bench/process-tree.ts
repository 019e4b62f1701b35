import { readdirSync, readFileSync } from 'node:fs'
import type { Runtime } from '../server/runtime.ts'

/** Memory of a process and all its descendants in MiB; shared memory counts once. */
export function memoryOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, member) => sum + proportionalShare(member), 0) / 1024
}

/** Clock ticks per second of the kernel's CPU times. */
const ticks = 100

/** CPU seconds of a process and all its descendants, including exited ones. */
export function processorOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, member) => sum + processorTicks(member), 0) / ticks
}

/** Of the process itself and its reaped children. */
function processorTicks(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

/** A process and all its descendants. */
export function treeOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)))
  }
  const tree = [root]
  for (const member of tree) for (const [child, parent] of parents) if (parent === member) tree.push(child)
  return tree
}

/** Whether a process is running, and not a zombie. */
export function runs(pid: number): boolean {
  const state = read(`/proc/${pid}/stat`).split(') ').at(-1)?.charAt(0) ?? ''
  return state !== '' && state !== 'Z' && state !== 'X'
}

/** Processes of the product with embedded stores. */
export interface ProductProcesses {
  /** Serves pages and runs jobs. */
  readonly main: number
  readonly warehouse: number
  readonly postmaster: number
  /** One for each database connection. */
  readonly backends: readonly number[]
}

/** Finds the parts of a running product below the process that was started; undefined while one is missing. */
export function findProcesses(pid: number): ProductProcesses | undefined {
  const tree = treeOf(pid).map((member) => ({
    pid: member,
    command: read(`/proc/${member}/cmdline`).replaceAll('\0', ' '),
  }))
  const find = (pattern: RegExp) => tree.find(({ command }) => pattern.test(command))?.pid
  const [main, warehouse, postmaster] = [find(/scripts\/start\.ts/), find(/host\/main\.ts/), find(/bin\/postgres /)]
  if (main === undefined || warehouse === undefined || postmaster === undefined) return undefined
  const backends = tree.filter(({ command }) => /^postgres: .*\[local\]/.test(command)).map((member) => member.pid)
  return { main, warehouse, postmaster, backends }
}

/** Processor seconds of each part of the product. */
export function processorOfParts(pid: number): Readonly<Record<string, number>> {
  const found = findProcesses(pid)
  if (found === undefined) throw new Error('A part of the product does not run')
  const [warehouse, postgres] = [processorOfTree(found.warehouse), processorOfTree(found.postmaster)]
  return { main: processorOfTree(found.main) - warehouse - postgres, warehouse, postgres }
}

/** Transactions of the database since it was made, those of whoever counts included. */
export async function countTransactions({ stores }: Runtime): Promise<number> {
  const { kysely } = stores.database
  const counts = await kysely
    .withTables<{ pgStatDatabase: { xactCommit: bigint; xactRollback: bigint } }>()
    .selectFrom('pgStatDatabase')
    .select(['xactCommit', 'xactRollback'])
    .execute()
  return counts.reduce((sum, { xactCommit, xactRollback }) => sum + Number(xactCommit + xactRollback), 0)
}

/** The program's name, in brackets, may contain anything; state and parent follow it. */
function parentOf(pid: number): number {
  return Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1] ?? 0)
}

function proportionalShare(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has exited meanwhile.
    return ''
  }
}
