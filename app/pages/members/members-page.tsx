import { useSearchParams } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { CircleCheck } from '../../icons.ts'
import { Notice } from '../../ui/index.ts'
import { DeletionCard } from './deletion-card.tsx'
import { InvitationsCard, InviteForm } from './invitations-cards.tsx'
import { LeaveForm } from './leave-form.tsx'
import { LimitCard, RemoveCard } from './made-cards.tsx'
import type { MembersFailure, MembersModel, MembersWords } from './model.ts'
import { PeopleCard } from './people-card.tsx'
import { FactorCard, OfferCard, SupportCard } from './rules-cards.tsx'
import { useWords } from './words.tsx'

interface MembersPageProps {
  readonly organisation: MembersModel
  readonly done: MembersWords['done']
  readonly failure: MembersFailure | undefined
}

/** Members of an organisation, what they may do and see, and invitations. */
export function MembersPage({ organisation, done, failure }: MembersPageProps) {
  const [search] = useSearchParams()
  const { text } = useWords()
  const confirmation = new Map<string | null, string>(Object.entries(done)).get(search.get('done'))
  const { name, mayChange, invitations, isOnlyOwner, shops, leaving, limiting, offer, factorFrom, support } =
    organisation
  return (
    <>
      <p className="mt-1 mb-6 text-soft">{text('about', { name })}</p>
      <output className="block in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
        {confirmation !== undefined && (
          <span className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {confirmation}
          </span>
        )}
      </output>
      <FormRefusal className="mb-6" failure={failure} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {offer && <OfferCard mayChange={mayChange} offer={offer} />}
        {leaving && <RemoveCard leaving={leaving} />}
        {limiting && <LimitCard limiting={limiting} />}
        {mayChange ? <InviteForm failure={failure} shops={shops} /> : <WhoMay names={organisation.whoMay} />}
        <PeopleCard organisation={organisation} />
        {invitations.length > 0 && <InvitationsCard invitations={invitations} mayChange={mayChange} />}
        <FactorCard factorFrom={factorFrom} mayChange={mayChange} />
        {mayChange && (
          <DeletionCard
            contents={organisation.contents}
            deleteOn={organisation.deleteOn}
            failure={failure}
            name={name}
          />
        )}
        {support !== undefined && <SupportCard isAllowed={support} />}
        <LeaveForm isOnlyOwner={isOnlyOwner} name={name} />
      </div>
    </>
  )
}

function WhoMay({ names }: { readonly names: string }) {
  const { text } = useWords()
  return <Notice severity="info">{names ? text('askOwners', { names }) : text('ownersOnly')}</Notice>
}
