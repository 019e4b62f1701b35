import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { createAccount, makeOwner } from '../accounts.ts'
import { print } from './output.ts'
import { type CommonOptions, withRuntime } from './session.ts'

interface CreateOptions extends CommonOptions {
  readonly email: string
  readonly password?: string
  readonly passwordStdin?: boolean
  readonly admin?: boolean
}

/** `user create`. */
export function addUserCommands(program: Command): void {
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

/** Without the end of the line, which programs and editors add. */
async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  return (await text(input)).split(/\r?\n/, 1).join('')
}
