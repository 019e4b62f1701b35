import { href, redirect } from 'react-router'
import { typedCode } from '../../blocks/credentials/typed-code.server.ts'
import { type Asking, callbackUrl, leave, wantedPath } from '../../guards/leave.server.ts'
import { formText, identityContext } from '../../request.server.ts'
import { addressText, readAddress } from './address.ts'
import { type AuthRefusal, refusal } from './auth-failure.ts'
import { refuse } from './refuse.server.ts'

/** Carries out a form of the sign-up page: a redirect, or why not. */
export async function signUp(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  switch (formText(form, 'intent')) {
    case 'verify':
      return await verify(asking, form)
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
  if (name === '') return refusal('Enter your name, as others in your organisation know you.', 'name')
  if (typed === '' || typeof password !== 'string' || password === '') {
    return refusal('You must provide either an email or phone number and a password')
  }
  const address = readAddress(typed)
  if (!address) return refusal('This is neither an e-mail address nor a phone number with its country code.', 'address')
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

async function verify(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const address = readAddress(formText(form, 'address'))
  const token = typedCode(form)
  if (!address) return refusal('You must provide either an email or phone number.')
  if (token === '') return refusal('Enter the code.', 'code')
  const { auth } = asking.context.get(identityContext)
  const { data, error } = await auth.verifyOtp(
    'email' in address ? { ...address, token, type: 'signup' } : { ...address, token, type: 'sms' },
  )
  if (error) return refuse(asking, error)
  return data.user ? leave(data.user, asking.request, href('/register')) : refusal('Enter the code again.', 'code')
}

async function sendAgain(asking: Asking, form: FormData): Promise<Response | AuthRefusal> {
  const address = readAddress(formText(form, 'address'))
  if (!address) return refusal('You must provide either an email or phone number and a type')
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

/** Whoever has just made an account goes on to their shop, unless something brought them here. */
function afterwards(request: Request): string {
  return callbackUrl(request, wantedPath(request, href('/register')))
}
