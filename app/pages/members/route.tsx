import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { UsersRound } from '../../icons.ts'
import { guarded, identityContext, servicesContext, signedIn } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { LeaveForm } from './leave-form.tsx'
import { changeMembers, loadMembers, toMembersFailure } from './members.server.ts'
import { MembersPage } from './members-page.tsx'

/** Members of the organisation that owns the shop. */
async function membersOf(args: Route.LoaderArgs | Route.ActionArgs) {
  const { shop } = await currentShop(args)
  const person = await signedIn(args.context.get(identityContext))
  return { shop, self: person.id, services: args.context.get(servicesContext) }
}

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop, services, self } = await membersOf(args)
  return {
    organisation: await loadMembers(await services.inOrganisation(shop.organisation), {
      self,
      remove: new URL(args.request.url).searchParams.get('remove'),
    }),
    shopName: shop.name,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { shop, services, self } = await membersOf(args)
  const form = await args.request.formData()
  try {
    const outcome = await changeMembers(services, form, { organisation: shop.organisation, self })
    if (outcome.kind === 'left') return redirect(href('/'))
    return redirect(`${href('/shop/:domain/settings/members', { domain: shop.domain })}?done=${outcome.done}`)
  } catch (refusal) {
    const { failure, status } = toMembersFailure(refusal, form)
    return data({ failure }, { status })
  }
})

export default function MembersRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { organisation, shopName } = loaderData
  return (
    <>
      <PageTitle>Members</PageTitle>
      {organisation ? (
        <MembersPage failure={actionData?.failure} organisation={organisation} />
      ) : (
        <MembersClosed name={shopName} />
      )}
    </>
  )
}

/** Shown to roles that may not see the members. */
function MembersClosed({ name }: { readonly name: string }) {
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
