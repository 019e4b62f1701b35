import { writeFile } from 'node:fs/promises'
import { exportCustomer, run } from '@tillsight/domain'
import type { Command } from 'commander'
import { addSubjectOptions, type SubjectOptions, toSubject } from './customer-subject.ts'
import { callerPath, withShop } from './session.ts'

interface Options extends SubjectOptions {
  readonly shop: string
  readonly out?: string
}

/** `export customer`: everything that is held about one customer, to be handed to them. */
export function addCustomerExport(group: Command): void {
  const command = group
    .command('customer')
    .description('everything that is held about one customer, as JSON; answers what a platform asked for them')
    .requiredOption('--shop <domain>', 'the shop, by domain or id')
  addSubjectOptions(command)
    .option('--out <file>', 'a file that only you can read; standard output when absent')
    .option('--json', 'always; accepted because other commands have it')
    .action(exportOne)
}

async function exportOne(options: Options): Promise<void> {
  const subject = toSubject(options)
  await withShop({ name: 'export customer', domain: options.shop }, async (ctx) => {
    const text = `${JSON.stringify(await run(exportCustomer, ctx, subject), null, 2)}\n`
    if (options.out === undefined) process.stdout.write(text)
    else await writeFile(callerPath(options.out), text, { mode: 0o600 })
  })
}
