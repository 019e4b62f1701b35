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
import { useWords } from './words.ts'

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
  const t = useWords()
  if (isHalfDone) {
    return (
      <AuthCard foot={<TextLink to="/">{t('continue')}</TextLink>} intro={t('back.halfText')} title={t('back.half')} />
    )
  }
  if (problem) {
    return (
      <AuthCard
        foot={problem.next.to !== '/auth/login' && <TextLink to={href('/auth/login')}>{t('backToSignIn')}</TextLink>}
        intro={t(problem.text)}
        title={t(problem.title)}
      >
        <Link className={`${buttonClass('primary')} h-10 w-full`} to={problem.next.to}>
          {t(problem.next.label)}
        </Link>
      </AuthCard>
    )
  }
  return <Fragment next={next} />
}

type Tokens = Readonly<Record<'access_token' | 'refresh_token' | 'type', string>>

/** Some links carry their result in the fragment, which only the browser sees. */
function Fragment({ next }: { readonly next: string | undefined }) {
  const t = useWords()
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
      foot={<TextLink to={href('/auth/login')}>{t('toSignIn')}</TextLink>}
      intro={
        isEmpty ? (
          t('back.cutText')
        ) : (
          <>
            {t('back.momentText')}
            <noscript> {t('back.noScript')}</noscript>
          </>
        )
      }
      title={t(isEmpty ? 'back.cut' : 'back.moment')}
    />
  )
}

/** Requires a button press, so that a link alone cannot sign anybody in to a stranger's account. */
function Enter({ tokens, next }: { readonly tokens: Tokens; readonly next: string | undefined }) {
  const t = useWords()
  const search = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  return (
    <AuthCard
      foot={<TextLink to={href('/auth/login')}>{t('back.otherAccount')}</TextLink>}
      intro={t('back.almostText')}
      title={t('back.almost')}
    >
      <Form action={`${href('/auth/callback')}${search}`} className="grid" method="post" replace>
        {Object.entries(tokens).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
        <Button className="h-10 w-full" kind="primary">
          {t('signIn')}
        </Button>
      </Form>
    </AuthCard>
  )
}
