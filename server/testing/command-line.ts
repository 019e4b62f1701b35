import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Outcome, startListening } from './command.ts'
import type { CommandOrder } from './command-process.ts'
import type { CleanUp } from './temporary.ts'

/** The command-line tool in a reusable process, with stores that are already running. */
export interface CommandLine {
  /** Runs a command after those before. Throws when it leaves anything open that would keep its process from ending. */
  run(...args: string[]): Promise<Outcome>
  /** Runs it with `--json` and parses the output. `T` is not checked. */
  json<T>(...args: string[]): Promise<T>
}

interface Reply {
  readonly code: number
  readonly left: readonly string[]
}

const commandProcess = fileURLToPath(import.meta.resolve('./command-process.ts'))

/** Loads the tool once for many commands in the same environment; tests of a process’s exit start their own. */
export function openCommandLine(t: CleanUp, env: Readonly<Record<string, string>>): CommandLine {
  const { child, ended, said } = startListening(commandProcess, env)
  let last: Promise<unknown> = Promise.resolve()
  t.after(async () => {
    if (!child.connected) return
    // After disconnecting, `close` is not emitted.
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
  })
  const run: CommandLine['run'] = (...args) => {
    const outcome = last.then(() => runNext(args))
    last = outcome.catch(() => undefined)
    return outcome
  }
  return {
    run,
    async json<T>(...args: string[]) {
      const { code, out, err } = await run(...args, '--json')
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`)
      return JSON.parse(out) as T
    },
  }

  async function runNext(args: readonly string[]): Promise<Outcome> {
    const before = said()
    const mark = randomUUID()
    const order: CommandOrder = { args, mark }
    const answered = once(child, 'message')
    child.send(order)
    const response = await Promise.race([answered, ended])
    if (!Array.isArray(response)) throw new Error(`${args.join(' ')} ended the whole process: ${response.err}`)
    const { code, left }: Reply = response[0]
    assert.deepEqual(left, [], `${args.join(' ')} left something open`)
    await Promise.all([heardIn('out'), heardIn('err')])
    return { code, signal: null, out: newIn('out'), err: newIn('err') }

    async function heardIn(output: 'out' | 'err'): Promise<void> {
      const stream = output === 'out' ? child.stdout : child.stderr
      while (stream !== null && !said()[output].includes(mark)) await once(stream, 'data')
    }

    function newIn(output: 'out' | 'err'): string {
      return said()[output].slice(before[output].length).replace(mark, '')
    }
  }
}
