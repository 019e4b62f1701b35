import { AppError } from '@tillsight/core'
import type { Command } from 'commander'

/** `apikey create`: says what there is instead, until there are keys. */
export function addApiKeyCommands(program: Command): void {
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
