import { sealedByAuth } from '@tillsight/auth'
import { type SealedAgain, type SealedColumn, sealAgain } from '@tillsight/database'
import { sealedColumns } from '@tillsight/domain'
import type { Command } from 'commander'
import { sealedAnswers } from '../http/api/repeats.ts'
import { print } from './output.ts'
import { type CommonOptions, withRuntime } from './session.ts'

/** Every column of the app state that holds something sealed. */
export const allSealed: readonly SealedColumn[] = [...sealedColumns, ...sealedByAuth, ...sealedAnswers]

/** Adds `secrets rotate`: seals all stored credentials again, with the present secret. */
export function addSecretsCommands(program: Command): void {
  program
    .command('secrets')
    .description('what stored credentials are sealed with')
    .command('rotate')
    .description(
      'seal all stored credentials again with TILLSIGHT_SEALING_SECRET; safe to repeat, also beside a running server',
    )
    .option('--json', 'print JSON')
    .action(rotate)
}

async function rotate(options: CommonOptions): Promise<void> {
  await withRuntime('secrets rotate', async ({ stores, connections }) => {
    const done: SealedAgain[] = []
    for (const column of allSealed) done.push(await sealAgain(stores.database.kysely, column, connections.secrets))
    const columns = done.filter(({ changed, unreadable }) => changed + unreadable > 0)
    const sum = (of: 'changed' | 'unreadable') => done.reduce((total, column) => total + column[of], 0)
    const [changed, unreadable] = [sum('changed'), sum('unreadable')]
    print({ json: { changed, unreadable, columns }, text: describe(changed, unreadable) }, options)
    if (unreadable > 0) process.exitCode = 1
  })
}

function describe(changed: number, unreadable: number): string {
  const number = (count: number) => count.toLocaleString('en')
  const sealed =
    changed === 0
      ? 'Everything that can be read is sealed with the present secret already.'
      : `${number(changed)} stored secrets are sealed with the present secret now.`
  if (unreadable === 0) return sealed
  return `${sealed} ${number(unreadable)} were sealed with a secret that is not known here and are as before: set it as TILLSIGHT_SEALING_SECRET_PREVIOUS and run this again, or enter these credentials anew.`
}
