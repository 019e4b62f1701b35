import { AppError } from '@tillsight/core'
import type { ConnectInput, ConnectionAction } from '../../connecting.ts'
import { formText } from '../../form-text.ts'
import { connectBrowserOf } from '../../guards/connect-browser.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CheckResult } from './outcomes.ts'

/** What a form on the integrations page led to: a place to go to, or the page again with what to say. */
export type Outcome =
  | { readonly kind: 'redirect'; readonly to: string; readonly headers: Readonly<Record<string, string>> }
  /** `connection`: on whose card the words belong, because what was asked for goes on there. */
  | { readonly kind: 'done'; readonly message: string; readonly connection?: string }
  | { readonly kind: 'checked'; readonly check: CheckResult }

const done = {
  sync: 'The sync has started. What comes in shows here.',
  pause: 'Syncing is paused.',
  resume: 'Syncing goes on.',
  reimport: 'The whole history is read again; figures stay meanwhile.',
} as const satisfies Record<ConnectionAction, string>

/** Carries out a form of the integrations page. Throws what the services throw. */
export async function changeConnections(services: ShopServices, form: FormData, request: Request): Promise<Outcome> {
  const connection = formText(form, 'connection')
  switch (formText(form, 'intent')) {
    case 'begin': {
      const { browser, cookie } = connectBrowserOf(request.headers.get('cookie'), request.url)
      const { redirectTo } = await services.beginConnect(readConnectInput(form), browser)
      return { kind: 'redirect', to: redirectTo, headers: { 'set-cookie': cookie } }
    }
    case 'keys': {
      const { connectorLabel, awaitsChoice } = await services.connectWithKeys(readConnectInput(form))
      const what = awaitsChoice
        ? 'is connected. Choose which of its accounts belong to this shop.'
        : connection === ''
          ? 'is connected; the import has started.'
          : 'is connected again; what was missed comes in now.'
      return { kind: 'done', message: `${connectorLabel} ${what}` }
    }
    case 'check':
      return { kind: 'checked', check: await check(services, connection) }
    case 'accounts':
      return { kind: 'done', message: await services.chooseAdAccounts(connection, formTexts(form, 'account')) }
    case 'look': {
      const found = await services.refreshAdAccounts(connection)
      return { kind: 'done', message: found === 1 ? 'One account is shown now.' : `${found} accounts are shown now.` }
    }
    case 'disconnect':
      return { kind: 'done', message: await disconnect(services, form) }
    default: {
      const action = readAction(form)
      await services.changeConnection(connection, action)
      return { kind: 'done', message: done[action], ...(action === 'sync' ? { connection } : {}) }
    }
  }
}

async function check(services: ShopServices, id: string): Promise<CheckResult> {
  const { connection, problem } = await services.checkConnection(id)
  if (problem !== null) return { connection: id, isWell: false, message: problem }
  const { account, gaps } = connection
  const rest =
    gaps.length === 0
      ? 'nothing is missing.'
      : `${gaps.length === 1 ? 'one permission is' : `${gaps.length} permissions are`} missing: see below what that costs and who can grant it.`
  return { connection: id, isWell: true, message: `${account} answered just now. Its access works, and ${rest}` }
}

/** Taking figures away is asked for twice: by the choice, and by the tick beside it. */
async function disconnect(services: ShopServices, form: FormData): Promise<string> {
  const isDeleting = formText(form, 'data') === 'delete'
  if (isDeleting && formText(form, 'sure') !== 'yes') {
    throw new AppError(
      'invalid_input',
      'Nothing was disconnected. Tick this box to take everything from there out of the figures, or keep it.',
      { details: { field: 'sure' } },
    )
  }
  await services.disconnect(formText(form, 'connection'), isDeleting ? 'delete' : 'keep')
  return isDeleting
    ? 'The connection is gone, and everything that came from it has left the figures.'
    : 'The connection is gone; the figures imported so far stay.'
}

/** All values of a field that may be there several times. */
function formTexts(form: FormData, name: string): string[] {
  return form.getAll(name).flatMap((value) => (typeof value === 'string' ? [value] : []))
}

/** Fields are named `value.<key>`, as the connector calls them. */
function readConnectInput(form: FormData): ConnectInput {
  const values = [...form].flatMap(([name, value]) =>
    name.startsWith('value.') && typeof value === 'string'
      ? [[name.slice('value.'.length), value.trim()] as const]
      : [],
  )
  const connection = formText(form, 'connection')
  return {
    connector: formText(form, 'connector'),
    values: Object.fromEntries(values),
    access: formText(form, 'write') === 'yes' ? 'read_write' : 'read',
    ...(connection === '' ? {} : { connection }),
  }
}

function readAction(form: FormData): ConnectionAction {
  const action = formText(form, 'action')
  if (action === 'sync' || action === 'pause' || action === 'resume' || action === 'reimport') return action
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
