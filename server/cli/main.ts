import { Command, CommanderError } from 'commander'
import { loadConfig } from '../config.ts'
import { mailboxNote } from '../identity/mailbox.ts'
import { runUntilStopped } from '../process.ts'
import { version } from '../version.ts'
import { reportFailure, withRuntime } from './session.ts'

/** What a command of the desk adds to the tool. */
interface CliOptions {
  /** Settles when the pages are built; `serve` and `demo` open everything else meanwhile. */
  readonly whenBuilt?: Promise<void>
}

/** Runs the command-line tool; resolves to the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCli(args: readonly string[], { whenBuilt }: CliOptions = {}): Promise<number> {
  whenBuilt?.catch(() => undefined)
  const program = new Command('tillsight')
    .description('Marketing analytics for online shops, on your own server.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for what there is)')
  addServeCommands(program, whenBuilt)
  // Whoever serves starts sooner, and takes less memory, without what the other commands need.
  if (args[0] !== 'serve' && args[0] !== 'demo') (await import('./commands.ts')).addCommands(program)
  inheritExit(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return reportUsage(error, args)
    return reportFailure(error, { json: args.includes('--json') })
  }
}

/** Help is not a failure; commander has already printed usage errors. */
function reportUsage({ exitCode, message }: CommanderError, args: readonly string[]): number {
  if (exitCode === 0) return 0
  if (args.includes('--json')) {
    const error = { code: 'usage', message: message.replace(/^error: /, '') }
    process.stdout.write(`${JSON.stringify({ error })}\n`)
  }
  return 2
}

/** Applies exit handling to subcommands, which were created before it was configured. */
function inheritExit(command: Command): void {
  for (const child of command.commands) {
    child.exitOverride().showHelpAfterError('(add --help for what there is)')
    inheritExit(child)
  }
}

/** Adds `serve`, `demo` and `migrate`. Loads the server on demand: other commands start faster without. */
function addServeCommands(program: Command, whenBuilt: Promise<void> | undefined): void {
  program
    .command('serve')
    .description('run the product until it is stopped (needs a build: npm run build)')
    .action(async () => {
      const { startProduct } = await import('../main.ts')
      const config = loadConfig()
      return runUntilStopped((log) => startProduct(config, log, whenBuilt), {
        logLevel: config.logLevel,
        ready: ({ address }) => `Tillsight is ready at ${address}${mailboxNote(config, address)}`,
      })
    })
  program
    .command('demo')
    .description('run the product with simulated stores and a demo workspace (needs a build: npm run build)')
    .option('--fresh', 'start over with new data')
    .action(async ({ fresh = false }: { fresh?: boolean }) => {
      const [{ startDemo }, { startProduct }] = await Promise.all([import('../demo.ts'), import('../main.ts')])
      const start: typeof startProduct = (settings, log) => startProduct(settings, log, whenBuilt)
      const config = loadConfig()
      const { onlineRetailFile: dataSet } = config
      return runUntilStopped(
        (log, stopping) => startDemo(config, log, { fresh, dataSet, isLive: true, stopping, start }),
        {
          // The terminal shows progress; the log only warnings.
          logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel,
          ready: ({ address, account, runtime }) =>
            `Tillsight is ready at ${address} (sign in: ${account.email} / ${account.password})${mailboxNote(runtime.config, address)}`,
        },
      )
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
