import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type ProductAddresses, readAddresses } from './product-addresses.ts'
import { certificateFile } from './secure-front.ts'

/** Its texts show by themselves that they are translated: see app/language/pseudo.server.ts. */
export const pseudoLanguage = 'nl'

/** The built product with its demo shop imported. */
export interface RunningProduct {
  readonly addresses: ProductAddresses
  /** Sets its clock ahead by so many minutes, and queues the job that looks at a shop for every one that is connected. */
  watchLater(minutes: number): void
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/** Environment variables to keep: program paths, temporary folder and compile cache. */
function kept(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'] as const
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

/** Starts the product in a process of its own, with settings of its own where they are given. Throws when that ends before it is ready; its own message is above then. */
export async function runProduct(
  settings: Readonly<Record<string, string>> = {},
  { hasDemo = true }: { readonly hasDemo?: boolean } = {},
): Promise<RunningProduct> {
  const child = fork(join(import.meta.dirname, 'product-process.ts'), [JSON.stringify({ settings, hasDemo })], {
    // Without the test run's environment: the runner's loaders and this machine's settings must not apply.
    env: {
      ...kept(),
      NODE_ENV: 'production',
      TILLSIGHT_PSEUDO_LANGUAGE: pseudoLanguage,
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
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
    watchLater: (minutes) => void child.send(minutes),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
