// The commands of the tool that run nothing for long: whoever serves is without them.
import { text } from 'node:stream/consumers'
import type { EraseAnswer } from '@tillsight/domain'
import type { Command } from 'commander'
import { createAccount, makeAdministrator, makeOwner } from '../accounts.ts'
import { addAdminCommands } from './admin.ts'
import { addApiKeyCommands } from './apikey.ts'
import { addAttributionCommands } from './attribution.ts'
import { addBackupCommands } from './backup.ts'
import { addBillingCommands } from './billing.ts'
import { addConnectCommands } from './connect.ts'
import { addCostsCommands } from './costs.ts'
import { addCustomerCommand, type CustomerOptions } from './customer-subject.ts'
import { addDoctorCommand } from './doctor.ts'
import { addExportCommands } from './export.ts'
import { addImportCommands } from './import.ts'
import { addMetricsCommand } from './metrics.ts'
import { addChangesCommand, addReconcileCommand } from './numbers.ts'
import { addOrganisationCommands } from './organisation.ts'
import { print } from './output.ts'
import { addRatesCommands } from './rates.ts'
import { addSecretsCommands } from './secrets.ts'
import { type CommonOptions, withRuntime } from './session.ts'
import { addShopCommands } from './shop.ts'
import { addSpendCommands } from './spend.ts'
import { addSurveyCommands } from './survey.ts'

/** Adds all but `serve`, `demo` and `migrate`. */
export function addCommands(program: Command): void {
  for (const add of [
    addUserCommands,
    addShopCommands,
    addOrganisationCommands,
    addConnectCommands,
    addApiKeyCommands,
    addBillingCommands,
    addImportCommands,
    addRatesCommands,
    addSpendCommands,
    addCostsCommands,
    addMetricsCommand,
    addReconcileCommand,
    addChangesCommand,
    addAttributionCommands,
    addSurveyCommands,
    addExportCommands,
    addEraseCommand,
    addBackupCommands,
    addSecretsCommands,
    addDoctorCommand,
    addAdminCommands,
  ]) {
    add(program)
  }
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
    .option(
      '--admin',
      'administers the installation (/admin), and owns everything that has no owner yet, or a new organisation',
    )
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
    if (options.admin === true) {
      await makeOwner(runtime, id, email)
      await makeAdministrator(runtime, id)
    }
    print({ json: { id, email }, text: `${email} can sign in now.` }, options)
  })
}

/** Without the line break that programs and editors append. */
async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).split(/\r?\n/, 1).join('')
}
