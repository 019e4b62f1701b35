import { text } from 'node:stream/consumers'
import { AppError } from '@tillsight/core'
import type { EraseAnswer } from '@tillsight/domain'
import { Command, CommanderError } from 'commander'
import { createAccount, makeOwner } from '../accounts.ts'
import { loadConfig } from '../config.ts'
import { mailboxNote } from '../identity/mailbox.ts'
import { runUntilStopped } from '../process.ts'
import { version } from '../version.ts'
import { addAttributionCommands } from './attribution.ts'
import { addBackupCommands } from './backup.ts'
import { addConnectCommands } from './connect.ts'
import { addCustomerCommand, type CustomerOptions } from './customer-subject.ts'
import { addDoctorCommand } from './doctor.ts'
import { addExportCommands } from './export.ts'
import { addImportCommands } from './import.ts'
import { addMetricsCommand } from './metrics.ts'
import { addChangesCommand, addReconcileCommand } from './numbers.ts'
import { print } from './output.ts'
import { addRatesCommands } from './rates.ts'
import { type CommonOptions, reportFailure, withRuntime } from './session.ts'
import { addShopCommands } from './shop.ts'
import { addSpendCommands } from './spend.ts'
import { addSurveyCommands } from './survey.ts'

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
  for (const add of [
    addUserCommands,
    addShopCommands,
    addConnectCommands,
    addApiKeyCommands,
    addImportCommands,
    addRatesCommands,
    addSpendCommands,
    addMetricsCommand,
    addReconcileCommand,
    addChangesCommand,
    addAttributionCommands,
    addSurveyCommands,
    addExportCommands,
    addEraseCommand,
    addBackupCommands,
    addDoctorCommand,
  ]) {
    add(program)
  }
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

/** Adds `apikey create`: points to alternatives until there are keys. */
function addApiKeyCommands(program: Command): void {
  program
    .command('apikey')
    .description('keys of the API; this version has none yet')
    .command('create')
    .description('not yet: says what to use instead')
    .requiredOption('--shop <domain>', 'the shop')
    .option('--json', 'print JSON')
    .action(() => {
      throw new AppError(
        'unavailable',
        'This version has no keys of the API yet. Until then programs sign in as a person: ask /auth/v1/token for a token with an e-mail address and a password, and send it as “Authorization: Bearer …”.',
      )
    })
}

/** Adds `erase`: deletes a customer's personal data from all data of a shop, permanently. */
function addEraseCommand(program: Command): void {
  addCustomerCommand<CustomerOptions & { readonly preview?: boolean }>(program, {
    name: 'erase',
    description: "erase a customer's personal data from a shop for good; figures stay as they are",
    addOptions: (command) =>
      command.option('--preview', 'say what would be erased, and change nothing').option('--json', 'print JSON'),
    async work({ run }, subject, options) {
      const preview = options.preview ?? false
      const response = await run(preview ? 'customer.preview_erasure' : 'customer.erase', subject)
      print({ json: { preview, ...response }, text: describe(response, preview) }, options)
    },
  })
}

function describe({ orders, records, identifiers, quotes }: EraseAnswer, preview: boolean): string {
  if (preview) {
    return orders + records === 0
      ? 'Nobody of that name is held. Nothing was changed.'
      : `Would be erased from: ${orders} orders, ${records} records. Nothing was changed; without --preview it is done for good.`
  }
  const stays = `${identifiers} identifiers stay erased, whatever tells of these orders again.`
  if (orders + records + quotes === 0) return `Nobody of that name was held. ${stays}`
  return `Erased from ${orders} orders, ${records} records and ${quotes} quotes. Figures are as before. ${stays}`
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

interface CreateOptions extends CommonOptions {
  readonly email: string
  readonly password?: string
  readonly passwordStdin?: boolean
  readonly admin?: boolean
}

/** `user create`. */
function addUserCommands(program: Command): void {
  program
    .command('user')
    .description('the people of this installation')
    .command('create')
    .description('make an account that needs no confirmation')
    .requiredOption('--email <email>', 'address to sign in with')
    .option('--password <password>', 'what to sign in with; others on this machine may see it while this runs')
    .option('--password-stdin', 'read the password from standard input instead')
    .option('--admin', 'owner of everything that has no owner yet, or of a new organisation')
    .option('--json', 'print JSON')
    .action(create)
}

async function create(options: CreateOptions, command: Command): Promise<void> {
  const password = options.passwordStdin === true ? await firstLine(process.stdin) : options.password
  if (password === undefined || password === '') {
    command.error("error: required option '--password <password>' not specified, and no --password-stdin either")
  }
  await withRuntime('user create', async (runtime) => {
    const email = options.email.trim().toLowerCase()
    const { id } = await createAccount(runtime, { email, password })
    if (options.admin === true) await makeOwner(runtime, id, 'My organisation')
    print({ json: { id, email }, text: `${email} can sign in now.` }, options)
  })
}

/** Without the line break that programs and editors append. */
async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).split(/\r?\n/, 1).join('')
}
