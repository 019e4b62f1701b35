import type { Shop } from '../context/index.ts'
import { type CheckedFile, problemLimit } from './check-file.ts'
import type { ImportFormat } from './import-format.ts'
import type { ImportReport } from './import-report.ts'

interface Reported {
  readonly fileName: string
  readonly preview: boolean
  readonly format: ImportFormat
  readonly checked: CheckedFile
}

/** What checking a file found, before anything is stored. */
export function toReport(shop: Pick<Shop, 'currency'>, { fileName, preview, format, checked }: Reported): ImportReport {
  const foreign =
    format.fixed && format.fixed.currency !== shop.currency
      ? [
          `The file is in ${format.fixed.currency}, the shop counts in ${shop.currency}: orders without an exchange rate stay out of the figures.`,
        ]
      : []
  return {
    format: format.id,
    fileName,
    preview,
    encoding: checked.file.kind.encoding,
    rows: { read: checked.rowsGood + checked.rowsBad, good: checked.rowsGood, leftOut: checked.rowsBad },
    groups: { good: checked.groups.size, leftOut: checked.groupsLeftOut },
    records: { stored: 0, unchanged: 0, outdated: 0 },
    problems: checked.problems.slice(0, problemLimit),
    problemCount: checked.problemCount,
    warnings: [...checked.warnings, ...foreign],
    notes: [...checked.notes],
    failure: null,
  }
}
