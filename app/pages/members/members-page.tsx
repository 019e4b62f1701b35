import { useSearchParams } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { CircleCheck } from '../../icons.ts'
import { Notice } from '../../ui/index.ts'
import { InvitationsCard, InviteForm } from './invitations-cards.tsx'
import { LeaveForm } from './leave-form.tsx'
import type { MembersFailure, MembersModel } from './model.ts'
import { PeopleCard } from './people-card.tsx'
import { RemoveCard } from './remove-card.tsx'
import { FactorCard, OfferCard } from './rules-cards.tsx'

/** Confirmations of the last form, by the word in the address. */
const texts: ReadonlyMap<string, string> = new Map([
  ['invited', 'The invitation is on its way. The link in the mail holds for seven days.'],
  ['resent', 'The invitation is on its way again. Only the link of the latest mail works.'],
  ['role', 'The role is changed.'],
  ['shops', 'What they see is changed.'],
  ['removed', 'That person is no member any more, and was signed out everywhere.'],
  ['offered', 'The offer is made, and both of you got a mail. They have seven days to confirm it.'],
  ['offer-withdrawn', 'The offer is withdrawn.'],
  ['owner', 'You are an owner now.'],
  ['factor', 'Everybody needs a second factor in seven days. Those who have none got a mail.'],
  ['no-factor', 'Nobody needs a second factor any more.'],
  ['revoked', 'The invitation is withdrawn; its link opens nothing any more.'],
])

interface MembersPageProps {
  readonly organisation: MembersModel
  readonly failure: MembersFailure | undefined
}

/** Members of an organisation, what they may do and see, and invitations. */
export function MembersPage({ organisation, failure }: MembersPageProps) {
  const [search] = useSearchParams()
  const done = doneText(search.get('done'))
  const { name, mayChange, invitations, whoMay, isOnlyOwner, shops, leaving, offer, factorFrom } = organisation
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
      <FormRefusal className="mb-6" failure={failure} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {offer && <OfferCard mayChange={mayChange} offer={offer} />}
        {leaving && <RemoveCard leaving={leaving} />}
        {mayChange ? (
          <InviteForm failure={failure} shops={shops} />
        ) : (
          <Notice severity="info">
            {whoMay ? `Only owners can change this: ask ${whoMay}.` : 'Only owners can change this.'}
          </Notice>
        )}
        <PeopleCard organisation={organisation} />
        {invitations.length > 0 && <InvitationsCard invitations={invitations} mayChange={mayChange} />}
        <FactorCard factorFrom={factorFrom} mayChange={mayChange} />
        <LeaveForm isOnlyOwner={isOnlyOwner} name={name} />
      </div>
    </main>
  )
}

/** The sentence for a word in the address; undefined for anything else. */
function doneText(word: string | null): string | undefined {
  return word === null ? undefined : texts.get(word)
}
