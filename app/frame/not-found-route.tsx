import { noSuchPage } from '../request.server.ts'
import type { Route } from './+types/not-found-route.ts'
import { ErrorPage } from './basic/index.ts'

export async function loader(args: Route.LoaderArgs) {
  throw await noSuchPage(args)
}

export default function NotFound() {
  return null
}

export { ErrorPage as ErrorBoundary }
