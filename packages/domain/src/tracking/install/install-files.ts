import { AppError } from '@tillsight/core'
import { connectorList, fillIn, type Installation, type ShopCode, surveyOf } from '@tillsight/platforms/connectors'
import { strToU8, zipSync } from 'fflate'

/** The built code that goes into what is made for shops. */
export interface PixelCode extends Pick<ShopCode, 'pixel' | 'survey'> {
  /** What shops of a platform have of their own, by its id. */
  readonly stores: Readonly<Record<string, string>>
}

const stores = connectorList.flatMap(({ id, install }) => (install ? [{ id, install }] : []))
const files = stores.flatMap(({ id, install }) =>
  Object.entries(install.files).map(([name, make]) => ({ file: `${id}-${name}`, platform: id, make })),
)

/** What can be downloaded for a shop: the platform's id and the name of one of its files. */
export const installFiles: readonly string[] = files.map(({ file }) => file)

/**
 * Makes one of {@link installFiles} for a shop, with its key and the installation's address in it. The same values make the
 * same bytes. Throws `not_found` for a file that there is not, and `unavailable` where no code is built.
 */
export function makeInstallFile(
  file: string,
  installation: Installation,
  code: PixelCode | undefined,
): { readonly name: string; readonly type: string; readonly bytes: Uint8Array } {
  const found = files.find((known) => known.file === file)
  if (!found) throw new AppError('not_found', `There is no file “${file}”. There are ${installFiles.join(', ')}.`)
  if (!code) throw new AppError('unavailable', 'The files for shops are not built yet. Run “npm run build” first.')
  const made = found.make(installation, codeOf(found.platform, code))
  if ('text' in made) return { name: made.name, type: made.type, bytes: strToU8(made.text) }
  const entries = Object.entries(made.archive).map(([path, text]) => [path, strToU8(text)] as const)
  // The earliest date of the format: files do not differ by when they were downloaded.
  const bytes = zipSync(Object.fromEntries(entries), { level: 9, mtime: '1980-01-01T12:00:00' })
  return { name: made.name, type: 'application/zip', bytes }
}

/** The texts that people copy into a shop of a store platform, by name; without code, those that need none. */
export function storeTexts(
  platform: string,
  installation: Installation,
  code: PixelCode | undefined,
): Readonly<Record<string, string>> {
  const texts = stores.find(({ id }) => id === platform)?.install.texts ?? {}
  const made = Object.entries(texts).map(
    ([name, make]) => [name, make(installation, code && codeOf(platform, code))] as const,
  )
  return Object.fromEntries(made.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
}

function codeOf(platform: string, { pixel, survey, stores: own }: PixelCode): ShopCode {
  return { pixel, survey, own: own[platform] ?? '' }
}

/** The tag for the head of any theme. */
export function plainSnippet({ address, key, consent }: Installation): string {
  return fillIn('<script defer src="__ADDRESS__/p.js" data-key="__KEY__" data-consent="__CONSENT__"></script>', {
    ADDRESS: address,
    KEY: key,
    CONSENT: consent,
  })
}

/** The thank-you page's code about its order; the shop system replaces the words in braces. */
export function thanksSnippet(): string {
  return '<script type="application/json" data-ts-events>[{"event":"purchase","order":"{ORDER ID}","value":"{TOTAL}","currency":"{CURRENCY}"}]</script>'
}

/** The code of the survey on the page after an order; the shop system replaces the words in braces. */
export function surveySnippet({ address, key }: Pick<Installation, 'address' | 'key'>): string {
  return fillIn('<script defer src="__ADDRESS__/survey.js" data-key="__KEY__" data-order="{ORDER ID}"></script>', {
    ADDRESS: address,
    KEY: key,
  })
}

/** Link to the survey as a separate page, for mails and pages without scripts; the order's id is appended. */
export function surveyLink(installation: Pick<Installation, 'address' | 'key'>): string {
  return fillIn('__SURVEY__/page?key=__KEY__&order=', { SURVEY: surveyOf(installation), KEY: installation.key })
}
