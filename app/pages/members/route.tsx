import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { UsersRound } from '../../icons.ts'
import { guarded, identityContext, servicesContext, signedIn } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { LeaveForm } from './leave-form.tsx'
import { loadMembers, loadOwnOffer, membersWords } from './load-members.server.ts'
import { changeMembers, toMembersFailure } from './members.server.ts'
import { MembersPage } from './members-page.tsx'
import type { OfferModel } from './model.ts'
import { OfferCard } from './rules-cards.tsx'
import { useWords, WordsProvider } from './words.tsx'

/** Members of the organisation that owns the shop. */
async function membersOf(args: Route.LoaderArgs | Route.ActionArgs) {
  const { shop } = await currentShop(args)
  const person = await signedIn(args.context.get(identityContext))
  return { shop, self: person.id, services: args.context.get(servicesContext) }
}

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop, services, self } = await membersOf(args)
  const run = await services.inOrganisation(shop.organisation)
  const language = await pageLanguage(args.context)
  const organisation = await loadMembers(run, { self, language, search: new URL(args.request.url).searchParams })
  return {
    organisation,
    offer: organisation ? undefined : await loadOwnOffer(run, language),
    shopName: shop.name,
    words: membersWords(language),
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { shop, services, self } = await membersOf(args)
  const form = await args.request.formData()
  try {
    const outcome = await changeMembers(services, form, { organisation: shop.organisation, self })
    if (outcome.kind === 'left') return redirect(href('/'))
    const search = outcome.kind === 'ask' ? outcome.search : new URLSearchParams({ done: outcome.done })
    return redirect(`${href('/shop/:domain/settings/members', { domain: shop.domain })}?${search}`)
  } catch (refusal) {
    const { failure, status } = toMembersFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function MembersRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation, offer, shopName, words } = loaderData
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{words.title}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{words.title}</h1>
      <WordsProvider words={words}>
        {organisation ? (
          <MembersPage done={words.done} failure={actionData?.failure} organisation={organisation} />
        ) : (
          <MembersClosed name={shopName} offer={offer} />
        )}
      </WordsProvider>
    </main>
  )
}

interface MembersClosedProps {
  readonly name: string
  readonly offer: OfferModel | undefined
}

/** Shown to roles that may not see the members. */
function MembersClosed({ name, offer }: MembersClosedProps) {
  const { text } = useWords()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <EmptyState icon={UsersRound} title={text('closedTitle')}>
        {text('closedAdvice', { name })}
      </EmptyState>
      {offer && <OfferCard mayChange={false} offer={offer} />}
      <LeaveForm isOnlyOwner={false} name={name} />
    </div>
  )
}
