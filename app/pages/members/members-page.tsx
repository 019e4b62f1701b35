import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Notice } from '../../ui/index.ts'
import { doneText } from './done-text.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeaveForm } from './leave-form.tsx'
import { MembersCard } from './members-card.tsx'
import type { MembersFailure, MembersModel } from './model.ts'

interface MembersPageProps {
  readonly organisation: MembersModel
  readonly failure: MembersFailure | undefined
}

/** Who sees the shops of an organisation, and what each of them may do. */
export function MembersPage({ organisation, failure }: MembersPageProps) {
  const [search] = useSearchParams()
  const done = doneText(search.get('done'))
  const { name, mayChange, invitations, whoMay, isOnlyOwner } = organisation
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Members</h1>
      <p className="mt-1 mb-6 text-soft">Who belongs to {name} and sees its shops.</p>
      <output className="block in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
        {done && (
          <span className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {done}
          </span>
        )}
      </output>
      <Failure failure={failure} />
      <div className="grid gap-6">
        {mayChange ? (
          <InviteForm failure={failure} />
        ) : (
          <Notice severity="info">
            {whoMay ? `Only owners can change this: ask ${whoMay}.` : 'Only owners can change this.'}
          </Notice>
        )}
        <MembersCard organisation={organisation} />
        {invitations.length > 0 && <InvitationsCard invitations={invitations} mayChange={mayChange} />}
        <LeaveForm isOnlyOwner={isOnlyOwner} name={name} />
      </div>
    </main>
  )
}

function Failure({ failure }: { readonly failure: MembersFailure | undefined }) {
  useEffect(() => {
    const field = failure && document.querySelector('main [aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  }, [failure])
  if (!failure || Object.values(failure.fields).includes(failure.message)) return null
  return (
    <div className="mb-6" role="alert">
      <Notice severity="serious">{failure.message}</Notice>
    </div>
  )
}
