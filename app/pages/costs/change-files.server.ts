import { AppError } from '@tillsight/core'
import type { CheckedCostFile, CostFileKind } from '@tillsight/domain'
import { largestCostFileMb } from '@tillsight/domain/inputs'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { carriedFile, readFileForm } from '../../form-file.server.ts'
import { figureText } from '../../format/index.ts'
import { sayServer, sayServerAll } from '../../language/server-words.server.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { closedText, didText, followText, sentences, wouldText } from './change-text.server.ts'
import type { CheckedFileModel, FileOutcome } from './model.ts'
import { pageWords } from './words.server.ts'

const mostBytes = largestCostFileMb * 1024 * 1024
/** What was read of a file travels with the page until it is imported: packed, as most of it says the same. */
const mostPacked = 16 * 1024 * 1024
/** Refused rows and notes that fit on a page. */
const mostLines = 100

/** Runs a form of the page of files: checks a file, imports it, or undoes an import. What a person can mend is an outcome. */
export async function changeFiles(
  services: ShopServices,
  request: Request,
): Promise<{ readonly outcome: FileOutcome; readonly status: number }> {
  let form: FormData | undefined
  try {
    if (/^multipart\//i.test(request.headers.get('content-type') ?? ''))
      return { outcome: await look(services, request), status: 200 }
    form = await readFileForm(request, mostPacked)
    return { outcome: await carryOut(services, form), status: 200 }
  } catch (refusal) {
    const { language } = services.shop.display
    const intent = form === undefined ? '' : formText(form, 'intent')
    const place = intent === 'import' || intent === 'undo' ? intent : 'file'
    const general = place === 'file' ? pageWords.say(language)('refused.file') : undefined
    const { body, status } = wordRefusal(refusal, { language, general })
    const fields = Object.values(body.fields).filter((text) => text !== body.message)
    return { outcome: { kind: 'refused', form: place, message: sentences(body.message, ...fields) }, status }
  }
}

/** Looks at an uploaded file, of which nothing is kept but what was read. */
async function look(services: ShopServices, { headers, body }: Request): Promise<FileOutcome> {
  const form = await services.receiveForm({ contentType: headers.get('content-type') ?? '', body }, mostBytes)
  try {
    const { file, fields } = form
    if (file === undefined) throw new AppError('invalid_input', 'The file is empty, or none was chosen.')
    const input = { name: file.name.slice(-200) || 'file.csv', content: file.open, ...kindIn(fields.get('kind') ?? '') }
    return {
      kind: 'checked',
      checked: printCheck(await services.run('costs.check_file', { file: input, pack: true }), services),
    }
  } finally {
    await form.remove()
  }
}

async function carryOut(services: ShopServices, form: FormData): Promise<FileOutcome> {
  const { display } = services.shop
  const say = pageWords.say(display.language)
  switch (formText(form, 'intent')) {
    case 'import': {
      const reason = formText(form, 'reason')
      const { name, bytes } = carriedFile(form, mostBytes)
      const { change, preview, restating } = await services.run('costs.import_file', {
        file: { name, content: bytes, ...kindIn(formText(form, 'kind')) },
        seen: formText(form, 'seen') || null,
        ...(reason !== '' && { reason }),
      })
      if (change === null) return { kind: 'done', message: say('printed.same'), change }
      const rest = followText({ preview, restating }, display)
      return { kind: 'done', message: sentences(say('printed.file.done'), didText(preview, display), rest), change }
    }
    case 'undo': {
      const reason = formText(form, 'reason')
      const { preview } = await services.run('costs.save', {
        change: { undo: formText(form, 'change') },
        ...(reason !== '' && { reason }),
      })
      return { kind: 'done', message: sentences(say('printed.file.undone'), didText(preview, display)), change: null }
    }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

/** The kind that was chosen, which the verb checks; without one the columns of the file tell. */
function kindIn(kind: string) {
  return kind === '' ? {} : { kind: kind as CostFileKind }
}

const fates = ['added', 'changed', 'unchanged', 'refused', 'blank', 'repeated'] as const

function printCheck(
  { report, preview, latest, packed = '' }: CheckedCostFile,
  services: ShopServices,
): CheckedFileModel {
  const { display } = services.shop
  const say = pageWords.say(display.language)
  const count = (value: number): string => figureText(value, 'count', display)
  const { rows, problems, notes, delimiter, decimals, encoding, ignored } = report
  const isAny = report.added + report.changed > 0
  const fits = packed.length <= mostPacked
  const lines = [
    ...problems.map(({ row, field, value, problem, remedy }) => ({
      row,
      field,
      value,
      ...sayServerAll([problem, remedy], display.language),
    })),
    ...notes.map(({ row, text }) => ({ row, field: '', value: '', ...sayServer(text, display.language) })),
  ].toSorted((one, other) => one.row - other.row)
  const shown = lines.slice(0, mostLines)
  return {
    fileName: report.fileName,
    packed: isAny && fits ? packed : '',
    kind: report.kind,
    seen: latest ?? '',
    title: say('printed.file.title', { file: report.fileName, kind: say(`file.kind.${report.kind}`), count: rows }),
    fates: fates.flatMap((fate) => {
      const own = report[fate]
      const isRare = fate === 'blank' || fate === 'repeated'
      return own === 0 && isRare ? [] : [{ label: say(`printed.fate.${fate}`), count: count(own) }]
    }),
    effect: isAny
      ? sentences(
          wouldText(preview, display),
          closedText(preview, services.may.closeCosts, display),
          fits ? '' : say('printed.file.tooMuch'),
        )
      : say('printed.file.nothing'),
    closed: preview.closed,
    reading: sentences(
      say('printed.file.reading', {
        encoding,
        delimiter: say(`printed.sign.${delimiter}`),
        decimals: say(`printed.sign.${decimals}`),
      }),
      ignored.length === 0 ? '' : say('printed.file.ignored', { columns: ignored.join(', ') }),
    ),
    lines: shown.map((line, index) => ({ ...line, key: String(index) })),
    more: report.problemCount + report.noteCount - shown.length,
  }
}
