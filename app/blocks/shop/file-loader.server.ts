import { csvFile } from '../../csv.server.ts'
import type { translated } from '../../language/index.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { currentShop } from './current-shop.server.ts'

type FileArgs = Parameters<typeof currentShop>[0] & Parameters<typeof toProblem>[1]

/** A CSV file and what it is called. */
interface TextFile {
  readonly name: string
  readonly text: string
}

/**
 * A loader that answers with a file of a shop. It counts as one of the person's files, and stands in the audit log before anybody
 * has it. Failures are plain text. `content` as for {@link currentShop}.
 */
export function fileLoader<Args extends FileArgs>(
  make: (args: Args, services: ShopServices) => Promise<TextFile>,
  content?: typeof translated,
): (args: Args) => Promise<Response> {
  return async (args) => {
    try {
      const services = await currentShop(args, content)
      await args.context.get(servicesContext).countFile()
      const { name, text } = await make(args, services)
      await services.recordExport(name)
      return csvFile(name, text)
    } catch (failure) {
      return toProblem(failure, args)
    }
  }
}
