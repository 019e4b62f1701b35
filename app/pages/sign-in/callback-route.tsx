import { guarded } from '../../failures.server.ts'
import { nextPath } from '../../guards/leave.server.ts'
import type { Route } from './+types/callback-route.ts'
import { CallbackPage } from './callback-page.tsx'
import { callbackProblem } from './callback-problem.server.ts'
import { enterByCode, enterByTokens } from './confirm.server.ts'

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
