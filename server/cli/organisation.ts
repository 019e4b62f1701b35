import { type OrganisationVerbs, type RunVerb, type VerbOutput } from '@tillsight/domain'
import type { Command } from 'commander'
import { organisationRunner } from '../people-verbs.ts'
import { print } from './output.ts'
import { addShopCommand, type CommonOptions, shopOption, withShop } from './session.ts'

interface OrganisationOptions extends CommonOptions {
  readonly shop: string
}

interface DeleteOptions extends OrganisationOptions {
  readonly name: string
}

/** Adds `organisation show`, `delete` and `keep`. */
export function addOrganisationCommands(program: Command): void {
  const group = program.command('organisation').description('the organisation that a shop belongs to')
  addShopCommand(group, 'show', 'what it has, and whether it is deleted').action(show)
  group
    .command('delete')
    .description('delete it with all its shops, 14 days from now; its owners get a mail')
    .requiredOption(...shopOption)
    .requiredOption('--name <name>', 'the name of the organisation, to confirm it')
    .option('--json', 'print JSON')
    .action(remove)
  addShopCommand(group, 'keep', 'take the deletion back, as long as it has not begun').action(keep)
}

async function withOrganisation(
  name: string,
  domain: string,
  work: (run: RunVerb<OrganisationVerbs>) => Promise<void>,
): Promise<void> {
  await withShop({ name: `organisation ${name}`, domain }, async ({ runtime, ctx }) => {
    const { actor, organisation, db, queries, clock, log } = ctx
    await work(organisationRunner(runtime, { actor, organisation, db, queries, clock, log }))
  })
}

async function show({ shop, ...options }: OrganisationOptions): Promise<void> {
  await withOrganisation('show', shop, async (run) => {
    const { name } = await run('member.list')
    const contents = await run('organisation.contents')
    const { deleteAt } = await run('organisation.deletion')
    const when = deleteAt === null ? 'It is not deleted.' : `It is deleted on ${dayOf(deleteAt)} (UTC).`
    print({ json: { name, deleteAt, contents }, text: `${name}: ${describe(contents)}. ${when}` }, options)
  })
}

async function remove({ shop, name, ...options }: DeleteOptions): Promise<void> {
  await withOrganisation('delete', shop, async (run) => {
    const { deleteAt } = await run('organisation.delete', { name })
    const text = `It is deleted on ${dayOf(deleteAt ?? '')} (UTC). Until then everything goes on; \`tillsight organisation keep --shop ${shop}\` takes it back.`
    print({ json: { deleteAt }, text }, options)
  })
}

async function keep({ shop, ...options }: OrganisationOptions): Promise<void> {
  await withOrganisation('keep', shop, async (run) => {
    const kept = await run('organisation.keep')
    print({ json: kept, text: 'The organisation is not deleted.' }, options)
  })
}

function dayOf(instant: string): string {
  return instant.slice(0, 10)
}

type Contents = VerbOutput<OrganisationVerbs['organisation.contents']>

function describe(contents: Contents): string {
  const { shops, orders, members, connections, keys, shares, importFiles, exportFiles, storedFiles } = contents
  return [
    [shops, 'shops'],
    [orders, 'orders'],
    [members, 'members'],
    [connections, 'connections'],
    [keys, 'keys'],
    [shares, 'share links'],
    [importFiles, 'imported files'],
    [exportFiles, 'files of exports'],
    [storedFiles, 'stored files'],
  ]
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
