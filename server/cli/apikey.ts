import { findKeyIn, type KeyView, type OrganisationVerbs, type RunVerb, type Scope, scopes } from '@tillsight/domain'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { operatorContexts } from '../contexts.ts'
import { organisationRunner } from '../people-verbs.ts'
import { print, toTable } from './output.ts'
import { addShopCommand, type CommonOptions, shopOption, withRuntime } from './session.ts'

interface KeyOptions extends CommonOptions {
  readonly shop: string
}

interface CreateOptions extends KeyOptions {
  readonly name: string
  readonly scope: readonly Scope[]
  readonly allShops?: boolean
  readonly network?: readonly string[]
  readonly days: number | 'never'
}

/** Adds `apikey create`, `list` and `revoke`. */
export function addApiKeyCommands(program: Command): void {
  const group = program.command('apikey').description('keys of the API')
  group
    .command('create')
    .description('create a key of the API; it is shown once')
    .requiredOption(...shopOption)
    .option('--all-shops', 'for all shops of its organisation, also later ones')
    .option('--name <name>', 'what people recognise it by', 'Command line')
    .addOption(
      new Option('--scope <scope...>', 'what it may do').choices(scopes).default(['metrics:read', 'orders:read']),
    )
    .option('--network <network...>', 'where it works from, such as 203.0.113.0/24; anywhere when absent')
    .option('--days <days>', 'until it expires; never: not at all', toDays, 365)
    .option('--json', 'print JSON')
    .action(create)
  addShopCommand(group, 'list', 'keys of the organisation of a shop, with their last use').action(list)
  addShopCommand(group, 'revoke', 'revoke a key at once')
    .argument('<id>', 'the id or the first twelve characters of the key, as listed')
    .action(revoke)
}

function toDays(text: string): CreateOptions['days'] {
  if (text === 'never') return text
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number of days, or never.')
}

/** Opens the organisation of a shop. */
async function withKeys(
  name: string,
  shop: string,
  work: (run: RunVerb<OrganisationVerbs>, domain: string) => Promise<void>,
): Promise<void> {
  await withRuntime(`apikey ${name}`, async (runtime) => {
    const ctx = await operatorContexts(runtime).shop(shop)
    const { actor, organisation, db, queries, clock, log } = ctx
    await work(organisationRunner(runtime, { actor, organisation, db, queries, clock, log }), ctx.shop.id)
  })
}

async function create({ shop, name, scope, allShops = false, network = [], days, ...options }: CreateOptions) {
  await withKeys('create', shop, async (run, id) => {
    const shops = allShops ? 'all' : [id]
    const created = await run('key.create', {
      name,
      scopes: scope,
      shops,
      networks: network,
      expiresInDays: days === 'never' ? null : days,
    })
    const until = created.expiresAt === null ? 'It never expires' : `It expires on ${created.expiresAt.slice(0, 10)}`
    const text = [
      created.key,
      '',
      `This is the only time that the key is shown. ${until}; revoke it with \`tillsight apikey revoke ${created.prefix} --shop ${shop}\`.`,
      ...(days === 'never' ? ['Whoever gets hold of a key without an end can use it until somebody notices.'] : []),
    ].join('\n')
    print({ json: created, text }, options)
  })
}

async function list({ shop, ...options }: KeyOptions): Promise<void> {
  await withKeys('list', shop, async (run) => {
    const { items } = await run('key.list')
    const text = items.length === 0 ? 'There are no keys.' : toTable(header, items.map(toRow))
    print({ json: items, text }, options)
  })
}

const header = ['key', 'name', 'state', 'scopes', 'shops', 'expires', 'last used', 'id']

function toRow({ id, prefix, name, state, scopes: given, shops, expiresAt, lastUsedAt }: KeyView) {
  const where = shops === 'all' ? 'all' : shops.join(' ')
  const expires = expiresAt?.slice(0, 10) ?? 'never'
  return [`${prefix}…`, name, state, given.join(' '), where, expires, lastUsedAt?.slice(0, 13) ?? 'never', id]
}

async function revoke(name: string, { shop, ...options }: KeyOptions): Promise<void> {
  await withKeys('revoke', shop, async (run) => {
    const { items } = await run('key.list')
    // Somebody may paste the whole key; only what is listed of it is compared.
    const asked = findKeyIn(name)?.slice(0, 12) ?? name
    const found = items.find(({ id, prefix, state }) => id === asked || (prefix === asked && state === 'active'))
    await run('key.revoke', { key: found?.id ?? asked })
    print({ json: { revoked: found?.id ?? asked }, text: 'The key is revoked: requests with it are refused.' }, options)
  })
}
