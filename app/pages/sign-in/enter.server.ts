import type { AuthError, Provider } from '@supabase/supabase-js'
import { href, redirect, redirectDocument } from 'react-router'
import { typedCode } from '../../blocks/credentials/credentials.server.ts'
import { type Asking, callbackUrl, leave, wantedPath } from '../../guards/leave.server.ts'
import { formText, identityContext } from '../../request.server.ts'
import { addressText, companyDomain, readAddress } from './address.ts'
import { type AuthRefusal, refusal, refuse, toAuthRefusal } from './sign-in.server.ts'

type Step = (asking: Asking, form: FormData) => Promise<Response | AuthRefusal>

/** Forms of the sign-in page by their `intent`. */
const steps: Readonly<Record<string, Step>> = {
  password: withPassword,
  code: (asking, form) => sendCode(asking, form, 'code'),
  link: (asking, form) => sendCode(asking, form, 'link'),
  verify: (asking, form) => enterCode(asking, form, { type: 'email' }),
  again: (asking, form) => sendCode(asking, form, formText(form, 'way') === 'link' ? 'link' : 'code'),
  provider: throughProvider,
  sso: throughCompany,
  confirmation: sendConfirmation,
}

/** Runs a form of the sign-in page: a redirect, or why it was rejected. */
export async function logIn(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const step = steps[formText(form, 'intent')] ?? withPassword
  return await step(asking, form)
}

async function withPassword(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const typed = formText(form, 'address')
  const password = form.get('password')
  if (typed === '' || typeof password !== 'string' || password === '') {
    return refusal('addressAndPassword')
  }
  const address = readAddress(typed)
  if (!address) return refusal('address', 'address')
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.signInWithPassword({ ...address, password })
  if (error?.code === 'over_request_rate_limit') return tooManyPasswords(error)
  return error ? refuse(asking, error) : leave(data.user, asking.request)
}

/** The attempts may not have been this person's: the other methods stay available. */
function tooManyPasswords(error: AuthError): AuthRefusal {
  const { status, body } = toAuthRefusal(error)
  return { status, body: { ...body, texts: ['tooManyPasswords'], field: undefined } }
}

/** The response is the same whether or not the account exists; signing in never creates one. */
async function sendCode(asking: Asking, form: FormData, way: 'code' | 'link'): Promise<Response | AuthRefusal> {
  const typed = formText(form, 'address')
  if (typed === '') return refusal('addressMissing')
  const address = readAddress(typed)
  if (!address) return refusal('address', 'address')
  const { auth } = asking.context.get(identityContext)
  const { error } = await auth.signInWithOtp(
    'email' in address
      ? { ...address, options: { shouldCreateUser: false, emailRedirectTo: callbackUrl(asking.request) } }
      : { ...address, options: { shouldCreateUser: false } },
  )
  if (error && error.code !== 'otp_disabled') return refuse(asking, error)
  const again = Number(formText(form, 'again')) || 0
  const search = new URLSearchParams({ way, sent: addressText(address), ...(again > 0 ? { again: `${again}` } : {}) })
  return redirect(`${href('/auth/login')}?${search}`)
}

/** What a mailed code is of, and where it leads when that is not where they came from. */
interface CodeUse {
  readonly type: 'email' | 'signup'
  readonly onwards?: string
}

async function enterCode(asking: Asking, form: FormData, { type, onwards }: CodeUse): Promise<Response | AuthRefusal> {
  const address = readAddress(formText(form, 'address'))
  const token = typedCode(form)
  if (!address) return refusal('addressMissing')
  if (token === '') return refusal('codeMissing', 'code')
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.verifyOtp(
    'email' in address ? { ...address, token, type } : { ...address, token, type: 'sms' },
  )
  if (error) return refuse(asking, error)
  return data.user ? leave(data.user, asking.request, onwards) : refusal('codeAgain', 'code')
}

async function throughProvider(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const identity = asking.context.get(identityContext)
  const wanted = formText(form, 'provider')
  const { providers } = await identity.offers()
  if (providers.every(({ id }) => id !== wanted)) return refusal('methodOff')
  const { data, error } = await identity.auth.signInWithOAuth({
    provider: toProvider(wanted),
    options: { redirectTo: callbackUrl(asking.request), skipBrowserRedirect: true },
  })
  return error ? refuse(asking, error) : redirectDocument(data.url)
}

/** The service says which providers it has; the client passes the name on as it is. */
function toProvider(offered: string): Provider {
  return offered as Provider
}

async function throughCompany(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const domain = companyDomain(formText(form, 'address'))
  if (!domain) return refusal('companyAddress', 'address')
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.signInWithSSO({
    domain,
    options: { redirectTo: callbackUrl(asking.request), skipBrowserRedirect: true },
  })
  return error ? refuse(asking, error) : redirectDocument(data.url)
}

/** Resends the confirmation email of an account whose address was never confirmed. */
async function sendConfirmation(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const address = readAddress(formText(form, 'address'))
  if (!address) return refusal('addressAndType')
  const { auth } = asking.context.get(identityContext)
  const { error } = await auth.resend(
    'email' in address
      ? { ...address, type: 'signup', options: { emailRedirectTo: callbackUrl(asking.request) } }
      : { ...address, type: 'sms' },
  )
  if (error) return refuse(asking, error)
  return redirect(`${href('/auth/register')}?${new URLSearchParams({ sent: addressText(address) })}`)
}

/** Runs the sign-up form: a redirect, or why it was rejected. */
export async function signUp(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  switch (formText(form, 'intent')) {
    case 'verify':
      return await enterCode(asking, form, { type: 'signup', onwards: href('/register') })
    case 'again':
      return await sendAgain(asking, form)
    default:
      return await create(asking, form)
  }
}

/** Known and unknown addresses lead to the same page. */
async function create(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const typed = formText(form, 'address')
  const name = formText(form, 'name')
  const password = form.get('password')
  if (name === '') return refusal('nameMissing', 'name')
  if (typed === '' || typeof password !== 'string' || password === '') {
    return refusal('addressAndPassword')
  }
  const address = readAddress(typed)
  if (!address) return refusal('address', 'address')
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.signUp({
    ...address,
    password,
    options: { data: { name }, ...('email' in address ? { emailRedirectTo: afterwards(asking.request) } : {}) },
  })
  if (error) return refuse(asking, error)
  if (data.session && data.user) return leave(data.user, asking.request, href('/register'))
  return toCodePage(addressText(address), 0)
}

async function sendAgain(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const address = readAddress(formText(form, 'address'))
  if (!address) return refusal('addressAndType')
  const { auth } = asking.context.get(identityContext)
  const { error } = await auth.resend(
    'email' in address
      ? { ...address, type: 'signup', options: { emailRedirectTo: afterwards(asking.request) } }
      : { ...address, type: 'sms' },
  )
  if (error) return refuse(asking, error)
  return toCodePage(addressText(address), Number(formText(form, 'again')) || 0)
}

function toCodePage(sent: string, again: number): Response {
  const search = new URLSearchParams({ sent, ...(again > 0 ? { again: `${again}` } : {}) })
  return redirect(`${href('/auth/register')}?${search}`)
}

/** After sign-up the next step is creating a shop, unless another page led here. */
function afterwards(request: Request): string {
  return callbackUrl(request, wantedPath(request, href('/register')))
}
