import { AppError } from '@tillsight/core'
import { formText } from '../../form-text.ts'
import type { ConnectInput, ConnectionAction, ShopServices } from '../../services.ts'

/** What a form on the integrations page led to: a place to go to, or the page again. */
export type Outcome =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'done'; readonly message: string }

const done = {
  sync: 'The sync has started.',
  pause: 'Syncing is paused.',
  resume: 'Syncing goes on.',
  disconnect: 'The connection is gone; the figures imported so far stay.',
} as const satisfies Record<ConnectionAction, string>

/** Carries out a form of the integrations page. Throws what the services throw. */
export async function changeConnections(services: ShopServices, form: FormData): Promise<Outcome> {
  const intent = formText(form, 'intent')
  if (intent === 'begin') {
    const { redirectTo } = await services.beginConnect(readConnectInput(form))
    return { kind: 'redirect', to: redirectTo }
  }
  if (intent === 'keys') {
    const { connectorLabel } = await services.connectWithKeys(readConnectInput(form))
    return { kind: 'done', message: `${connectorLabel} is connected; the import has started.` }
  }
  const action = readAction(form)
  await services.changeConnection(formText(form, 'connection'), action)
  return { kind: 'done', message: done[action] }
}

/** Fields are named `value.<key>`, as the connector calls them. */
function readConnectInput(form: FormData): ConnectInput {
  const values = [...form].flatMap(([name, value]) =>
    name.startsWith('value.') && typeof value === 'string'
      ? [[name.slice('value.'.length), value.trim()] as const]
      : [],
  )
  return {
    connector: formText(form, 'connector'),
    values: Object.fromEntries(values),
    access: formText(form, 'write') === 'yes' ? 'read_write' : 'read',
  }
}

function readAction(form: FormData): ConnectionAction {
  const action = formText(form, 'action')
  if (action === 'sync' || action === 'pause' || action === 'resume' || action === 'disconnect') return action
  throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
}

/** What was typed into a refused form, to show it again; secrets are left out. */
export function typedValues(services: ShopServices, form: FormData): Record<string, string> {
  const { values } = readConnectInput(form)
  const secrets = services
    .connectors()
    .flatMap(({ fields }) => fields.flatMap(({ key, secret }) => (secret ? [key] : [])))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secrets.includes(key)))
}
