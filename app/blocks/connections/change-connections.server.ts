import { AppError } from '@tillsight/core'
import { connectBrowserOf } from '../../guards/connect-browser.server.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { wordRefusal } from '../fields/word-refusal.server.ts'
import { accountName } from './connections.ts'
import type { CheckResult, PageFailure } from './model.ts'
import { connectionWords } from './words.server.ts'

/** Result of a form on the integrations page: a redirect, or the page again with a message. */
export type Outcome =
  | { readonly kind: 'redirect'; readonly to: string; readonly headers: Readonly<Record<string, string>> }
  /** `connection`: the card that shows the message, because the work it started continues there. */
  | { readonly kind: 'done'; readonly message: string; readonly connection?: string }
  | { readonly kind: 'checked'; readonly check: CheckResult }

/** Buttons of a card that need no further input. */
type Action = 'sync' | 'pause' | 'resume' | 'reimport'

/** Carries out a form of the integrations page. Throws what the verbs throw. */
export async function changeConnections(services: ShopServices, form: FormData, request: Request): Promise<Outcome> {
  const { run } = services
  const { language } = services.shop.display
  const say = connectionWords.say(language)
  const connection = formText(form, 'connection')
  switch (formText(form, 'intent')) {
    case 'begin': {
      const { browser, cookie } = connectBrowserOf(request.headers.get('cookie'), request.url)
      const { redirectUrl } = await run('connection.begin', { ...readConnectInput(form), browser })
      return { kind: 'redirect', to: redirectUrl, headers: { 'set-cookie': cookie } }
    }
    case 'keys': {
      const { label, status } = await run('connection.connect', readConnectInput(form))
      const what = status === 'choose_accounts' ? 'done.choose' : connection === '' ? 'done.connected' : 'done.again'
      return { kind: 'done', message: say(what, { label }) }
    }
    case 'check':
      return { kind: 'checked', check: await check(services, connection) }
    case 'accounts':
      const { message } = await run('ads.chooseAccounts', { connection, accounts: formTexts(form, 'account') })
      return { kind: 'done', message: language === 'en' ? message : say('done.accounts') }
    case 'look': {
      const count = (await run('ads.accounts', { connection, refresh: true })).length
      return { kind: 'done', message: say('done.look', { count }) }
    }
    case 'disconnect':
      return { kind: 'done', message: say(await disconnect(services, form)) }
    default: {
      const action = readAction(form)
      await act(services, { connection, action })
      return { kind: 'done', message: say(`done.${action}`), ...(action === 'sync' ? { connection } : {}) }
    }
  }
}

async function act(
  { run }: ShopServices,
  { connection, action }: { readonly connection: string; readonly action: Action },
): Promise<void> {
  switch (action) {
    case 'pause':
    case 'resume':
      await run('connection.pause', { connection, paused: action === 'pause' })
      return
    case 'reimport':
      await run('connection.reimport', { connection })
      return
    case 'sync':
      await run('sync.request', { connection })
  }
}

async function check(services: ShopServices, id: string): Promise<CheckResult> {
  const { connection, problem } = await services.run('connection.check', { connection: id })
  const { language } = services.shop.display
  const say = connectionWords.say(language)
  const name = accountName(connection)
  if (problem !== null) {
    // The connector's sentence is English and more exact.
    const message = language === 'en' ? problem.message : say('check.failed', { name })
    return { connection: id, isWell: false, message }
  }
  return { connection: id, isWell: true, message: say('check.well', { name, gaps: connection.gaps.length }) }
}

/** Deleting figures needs two confirmations: the choice, and the tick beside it. */
async function disconnect(services: ShopServices, form: FormData): Promise<'done.deleted' | 'done.kept'> {
  const isDeleting = formText(form, 'data') === 'delete'
  if (isDeleting && formText(form, 'sure') !== 'yes') {
    throw new AppError(
      'invalid_input',
      'Nothing was disconnected. Tick this box to delete the data from all reports, or keep it.',
      { details: { field: 'sure' } },
    )
  }
  const connection = formText(form, 'connection')
  await services.run('connection.disconnect', { connection, data: isDeleting ? 'delete' : 'keep' })
  return isDeleting ? 'done.deleted' : 'done.kept'
}

/** All values of a repeated field. */
function formTexts(form: FormData, name: string): string[] {
  return form.getAll(name).flatMap((value) => (typeof value === 'string' ? [value] : []))
}

/** Fields are named `value.<key>`, as the connector calls them. */
function readConnectInput(form: FormData) {
  const values = [...form].flatMap(([name, value]) =>
    name.startsWith('value.') && typeof value === 'string'
      ? [[name.slice('value.'.length), value.trim()] as const]
      : [],
  )
  const connection = formText(form, 'connection')
  return {
    connector: formText(form, 'connector'),
    values: Object.fromEntries(values),
    access: formText(form, 'write') === 'yes' ? ('read_write' as const) : ('read' as const),
    ...(connection === '' ? {} : { connection }),
  }
}

function readAction(form: FormData): Action {
  const action = formText(form, 'action')
  if (action === 'sync' || action === 'pause' || action === 'resume' || action === 'reimport') return action
  throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
}

/** Values typed into a rejected form, to show them again; secrets are left out. */
export async function typedValues({ run }: ShopServices, form: FormData): Promise<Record<string, string>> {
  const { values } = readConnectInput(form)
  const connectors = await run('connector.list')
  const secrets = connectors.flatMap(({ fields }) => fields.flatMap(({ key, secret }) => (secret ? [key] : [])))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secrets.includes(key)))
}

/** The failure that a rejected form shows; anything that the visitor cannot fix is rethrown. */
export async function refuseForm(
  refusal: unknown,
  { services, form }: { services: ShopServices; form: FormData },
): Promise<{ readonly failure: PageFailure; readonly status: number }> {
  const { language } = services.shop.display
  const field = (path: string) => (path === 'sure' ? connectionWords.say(language)('refused.sure') : undefined)
  const { body, status } = wordRefusal(refusal, { language, field })
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
