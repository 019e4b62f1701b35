import { UsersRound } from 'lucide-react'
import { EmptyState } from '../../ui/index.ts'
import { LeaveForm } from './leave-form.tsx'

/** For those whose role does not show the members. */
export function MembersClosed({ name }: { readonly name: string }) {
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Members</h1>
      <EmptyState icon={UsersRound} title="Your role does not show them">
        As a viewer of {name} you see its figures. Who else belongs to it is shown to owners, admins and analysts; an
        owner can give you another role.
      </EmptyState>
      <LeaveForm isOnlyOwner={false} name={name} />
    </main>
  )
}
