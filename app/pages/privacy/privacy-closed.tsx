import { UserRoundX } from 'lucide-react'
import { EmptyState } from '../../ui/index.ts'

/** For those whose role does not deal with customers' data. */
export function PrivacyClosed({ name }: { readonly name: string }) {
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Privacy</h1>
      <EmptyState icon={UserRoundX} title="Your role does not open this">
        What is held about single customers of {name} is handed over and erased by owners and admins. If a customer has
        asked you, pass it on to one of them.
      </EmptyState>
    </main>
  )
}
