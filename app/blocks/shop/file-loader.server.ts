import { csvFile } from '../../csv.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { currentShop, inLanguage } from './current-shop.server.ts'

type FileArgs = Parameters<typeof currentShop>[0] & Parameters<typeof toProblem>[1]

/** A CSV file and what it is called. */
interface TextFile {
  readonly name: string
  readonly text: string
}

/**
 * A loader that answers with a file of a shop. It counts as one of the person's files, and stands in the audit log before anybody
 * has it. Names in it are in English, as programs expect them, unless it is to be in the language of the page. Failures are
 * plain text.
 */
export function fileLoader<Args extends FileArgs>(
  make: (args: Args, services: ShopServices) => Promise<TextFile>,
  { inPageLanguage = false } = {},
): (args: Args) => Promise<Response> {
  return async (args) => {
    try {
      const shop = await currentShop(args)
      const services = inPageLanguage ? shop : inLanguage(shop, 'en')
      await args.context.get(servicesContext).countFile()
      const { name, text } = await make(args, services)
      await services.recordExport(name)
      return csvFile(name, text)
    } catch (failure) {
      return toProblem(failure, args)
    }
  }
}
