import { ageText, figureText, instantText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ImportLine } from './model.ts'
import { stateTexts } from './texts.ts'

/** The imports of a shop, the newest first. */
export async function loadImports(services: ShopServices, now: string): Promise<readonly ImportLine[]> {
  const { zone, display } = services.shop
  const imports = await services.run('import.list')
  const count = (value: number) => figureText(value, 'count', display)
  return imports.map(({ id, fileName, formatLabel, state, createdAt, by, rowsGood, rowsBad }) => ({
    id,
    fileName,
    format: formatLabel === '' ? 'Not known yet' : formatLabel,
    state: { key: state, ...stateTexts[state] },
    began: `${instantText(createdAt, zone)} (${ageText(createdAt, now)})`,
    by: by ?? 'Command line',
    rows: count(rowsGood),
    leftOut: count(rowsBad),
  }))
}
