import { formText } from '../../form-text.ts'
import type { SetupFinding, ShopServices } from '../../services.ts'

/** What a check found, with what was typed for it. */
export interface Checked {
  readonly way: string
  readonly findings: readonly SetupFinding[]
  readonly values: Readonly<Record<string, string>>
}

/** Looks at what a platform's form of the guide asks for. */
export async function checkGuide(services: ShopServices, connector: string, form: FormData): Promise<Checked> {
  const { field, way } = await services.guide(connector, formText(form, 'way') || undefined)
  const values = field === null ? {} : { [field.key]: formText(form, field.key) }
  return { way, values, findings: await services.checkSetup({ connector, way, values }) }
}
