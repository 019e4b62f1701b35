import { type EraseAnswer, eraseCustomer, previewErasure, run } from '@tillsight/domain'
import type { Command } from 'commander'
import { addSubjectOptions, type SubjectOptions, toSubject } from './customer-subject.ts'
import { print } from './output.ts'
import { type CommonOptions, withShop } from './session.ts'

interface EraseOptions extends CommonOptions, SubjectOptions {
  readonly shop: string
  readonly preview?: boolean
}

/** `erase`: takes a customer's personal data out of everything that is held of a shop, for good. */
export function addEraseCommand(program: Command): void {
  const command = program
    .command('erase')
    .description("erase a customer's personal data from a shop for good; figures stay as they are")
    .requiredOption('--shop <domain>', 'the shop, by domain or id')
  addSubjectOptions(command)
    .option('--preview', 'say what would be erased, and change nothing')
    .option('--json', 'print JSON')
    .action(erase)
}

async function erase(options: EraseOptions): Promise<void> {
  const subject = toSubject(options)
  await withShop({ name: 'erase', domain: options.shop }, async (ctx) => {
    const preview = options.preview ?? false
    const answer = await run(preview ? previewErasure : eraseCustomer, ctx, subject)
    print({ json: { preview, ...answer }, text: describe(answer, preview) }, options)
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
