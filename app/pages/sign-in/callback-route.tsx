import { useEffect } from 'react'
import { Form, href, Link, useLocation, useNavigate } from 'react-router'
import { nextPath } from '../../guards/leave.server.ts'
import { guarded } from '../../request.server.ts'
import { Button, buttonClass, useAlive } from '../../ui/index.ts'
import type { Route } from './+types/callback-route.ts'
import { AuthCard, TextLink } from './auth-form.tsx'
import { type CallbackProblem, callbackProblem } from './callback-problem.server.ts'
import { readFragment } from './fragment.ts'
import { enterByCode, enterByTokens } from './mail-links.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const search = args.url.searchParams
  const next = nextPath(args.request)
  const [error, errorCode] = [search.get('error'), search.get('error_code')]
  if (error !== null || errorCode !== null) {
    return { problem: callbackProblem({ error: error ?? '', code: errorCode ?? '' }), isHalfDone: false, next }
  }
  if (search.has('message')) return { problem: undefined, isHalfDone: true, next }
  const code = search.get('code')
  if (code) throw await enterByCode(args, code)
  return { problem: undefined, isHalfDone: false, next }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  return await enterByTokens(args, await args.request.formData())
})

export default function CallbackRoute({ loaderData }: Route.ComponentProps) {
  return <CallbackPage {...loaderData} />
}

interface CallbackPageProps {
  readonly problem: CallbackProblem | undefined
  /** The first of the two links of a change of address was opened. */
  readonly isHalfDone: boolean
  /** Where to go from here; kept while the fragment is read. */
  readonly next: string | undefined
}

/** Shown when a callback of a link or provider could not sign in directly. */
function CallbackPage({ problem, isHalfDone, next }: CallbackPageProps) {
  if (isHalfDone) {
    return (
      <AuthCard
        foot={<TextLink to="/">Continue</TextLink>}
        intro="This address is confirmed. Now open the link in the mail to your other address; then the change is done."
        title="One more mail to open"
      />
    )
  }
  if (problem) {
    return (
      <AuthCard
        foot={problem.next.to !== '/auth/login' && <TextLink to={href('/auth/login')}>Back to sign-in</TextLink>}
        intro={problem.text}
        title={problem.title}
      >
        <Link className={`${buttonClass('primary')} h-10 w-full`} to={problem.next.to}>
          {problem.next.label}
        </Link>
      </AuthCard>
    )
  }
  return <Fragment next={next} />
}

type Tokens = Readonly<Record<'access_token' | 'refresh_token' | 'type', string>>

/** Some links carry their result in the fragment, which only the browser sees. */
function Fragment({ next }: { readonly next: string | undefined }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isAlive = useAlive()
  const found = isAlive ? readFragment(hash) : undefined
  const result = found?.kind === 'answer' ? found.search.toString() : undefined
  useEffect(() => {
    if (result !== undefined) void navigate(`${href('/auth/callback')}?${result}`, { replace: true })
  }, [result, navigate])
  if (found?.kind === 'tokens') return <Enter next={next} tokens={found.tokens} />
  const isEmpty = found?.kind === 'none'
  return (
    <AuthCard
      foot={<TextLink to={href('/auth/login')}>Go to sign-in</TextLink>}
      intro={
        isEmpty ? (
          'A part of it is missing. Open it once more from the mail, or start again.'
        ) : (
          <>
            You will be taken on at once.
            <noscript> If nothing happens, the link is not complete: go to sign-in.</noscript>
          </>
        )
      }
      title={isEmpty ? 'This link is not complete' : 'One moment'}
    />
  )
}

/** Requires a button press, so that a link alone cannot sign anybody in to a stranger's account. */
function Enter({ tokens, next }: { readonly tokens: Tokens; readonly next: string | undefined }) {
  const search = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  return (
    <AuthCard
      foot={<TextLink to={href('/auth/login')}>Sign in with another account</TextLink>}
      intro="The link is good. Press the button to sign in on this device."
      title="Almost there"
    >
      <Form action={`${href('/auth/callback')}${search}`} className="grid" method="post" replace>
        {Object.entries(tokens).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
        <Button className="h-10 w-full" kind="primary">
          Sign in
        </Button>
      </Form>
    </AuthCard>
  )
}
