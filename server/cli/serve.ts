import type { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { mailboxNote } from '../identity/mailbox.ts'
import { runUntilStopped } from '../process.ts'
import { withRuntime } from './session.ts'

/** `serve`, `demo` and `migrate`. Loads the server only to run it: every other command starts sooner without. */
export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('run the product until it is stopped (needs a build: npm run build)')
    .action(async () => {
      const { startProduct } = await import('../main.ts')
      const config = loadConfig()
      return runUntilStopped((log) => startProduct(config, log), {
        logLevel: config.logLevel,
        ready: ({ address }) => `Tillsight is ready at ${address}${mailboxNote(config, address)}`,
      })
    })
  program
    .command('demo')
    .description('run the product with simulated stores and a demo workspace (needs a build: npm run build)')
    .option('--fresh', 'start over with new data')
    .action(async ({ fresh = false }: { fresh?: boolean }) => {
      const { startDemo } = await import('../demo.ts')
      const config = loadConfig()
      const { onlineRetailFile: dataSet } = config
      return runUntilStopped((log, stopping) => startDemo(config, log, { fresh, dataSet, isLive: true, stopping }), {
        // Progress is what people watch here; trouble still shows.
        logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel,
        ready: ({ address, account, runtime }) =>
          `Tillsight is ready at ${address} (sign in: ${account.email} / ${account.password})${mailboxNote(runtime.config, address)}`,
      })
    })
  program
    .command('migrate')
    .description('bring the tables of both stores to this version')
    .action(() =>
      withRuntime('migrate', async () => {
        process.stdout.write('Both stores are at this version.\n')
      }),
    )
}
