import { Command, CommanderError } from 'commander'
import { version } from '../version.ts'
import { addApiKeyCommands } from './apikey.ts'
import { addAttributionCommands } from './attribution/index.ts'
import { addBackupCommands } from './backup.ts'
import { addChangesCommand } from './changes.ts'
import { addConnectCommands } from './connect.ts'
import { addDoctorCommand } from './doctor.ts'
import { addEraseCommand } from './erase.ts'
import { addExportCommands } from './export.ts'
import { addImportCommands } from './import.ts'
import { addMetricsCommand } from './metrics.ts'
import { addRatesCommands } from './rates.ts'
import { addReconcileCommand } from './reconcile.ts'
import { addServeCommands } from './serve.ts'
import { reportFailure } from './session.ts'
import { addShopCommands } from './shop.ts'
import { addSpendCommands } from './spend.ts'
import { addSurveyCommands } from './survey.ts'
import { addUserCommands } from './user.ts'

/** Runs the command-line tool; resolves to the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = new Command('tillsight')
    .description('Marketing analytics for online shops, on your own server.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for what there is)')
  for (const add of [
    addServeCommands,
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

/** Help is no failure; what is wrong with the command line has been said on standard error already. */
function reportUsage({ exitCode, message }: CommanderError, args: readonly string[]): number {
  if (exitCode === 0) return 0
  if (args.includes('--json')) {
    const error = { code: 'usage', message: message.replace(/^error: /, '') }
    process.stdout.write(`${JSON.stringify({ error })}\n`)
  }
  return 2
}

/** Sub-commands are made before the program's settings reach them. */
function inheritExit(command: Command): void {
  for (const child of command.commands) {
    child.exitOverride().showHelpAfterError('(add --help for what there is)')
    inheritExit(child)
  }
}
