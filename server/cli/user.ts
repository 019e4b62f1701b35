import type { Command } from 'commander'
import { createAccount, makeOwner } from '../accounts.ts'
import { print } from './output.ts'
import { type CommonOptions, withRuntime } from './session.ts'

interface CreateOptions extends CommonOptions {
  readonly email: string
  readonly password: string
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
    .requiredOption('--password <password>', 'what to sign in with')
    .option('--admin', 'owner of everything that has no owner yet, or of a new organisation')
    .option('--json', 'print JSON')
    .action(create)
}

async function create(options: CreateOptions): Promise<void> {
  await withRuntime('user create', async (runtime) => {
    const email = options.email.trim().toLowerCase()
    const { id } = await createAccount(runtime, { email, password: options.password })
    if (options.admin === true) await makeOwner(runtime, id, 'My organisation')
    print({ json: { id, email }, text: `${email} can sign in now.` }, options)
  })
}
