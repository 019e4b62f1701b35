import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process that serves something simulated, and its message when it was ready. */
export interface Child<Message> {
  readonly message: Message | { readonly failure: string }
  readonly stop: () => void
}

/** Starts a file of this folder in a separate process, so that it does not affect the product's memory and time. */
export async function startChild<Message>(file: string, task: object): Promise<Child<Message>> {
  const child = fork(join(import.meta.dirname, file), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Arguments of a process are readable by everybody on this machine, and tasks contain keys.
  child.send(task)
  const ended = once(child, 'exit').then(([code]) => ({ failure: `its process ended with ${code}` }))
  // Holds because each of these files sends one message, of the type that its caller names.
  const message = await Promise.race([once(child, 'message').then(([sent]) => sent as Message), ended])
  return { message, stop: () => child.kill('SIGTERM') }
}

/** Reads the task from the parent. */
export async function readTask<Task>(): Promise<Task> {
  const [task] = await once(process, 'message')
  // Safe, because only the parent starts these files.
  return task as Task
}

/** Sends the parent the message that it waits for, or the error, and exits with the parent. Called once by such a file. */
export async function serveParent<Message>(serve: () => Promise<Message>): Promise<void> {
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches every process of the terminal; the product has to read to its next checkpoint first.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  try {
    process.send?.(await serve())
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const failure = isTaken ? 'another program uses it' : error instanceof Error ? error.message : String(error)
    process.send?.({ failure }, () => process.exit(1))
  }
}
