import { toFormFailure } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import type { ShopServices } from '../../services.ts'
import { typedValues } from './change-connections.server.ts'
import type { PageFailure } from './outcomes.ts'

/** What a refused form shows again; anything that is not the visitor's to mend is thrown on. */
export async function refuseForm(
  refusal: unknown,
  { services, form }: { services: ShopServices; form: FormData },
): Promise<{ readonly failure: PageFailure; readonly status: number }> {
  const { body, status } = toFormFailure(refusal)
  return {
    failure: {
      ...body,
      intent: formText(form, 'intent') || formText(form, 'action'),
      connector: formText(form, 'connector'),
      connection: formText(form, 'connection'),
      values: await typedValues(services, form),
    },
    status,
  }
}
