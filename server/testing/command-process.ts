// Runs the command-line tool for many commands in a row, because loading it takes longer than most of them. A command is done
// only when nothing remains that would keep its own process alive.
import { setTimeout as pause } from 'node:timers/promises'
import { runCli } from '../cli/main.ts'

/** A command, and the markers to print on both outputs after it. */
export interface CommandOrder {
  readonly args: readonly string[]
  readonly mark: string
}

const longestMs = 10_000

process.on('message', (order: CommandOrder) => void carryOut(order))

async function carryOut({ args, mark }: CommandOrder): Promise<void> {
  const usual = process.getActiveResourcesInfo()
  const failure = await runCli(args)
  // Commands that found something wrong end with their process' exit code, which the next command must not inherit.
  const code = failure || Number(process.exitCode ?? 0)
  process.exitCode = undefined
  const left = await findLeftovers(usual.length)
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send?.({ code, left })
}

/** Active resources beyond the usual number, which would keep a process alive. */
async function findLeftovers(usual: number): Promise<readonly string[]> {
  const until = performance.now() + longestMs
  for (;;) {
    const open = process.getActiveResourcesInfo()
    if (open.length <= usual) return []
    if (performance.now() > until) return open
    await pause(2)
  }
}
