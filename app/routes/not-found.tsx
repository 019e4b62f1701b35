import { notFound } from '../failures.server.ts'
import { ErrorPage } from '../shell/index.ts'
import type { Route } from './+types/not-found.ts'

export function loader({ request }: Route.LoaderArgs) {
  throw notFound(`Page not found: ${readable(new URL(request.url).pathname)}`)
}

export default function NotFound() {
  return null
}

export { ErrorPage as ErrorBoundary }

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    // Half an escape sequence: shown as it was typed.
    return path
  }
}
