import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type ProductAddresses, readAddresses } from './product-addresses.ts'
import { certificateFile } from './secure-front.ts'

/** The built product with its demo shop imported. */
export interface RunningProduct {
  readonly addresses: ProductAddresses
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

/** Where programs and temporary files are, and the code that was compiled before. */
function kept(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'] as const
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

/** Starts the product in a process of its own. Throws when that ends before it is ready; its own message is above then. */
export async function runProduct(): Promise<RunningProduct> {
  const child = fork(join(import.meta.dirname, 'product-process.ts'), [], {
    // Not the environment of the test run: loaders of the test runner and settings of this machine stay out.
    env: { ...kept(), NODE_ENV: 'production', NODE_EXTRA_CA_CERTS: certificateFile },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const message = await Promise.race([
    once(child, 'message').then(([first]: unknown[]) => first),
    exited.then(([code]) => {
      throw new Error(`The product ended before it was ready (exit ${String(code)}).`)
    }),
  ])
  return {
    addresses: readAddresses(message),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
