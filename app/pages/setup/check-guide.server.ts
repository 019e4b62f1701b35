import type { SetupFinding } from '@tillsight/domain'
import { formText } from '../../form-text.ts'
import type { ShopServices } from '../../services.ts'

/** What a check found, with what was typed for it. */
export interface Checked {
  readonly way: string
  readonly findings: readonly SetupFinding[]
  readonly values: Readonly<Record<string, string>>
}

/** Looks at what a platform's form of the guide asks for. */
export async function checkGuide(services: ShopServices, connector: string, form: FormData): Promise<Checked> {
  const asked = formText(form, 'way') || undefined
  const { field, way } = await services.run('connection.guide', { connector, way: asked })
  const values = field === null ? {} : { [field.key]: formText(form, field.key) }
  const { findings } = await services.run('connection.check_setup', { connector, way, values })
  return { way, values, findings }
}
