import { AppError } from '@tillsight/core'
import { listOrganisations } from '@tillsight/database'
import { type Context, permissionsOf } from '../context/index.ts'

type Asking = Pick<Context, 'actor' | 'organisation' | 'queries'>

/**
 * Whether somebody may change rates, which are the same for every shop of the installation: whoever runs it, and owners and
 * admins of its first organisation. People of others, who may be strangers to each other, may not.
 */
export async function mayKeepRates({ actor, organisation, queries }: Asking): Promise<boolean> {
  const held = permissionsOf(actor)
  if (held.includes('rates:write')) return true
  if (!held.includes('shops:write')) return false
  const [first] = await listOrganisations(queries)
  return first?.id === organisation
}

/** Throws `forbidden` for whoever may not. */
export async function assertMayKeepRates(ctx: Asking): Promise<void> {
  if (await mayKeepRates(ctx)) return
  throw new AppError(
    'forbidden',
    'Exchange rates are the same for all organisations of this installation. Ask whoever runs it to import them: `tillsight rates import FILE`.',
  )
}
