import { readdirSync, readFileSync } from 'node:fs'

/** Mebibytes of memory that a process and all its descendants take up; what they share counts once. */
export function memoryOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, member) => sum + proportionalShare(member), 0) / 1024
}

function treeOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)))
  }
  const tree = [root]
  for (const member of tree) for (const [child, parent] of parents) if (parent === member) tree.push(child)
  return tree
}

/** The name of the program, in brackets, may hold anything; behind it come state and parent. */
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
    // Processes end while they are being counted.
    return ''
  }
}
