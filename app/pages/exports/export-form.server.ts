import type { ExportView, ShopVerbs, VerbInput } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import { emptyForm } from './empty-form.ts'
import type { ExportFailure, FieldName } from './model.ts'

type Typed = VerbInput<ShopVerbs['export.add']>
type To = NonNullable<Typed['to']>

const sheetFields: Readonly<Record<string, string>> = { range: 'sheetRange' }

/** The form as a verb takes it. What is not among the choices is refused by the verb. */
export async function readTyped(form: FormData): Promise<Typed> {
  const every = formText<'none' | NonNullable<Typed['schedule']>['every']>(form, 'every')
  const zone = formText(form, 'zone')
  return {
    name: formText(form, 'name'),
    what: formText<Typed['what']>(form, 'what'),
    format: formText<Typed['format']>(form, 'format'),
    range: formText<NonNullable<Typed['range']>>(form, 'range'),
    schedule: every === 'none' ? null : { every, at: formText(form, 'at'), ...(zone && { zone }) },
    to: await readDestination(form),
  }
}

async function readDestination(form: FormData): Promise<To> {
  const kind = formText<To['kind']>(form, 'to')
  if (kind === 's3') {
    const secretAccessKey = formText(form, 'secretAccessKey')
    return {
      kind,
      endpoint: formText(form, 'endpoint'),
      region: formText(form, 'region'),
      bucket: formText(form, 'bucket'),
      prefix: formText(form, 'prefix').replaceAll(/^\/+|\/+$/g, ''),
      pathStyle: formText(form, 'pathStyle') !== 'no',
      accessKeyId: formText(form, 'accessKeyId'),
      ...(secretAccessKey && { secretAccessKey }),
    }
  }
  if (kind === 'sheets') {
    const serviceAccountKey = formText(form, 'serviceAccountKey') || (await fileText(form.get('file')))
    return {
      kind,
      spreadsheet: formText(form, 'spreadsheet'),
      range: formText(form, 'sheetRange'),
      mode: formText<'replace' | 'upsert'>(form, 'mode'),
      ...(serviceAccountKey && { serviceAccountKey }),
    }
  }
  return { kind }
}

/** A key is short; more of a file is not read. */
async function fileText(file: FormDataEntryValue | null): Promise<string> {
  return file instanceof File ? (await file.slice(0, 20_000).text()).trim() : ''
}

/** An export in the fields of the form. */
export function fieldsOf({ name, what, format, range, schedule, to }: ExportView): ExportFailure['typed'] {
  const common = { name, what, format, range, zone: schedule?.zone ?? '', to: to.kind }
  const when = { every: schedule?.every ?? 'none', at: schedule?.at ?? emptyForm.at }
  if (to.kind === 's3') {
    const { kind: _kind, pathStyle, ...place } = to
    return { ...emptyForm, ...common, ...when, ...place, pathStyle: pathStyle ? 'yes' : 'no' }
  }
  if (to.kind === 'sheets') {
    return { ...emptyForm, ...common, ...when, spreadsheet: to.spreadsheet, sheetRange: to.range, mode: to.mode }
  }
  return { ...emptyForm, ...common, ...when }
}

/** Why a form was rejected, in the language of the page, and what was typed. */
export function toExportFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: ExportFailure; status: number } {
  const names = Object.keys(emptyForm) as FieldName[]
  const typed = Object.fromEntries(
    names.map((name) => [name, form.has(name) ? formText(form, name) : emptyForm[name]]),
  ) as ExportFailure['typed']
  const { body, status } = wordRefusal(refusal, { language })
  const fields = Object.entries(body.fields).map(([path, message]) => [fieldOf(path, typed.to), message] as const)
  return { failure: { ...body, fields: Object.fromEntries(fields), typed }, status }
}

/** `to.range` is a field of the spreadsheet, `range` the days. */
function fieldOf(path: string, to: string): string {
  const [, inTo] = /^to\.(\w+)$/.exec(path) ?? []
  if (inTo !== undefined) return to === 'sheets' ? (sheetFields[inTo] ?? inTo) : inTo
  return path.replace(/^schedule\./, '')
}
