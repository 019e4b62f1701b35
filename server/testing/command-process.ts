// The command-line tool for many commands in a row, because loading it takes longer than most of them. A command is not
// done before nothing of it is left that would keep a process of its own from ending.
import { setTimeout as pause } from 'node:timers/promises'
import { runCli } from '../cli/main.ts'

/** What is asked for: a command, and what to say on both outputs after all that it says. */
export interface CommandOrder {
  readonly args: readonly string[]
  readonly mark: string
}

const longestMs = 10_000

process.on('message', (order: CommandOrder) => void carryOut(order))

async function carryOut({ args, mark }: CommandOrder): Promise<void> {
  const usual = process.getActiveResourcesInfo()
  const code = await runCli(args)
  const left = await findLeftovers(usual.length)
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send?.({ code, left })
}

/** What keeps this process running beside the usual. */
async function findLeftovers(usual: number): Promise<readonly string[]> {
  const until = performance.now() + longestMs
  for (;;) {
    const open = process.getActiveResourcesInfo()
    if (open.length <= usual) return []
    if (performance.now() > until) return open
    await pause(2)
  }
}
