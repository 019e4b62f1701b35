import { notFound, readablePath } from '../request.server.ts'
import type { Route } from './+types/not-found-route.ts'
import { ErrorPage } from './basic/index.ts'

export function loader({ url }: Route.LoaderArgs) {
  throw notFound(`Page not found: ${readablePath(url)}`)
}

export default function NotFound() {
  return null
}

export { ErrorPage as ErrorBoundary }
